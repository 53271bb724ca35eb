import type { Routes } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { Page } from '../../kit/schema.ts'
import { OneShownCollection, ShownCollection, ShownCollectionsQuery } from './collection-schemas.ts'
import { getShownCollection, listShownCollections } from './collections.ts'
import { nextShowing } from './listings.ts'
import { listShown } from './lists.ts'
import { CollectionProductsQuery, ProductList } from './schemas.ts'

const open = { access: 'storefront', scopes: SCOPES, limit: 'default', kept: { nextChange: nextShowing } } as const
const tags = ['Storefront']

/** The collections that shoppers see. */
export const shownCollectionRoutes: Routes = async (app) => {
  app.get(
    '/collections',
    {
      config: open,
      schema: {
        operationId: 'collections.list',
        tags,
        summary: 'List the collections on show',
        description: 'Newest first.',
        querystring: ShownCollectionsQuery,
        response: { 200: Page(ShownCollection) },
      },
    },
    ({ ctx, query }) => listShownCollections(ctx, query),
  )

  app.get(
    '/collections/:handle',
    {
      config: open,
      schema: {
        operationId: 'collections.get',
        tags,
        summary: 'Get a collection on show',
        description: 'By its handle or its id.',
        params: OneShownCollection,
        response: { 200: ShownCollection },
      },
    },
    ({ ctx, params }) => getShownCollection(ctx, params.handle),
  )

  app.get(
    '/collections/:handle/products',
    {
      config: open,
      schema: {
        operationId: 'collections.products.list',
        tags,
        summary: 'List the products of a collection',
        description: 'In the order of the collection, with the same filters as all products have.',
        params: OneShownCollection,
        querystring: CollectionProductsQuery,
        response: { 200: ProductList },
      },
    },
    ({ ctx, params, query }) => listShown(ctx, { ...query, collection: params.handle }),
  )
}
