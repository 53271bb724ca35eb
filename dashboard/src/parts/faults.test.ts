import { describe, expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { faultAt, isOvertaken, toldPlainly } from './faults.ts'

const refusal = new ApiError(400, {
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

describe('what the server said of a field', () => {
  it('is told beside it, once and without patterns', () => {
    expect(faultAt(refusal, '/brand/logoUrl')).toBe(
      'Must be an address with https://, or a path with one slash at its start.',
    )
    expect(faultAt(refusal, '/title')).toBe('Must not have more than 120 characters.')
    expect(faultAt(refusal, '/body')).toBe('Must not be empty.')
    expect(faultAt(refusal, '/colours/text')).toBe('Must be a colour such as #1f3a5f.')
    expect(faultAt(refusal, '/currency')).toBe('Must look like EUR.')
    expect(faultAt(refusal, '/maxDays')).toBe('Must be at most 365.')
  })

  it('is nothing of other fields, and of other errors', () => {
    expect(faultAt(refusal, '/brand')).toBeUndefined()
    expect(faultAt(new Error('away'), '/title')).toBeUndefined()
    expect(faultAt(null, '/title')).toBeUndefined()
  })

  it('is told in a list under the names that the page has', () => {
    const told = toldPlainly(refusal, (path) => path.toUpperCase())
    expect(told).toMatchObject({ message: refusal.message, status: 400 })
    expect(told instanceof ApiError && told.details.map(({ path }) => path)).toEqual([
      '/BRAND/LOGOURL',
      '/TITLE',
      '/BODY',
      '/COLOURS/TEXT',
      '/CURRENCY',
      '/MAXDAYS',
    ])
  })
})

it('somebody else was faster only when the server says so', () => {
  expect(isOvertaken(new ApiError(412, { code: 'precondition_failed', message: 'x' }))).toBe(true)
  expect([isOvertaken(refusal), isOvertaken(null), isOvertaken(new Error('x'))]).toEqual([false, false, false])
})
