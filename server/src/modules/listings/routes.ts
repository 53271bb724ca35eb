import type { RouteConfig, Routes } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { nextPublicationChange } from './listings.ts'
import { listPublicProducts } from './product-list.ts'
import { getPublicProduct } from './public-products.ts'
import { ProductList, ProductListQuery, PublicProduct, PublicProductPath, PublicProductQuery } from './schemas.ts'

const publicConfig = {
  access: 'storefront',
  scopes: SCOPES,
  limit: 'default',
  cache: { nextChange: nextPublicationChange },
} as const satisfies RouteConfig
const tags = ['Storefront']

/** Public product endpoints for storefronts. */
export const publicProductRoutes: Routes = async (app) => {
  app.get(
    '/products',
    {
      config: publicConfig,
      schema: {
        operationId: 'products.list',
        tags,
        summary: 'List, filter and search the products on show',
        description:
          'Filters add up; of several values of one filter any will do. Everything a card needs; the rest is in the product itself.',
        querystring: ProductListQuery,
        response: { 200: ProductList },
      },
    },
    ({ ctx, query }) => listPublicProducts(ctx, query),
  )

  app.get(
    '/products/:id',
    {
      config: publicConfig,
      schema: {
        operationId: 'products.get',
        tags,
        summary: 'Get a product on show',
        description:
          'By its id or its handle; a handle that it had before leads to it too. With what is chosen of its options, it tells which values go with that.',
        params: PublicProductPath,
        querystring: PublicProductQuery,
        response: { 200: PublicProduct },
      },
    },
    ({ ctx, params, query }) => getPublicProduct(ctx, params.id, query),
  )
}
