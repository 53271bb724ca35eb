import { describe, expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { fieldError, isVersionConflict, withReadableDetails } from './field-errors.ts'

const apiError = new ApiError(400, {
  code: 'invalid_request',
  message: 'The body is not valid.',
  details: [
    { path: '/brand/logoUrl', message: 'must match pattern "^(https?://…"' },
    { path: '/brand/logoUrl', message: 'must NOT have fewer than 1 characters' },
    { path: '/title', message: 'must NOT have more than 120 characters' },
    { path: '/body', message: 'must match pattern "\\S"' },
    { path: '/colours/text', message: 'must look like #1f3a5f' },
    { path: '/currency', message: 'must look like EUR' },
    { path: '/maxDays', message: 'must be <= 365' },
  ],
})

describe('fieldError', () => {
  it('shows one readable message per field, without patterns', () => {
    expect(fieldError(apiError, '/brand/logoUrl')).toBe(
      'Must be a URL that starts with https://, or a path that starts with one slash.',
    )
    expect(fieldError(apiError, '/title')).toBe('Must not have more than 120 characters.')
    expect(fieldError(apiError, '/body')).toBe('Must not be empty.')
    expect(fieldError(apiError, '/colours/text')).toBe('Must be a color such as #1f3a5f.')
    expect(fieldError(apiError, '/currency')).toBe('Must look like EUR.')
    expect(fieldError(apiError, '/maxDays')).toBe('Must be at most 365.')
  })

  it('is undefined for other fields and other errors', () => {
    expect(fieldError(apiError, '/brand')).toBeUndefined()
    expect(fieldError(new Error('away'), '/title')).toBeUndefined()
    expect(fieldError(null, '/title')).toBeUndefined()
  })

  it('lists details with the page’s labels', () => {
    const readable = withReadableDetails(apiError, (path) => path.toUpperCase())
    expect(readable).toMatchObject({ message: apiError.message, status: 400 })
    expect(readable instanceof ApiError && readable.details.map(({ path }) => path)).toEqual([
      '/BRAND/LOGOURL',
      '/TITLE',
      '/BODY',
      '/COLOURS/TEXT',
      '/CURRENCY',
      '/MAXDAYS',
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
