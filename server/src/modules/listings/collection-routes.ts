import type { RouteConfig, Routes } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { Page } from '../../kit/schema.ts'
import { PublicCollection, PublicCollectionPath, PublicCollectionsQuery } from './collection-schemas.ts'
import { nextPublicationChange } from './listings.ts'
import { listPublicProducts } from './product-list.ts'
import { getPublicCollection, listPublicCollections } from './public-collections.ts'
import { ProductList, PublicCollectionProductsQuery } from './schemas.ts'

const publicConfig = {
  access: 'storefront',
  scopes: SCOPES,
  limit: 'default',
  cache: { nextChange: nextPublicationChange },
} as const satisfies RouteConfig
const tags = ['Storefront']

/** Public collection endpoints for storefronts. */
export const publicCollectionRoutes: Routes = async (app) => {
  app.get(
    '/collections',
    {
      config: publicConfig,
      schema: {
        operationId: 'collections.list',
        tags,
        summary: 'List published collections',
        description: 'Returns collections newest first.',
        querystring: PublicCollectionsQuery,
        response: { 200: Page(PublicCollection) },
      },
    },
    ({ ctx, query }) => listPublicCollections(ctx, query),
  )

  app.get(
    '/collections/:handle',
    {
      config: publicConfig,
      schema: {
        operationId: 'collections.get',
        tags,
        summary: 'Get a published collection',
        description: 'Accepts a handle or an ID.',
        params: PublicCollectionPath,
        response: { 200: PublicCollection },
      },
    },
    ({ ctx, params }) => getPublicCollection(ctx, params.handle),
  )

  app.get(
    '/collections/:handle/products',
    {
      config: publicConfig,
      schema: {
        operationId: 'collections.products.list',
        tags,
        summary: 'List published collection products',
        description:
          'Returns products in the order of the collection. Supports the same filters as the list of all products.',
        params: PublicCollectionPath,
        querystring: PublicCollectionProductsQuery,
        response: { 200: ProductList },
      },
    },
    ({ ctx, params, query }) => listPublicProducts(ctx, { ...query, collection: params.handle }),
  )
}
