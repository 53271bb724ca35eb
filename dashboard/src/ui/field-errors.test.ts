import { describe, expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { fieldError, fieldErrorUnder, isVersionConflict, withLabeledDetails } from './field-errors.ts'

const apiError = new ApiError(400, {
  code: 'invalid_request',
  message: 'The body is not valid.',
  details: [
    { path: '/brand/logoUrl', message: 'must be an http or https URL' },
    { path: '/title', message: 'must have at most 120 characters' },
    { path: '/title', message: 'must be a single line without control characters' },
    { path: '/items/0/sku', message: 'is already in use', variantId: 'var_1' },
    { path: '/items/1/sku', message: 'is already in use' },
  ],
})

describe('fieldError', () => {
  it('shows the messages of a field as one sentence', () => {
    expect(fieldError(apiError, '/brand/logoUrl')).toBe('Must be an http or https URL.')
    expect(fieldError(apiError, '/title')).toBe(
      'Must have at most 120 characters; must be a single line without control characters.',
    )
    expect(fieldErrorUnder(apiError, '/items')).toBe('Is already in use.')
  })

  it('is undefined for other fields and other errors', () => {
    expect(fieldError(apiError, '/brand')).toBeUndefined()
    expect(fieldError(new Error('away'), '/title')).toBeUndefined()
    expect(fieldError(null, '/title')).toBeUndefined()
  })

  it('lists details with the page’s labels, and keeps their data', () => {
    const labeled = withLabeledDetails(apiError, (path) => path.toUpperCase())
    expect(labeled).toMatchObject({ message: apiError.message, status: 400 })
    expect(labeled instanceof ApiError && labeled.details).toMatchObject([
      { path: '/BRAND/LOGOURL' },
      { path: '/TITLE' },
      { path: '/TITLE' },
      { path: '/ITEMS/0/SKU', variantId: 'var_1' },
      { path: '/ITEMS/1/SKU' },
    ])
  })
})

it('detects a version conflict only from the server’s code', () => {
  expect(isVersionConflict(new ApiError(412, { code: 'precondition_failed', message: 'x' }))).toBe(true)
  expect([isVersionConflict(apiError), isVersionConflict(null), isVersionConflict(new Error('x'))]).toEqual([
    false,
    false,
    false,
  ])
})
