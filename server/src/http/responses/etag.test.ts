import { expect, it } from 'vitest'
import { assertIfMatch } from './etag.ts'

it.each([undefined, '"3"', '*', '"2", "3"', '"2","3"'])('If-Match %s matches version 3', (ifMatch) => {
  expect(() => assertIfMatch(ifMatch, 3)).not.toThrow()
})

it.each(['"2"', '3', 'W/"3"', '"33"', '', '"2", "4"'])('If-Match %s does not match version 3', (ifMatch) => {
  expect(() => assertIfMatch(ifMatch, 3)).toThrow(expect.objectContaining({ fields: { version: 3 } }))
})

it('If-Match matches nothing when there is no version', () => {
  for (const ifMatch of ['*', '"1"']) expect(() => assertIfMatch(ifMatch, undefined)).toThrow()
  expect(() => assertIfMatch(undefined, undefined)).not.toThrow()
})
