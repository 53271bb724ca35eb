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
        summary: 'Change an order',
        description:
          'Only what does not change what it costs; of a draft also `items` and `shipping`: with those, or another shipping address, it is reckoned anew at today’s prices. Addresses can be changed until something is sent (409); of a canceled order only `tags` and `staffNote`. With `If-Match` a stale version is answered with 412 `precondition_failed`.',
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
        operationId: 'orders.timeline',
        tags,
        summary: 'What has happened to an order, newest first',
        description: 'The events that name the order. `data.by` says who did it.',
        params: OrderPath,
        querystring: OrderPageQuery,
        response: { 200: Page(Event) },
      },
    },
    ({ ctx, params, query }) => getTimeline(ctx, params.id, query),
  )
}
