import { Event } from '../../events/subscriber.ts'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getTimeline } from './orders.ts'
import { OrderChanges, OrderPageQuery } from './request-schemas.ts'
import { Order, OrderPath } from './schemas.ts'
import { updateOrder } from './update-order.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const orderUpdateRoutes: Routes = async (app) => {
  app.patch(
    '/orders/:id',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'orders.update',
        tags,
        summary: 'Update an order',
        description:
          'Fields you omit keep their value. Only drafts accept `items` and `shipping`; changing them or the shipping address recalculates the draft at today’s prices. Addresses can change until an item is fulfilled; after that they return 409. A canceled order accepts only `tags` and `staffNote`.',
        params: OrderPath,
        headers: IfMatch,
        body: OrderChanges,
        response: { 200: Order },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const order = await updateOrder(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(order.version))
      return order
    },
  )

  app.get(
    '/orders/:id/timeline',
    {
      config,
      schema: {
        operationId: 'orders.timeline.list',
        tags,
        summary: 'List an order’s timeline',
        description: 'The events of the order, newest first. `data.actor` is who made the change.',
        params: OrderPath,
        querystring: OrderPageQuery,
        response: { 200: Page(Event) },
      },
    },
    ({ ctx, params, query }) => getTimeline(ctx, params.id, query),
  )
}
