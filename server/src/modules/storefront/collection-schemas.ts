import { type Static, Type } from 'typebox'
import { PageQuery } from '../../kit/schema.ts'
import { Collection } from '../collections/schemas.ts'

const { id, handle, title, description, image, sort, seo } = Collection.properties

/** What everybody may see: no rules, no drafts. */
const shown = {
  id,
  handle,
  title,
  description,
  image,
  sort,
  seo,
  productCount: Type.Integer({ description: 'Of the products on show.' }),
}

export const ShownCollectionRow = Type.Object(shown)
export const ShownCollection = Type.Object({
  ...shown,
  descriptionHtml: Type.String({ description: 'The description as safe HTML.' }),
})
export type ShownCollection = Static<typeof ShownCollection>

export const ShownCollectionsQuery = PageQuery({})
export type ShownCollectionsQuery = Static<typeof ShownCollectionsQuery>

export const OneShownCollection = Type.Object({
  handle: Type.String({ maxLength: 100, description: 'The handle or the id.' }),
})
