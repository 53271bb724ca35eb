import { type Static, Type } from 'typebox'
import { IMAGE_TYPES } from '../../kit/file-key.ts'
import { OneOf } from '../../kit/schema.ts'

export const UploadedImage = Type.Object({
  url: Type.String({
    description: 'URL to use in the `images` of a product. Anyone with the URL can read the image.',
    examples: [
      'https://shop.example.com/files/6f1c2f0e-6f0e-4c3b-9a55-5a0f8a0a7f11/2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae.png',
    ],
  }),
  width: Type.Integer({ description: 'Displayed width in pixels.' }),
  height: Type.Integer(),
  sizeBytes: Type.Integer({ description: 'Stored size, without camera metadata.' }),
  contentType: OneOf(IMAGE_TYPES),
})
export type UploadedImage = Static<typeof UploadedImage>

/** Raw bytes; `read-image.ts` validates the content. */
export const ImageBody = {
  content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: Type.Unsafe<Buffer>({}) }])),
}
