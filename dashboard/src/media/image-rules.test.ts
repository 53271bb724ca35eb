import { expect, it } from 'vitest'
import { IMAGE_TYPES as SERVER_TYPES } from '../../../server/src/kit/file-key.ts'
import { IMAGE_TYPES, MAX_IMAGE_BYTES, validateImageFile } from './image-rules.ts'

it('accepts the server’s image types and explains rejections', () => {
  expect(IMAGE_TYPES).toEqual(SERVER_TYPES)
  for (const type of IMAGE_TYPES) expect(validateImageFile({ type, size: MAX_IMAGE_BYTES })).toBeUndefined()
  expect(validateImageFile({ type: 'image/png', size: 15.25 * 1024 ** 2 })).toBe(
    'The file is 15.3 MB. The maximum is 10 MB.',
  )
  expect(validateImageFile({ type: 'image/svg+xml', size: 1 })).toContain('scripts')
  expect(validateImageFile({ type: '', size: 1 })).toContain('Use a PNG')
})
