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
        summary: 'List published products',
        description:
          'Lists, filters and searches products. Filters are combined with AND; several values of one filter with OR. Returns what a product card needs; get the product for the rest.',
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
        summary: 'Get a published product',
        description:
          'Accepts an id, a handle or a former handle. With `option`, `choices` shows which values go with the selected ones.',
        params: PublicProductPath,
        querystring: PublicProductQuery,
        response: { 200: PublicProduct },
      },
    },
    ({ ctx, params, query }) => getPublicProduct(ctx, params.id, query),
  )
}
