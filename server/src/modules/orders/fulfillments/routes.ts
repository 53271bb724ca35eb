import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { OrderPageQuery } from '../request-schemas.ts'
import { OrderPath } from '../schemas.ts'
import { changeFulfillment, fulfill, listFulfillments } from './fulfillments.ts'
import { Fulfillment, FulfillmentChanges, FulfillmentPath, NewFulfillment } from './schemas.ts'

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
        summary: 'Fulfill items',
        description:
          'Fulfills all remaining items, or some of them. More units than remain return 409 with the available quantities. Concurrent requests never fulfill the same unit twice. Stock does not change: it was taken when the order was placed. Emits `order.fulfilled`.',
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
        summary: 'List fulfillments',
        description: 'The fulfillments of an order, newest first.',
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
        summary: 'Update a fulfillment',
        description:
          'Changes the tracking, or sets the status once: `delivered` or `canceled`. `canceled` makes its items unfulfilled again; if they were returned, it returns 409.',
        params: FulfillmentPath,
        body: FulfillmentChanges,
        response: { 200: Fulfillment },
      },
    },
    ({ ctx, params, body }) => changeFulfillment(ctx, params, body),
  )
}
