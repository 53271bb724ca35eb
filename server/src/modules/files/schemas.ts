import { type Static, Type } from 'typebox'
import { Id } from '../../kit/schema.ts'

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
