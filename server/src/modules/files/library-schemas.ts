import { type Static, Type } from 'typebox'
import { Nullable, Optional, PageQuery, SingleLine, Timestamp } from '../../kit/schema.ts'

export const LibraryImage = Type.Object({
  name: Type.String({ description: 'Identifies the image: the hash of its bytes.' }),
  title: Nullable(Type.String({ description: 'The name it was uploaded with. Null: it was uploaded for a product.' })),
  url: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  sizeBytes: Type.Integer(),
  productCount: Type.Integer({ description: 'How many products show it.' }),
  used: Type.Boolean({
    description:
      'Whether a product, collection, theme, policy or article uses it. Texts count within the hour, or later if there are more than 1,000 images.',
  }),
  createdAt: Timestamp,
})
export type LibraryImage = Static<typeof LibraryImage>

export const LibraryQuery = PageQuery({
  q: Optional(
    Type.String({
      maxLength: 100,
      description: 'Part of the title, of its alt text, or of the title of a product that shows it.',
    }),
  ),
  used: Optional(
    Type.Boolean({
      description:
        '`false`: only images that nothing uses. One that came out of use is included within the hour, or later if there are more than 1,000.',
    }),
  ),
})
export type LibraryQuery = Static<typeof LibraryQuery>

export const UploadQuery = Type.Object({
  title: Optional(
    SingleLine(200, 'Adds the image to the media library under this name, so that it stays while nothing uses it.'),
  ),
})

export const ImagePath = Type.Object({ name: Type.String({ maxLength: 100 }) })
