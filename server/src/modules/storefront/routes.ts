import type { Routes } from '../../http/routes.ts'
import { SCOPES } from '../../kit/api-key.ts'
import { nextShowing } from './listings.ts'
import { listShown } from './lists.ts'
import { getShown } from './products.ts'
import { ListQuery, OneShown, ProductList, ShownProduct, ShownQuery } from './schemas.ts'

const open = { access: 'storefront', scopes: SCOPES, limit: 'default', kept: { nextChange: nextShowing } } as const
const tags = ['Storefront']

/** What shoppers see. */
export const storefrontRoutes: Routes = async (app) => {
  app.get(
    '/products',
    {
      config: open,
      schema: {
        operationId: 'products.list',
        tags,
        summary: 'List, filter and search the products on show',
        description:
          'Filters add up; of several values of one filter any will do. Everything a card needs; the rest is in the product itself.',
        querystring: ListQuery,
        response: { 200: ProductList },
      },
    },
    ({ ctx, query }) => listShown(ctx, query),
  )

  app.get(
    '/products/:id',
    {
      config: open,
      schema: {
        operationId: 'products.get',
        tags,
        summary: 'Get a product on show',
        description:
          'By its id or its handle; a handle that it had before leads to it too. With what is chosen of its options, it tells which values go with that.',
        params: OneShown,
        querystring: ShownQuery,
        response: { 200: ShownProduct },
      },
    },
    ({ ctx, params, query }) => getShown(ctx, params.id, query),
  )
}
