import { expect, it } from 'vitest'
import { IMAGE_TYPES as SERVER_TYPES } from '../../../server/src/kit/file-key.ts'
import { IMAGE_TYPES, MAX_IMAGE_BYTES, refusalOf } from './image-rules.ts'

it('sends what the server takes, and says of the rest why not', () => {
  expect(IMAGE_TYPES).toEqual(SERVER_TYPES)
  for (const type of IMAGE_TYPES) expect(refusalOf({ type, size: MAX_IMAGE_BYTES })).toBeUndefined()
  expect(refusalOf({ type: 'image/png', size: 15.25 * 1024 ** 2 })).toBe('It has 15.3 MB; 10 MB are the most.')
  expect(refusalOf({ type: 'image/svg+xml', size: 1 })).toContain('scripts')
  expect(refusalOf({ type: '', size: 1 })).toContain('Only PNG')
})
