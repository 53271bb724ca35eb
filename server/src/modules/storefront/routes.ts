import type { Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getShown, listShown } from './products.ts'
import { InCurrency, OneShown, ShownProduct, ShownQuery } from './schemas.ts'

const open = { access: 'storefront', limit: 'default' } as const
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
        summary: 'List the products on show',
        description: 'Newest first.',
        querystring: ShownQuery,
        response: { 200: Page(ShownProduct) },
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
        description: 'By its id or its handle. A handle that it had before leads to it too.',
        params: OneShown,
        querystring: InCurrency,
        response: { 200: ShownProduct },
      },
    },
    ({ ctx, params, query }) => getShown(ctx, params.id, query.currency),
  )
}
