import { type Static, Type } from 'typebox'
import { PageQuery } from '../../kit/schema.ts'
import { Collection } from '../collections/schemas.ts'

const { id, handle, title, description, image, sort, seo } = Collection.properties

/** Public fields: no rules, no drafts. */
const publicFields = {
  id,
  handle,
  title,
  description,
  image,
  sort,
  seo,
  productCount: Type.Integer({ description: 'Number of published products.' }),
}

export const PublicCollectionRow = Type.Object(publicFields)
export const PublicCollection = Type.Object({
  ...publicFields,
  descriptionHtml: Type.String({ description: 'Description as safe HTML.' }),
})
export type PublicCollection = Static<typeof PublicCollection>

export const PublicCollectionsQuery = PageQuery({})
export type PublicCollectionsQuery = Static<typeof PublicCollectionsQuery>

export const PublicCollectionPath = Type.Object({
  handle: Type.String({ maxLength: 100, description: 'Handle or ID.' }),
})
