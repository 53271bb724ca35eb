import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { OrderPageQuery } from '../request-schemas.ts'
import { Fulfillment, FulfillmentChanges, FulfillmentPath, NewFulfillment } from '../returns/schemas.ts'
import { OrderPath } from '../schemas.ts'
import { changeFulfillment, fulfill, listFulfillments } from './fulfillments.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const fulfillmentRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/fulfillments',
    {
      config,
      schema: {
        operationId: 'orders.fulfillments.create',
        tags,
        summary: 'Say what was sent',
        description:
          'All that is left, or some of it. More than is left is 409, with the numbers; of many that send at the same time, none sends what another has sent. Stock does not change: it was taken when the order was made. `order.fulfilled` is told.',
        params: OrderPath,
        body: NewFulfillment,
        response: { 201: Fulfillment },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const fulfillment = await fulfill(ctx, params.id, body)
      reply.code(201)
      return fulfillment
    },
  )

  app.get(
    '/orders/:id/fulfillments',
    {
      config,
      schema: {
        operationId: 'orders.fulfillments.list',
        tags,
        summary: 'What was sent of an order, newest first',
        params: OrderPath,
        querystring: OrderPageQuery,
        response: { 200: Page(Fulfillment) },
      },
    },
    ({ ctx, params, query }) => listFulfillments(ctx, params.id, query),
  )

  app.patch(
    '/orders/:id/fulfillments/:fulfillmentId',
    {
      config,
      schema: {
        operationId: 'orders.fulfillments.update',
        tags,
        summary: 'Say what became of a parcel',
        description:
          'Its tracking, and once whether it was delivered or not sent after all. `canceled` gives its lines back to be sent again, unless they have been returned (409).',
        params: FulfillmentPath,
        body: FulfillmentChanges,
        response: { 200: Fulfillment },
      },
    },
    ({ ctx, params, body }) => changeFulfillment(ctx, params, body),
  )
}
