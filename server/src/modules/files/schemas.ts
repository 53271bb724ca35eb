import { type Static, Type } from 'typebox'
import { IMAGE_TYPES } from '../../kit/file-key.ts'
import { Id, OneOf } from '../../kit/schema.ts'

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

/** An image URL as accepted by products and collections. */
export const ImageUrl = Type.String({
  format: 'uri-reference',
  pattern: '^(https?://|/files/|/demo-images/(?!.*\\.\\.))',
  maxLength: 2000,
  errorMessage: 'must be an http or https URL, or the url of an uploaded image',
  description:
    'An http or https URL, which we never fetch, or the `url` of an uploaded image (`POST /v1/catalog/images`).',
  examples: ['https://cdn.example.com/shirt.jpg'],
})

/** An image as responses show it. */
export const Image = Type.Object({ id: Id('img'), url: Type.String(), alt: Type.String() })
export type Image = Static<typeof Image>
