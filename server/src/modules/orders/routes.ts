import { toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getOrder, listOrders } from './orders.ts'
import { Order, OrderPath, OrdersQuery } from './schemas.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const orderRoutes: Routes = async (app) => {
  app.get(
    '/orders',
    {
      config,
      schema: {
        operationId: 'orders.list',
        tags,
        summary: 'List orders',
        description: 'Newest first, by `placedAt`. You can combine filters.',
        querystring: OrdersQuery,
        response: { 200: Page(Order) },
      },
    },
    ({ ctx, query }) => listOrders(ctx, query),
  )

  app.get(
    '/orders/:id',
    {
      config,
      schema: {
        operationId: 'orders.get',
        tags,
        summary: 'Get an order',
        description: 'Returns the order with its items, payments and totals.',
        params: OrderPath,
        response: { 200: Order },
      },
    },
    async ({ ctx, params }, reply) => {
      const order = await getOrder(ctx, params.id)
      reply.header('etag', toEtag(order.version))
      return order
    },
  )
}
