import { idempotencyKeyOf } from '../../../http/idempotency/idempotency-key.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { cancelOrder } from '../cancel-order.ts'
import { listRefunds, previewRefund, refundOrder } from '../refunds/refunds.ts'
import {
  NewCancellation,
  NewCapture,
  NewExternalPayment,
  NewRefund,
  PreviewQuery,
  Refund,
  RefundPreview,
  RefundsQuery,
} from '../refunds/schemas.ts'
import { Order, OrderPath } from '../schemas.ts'
import { captureOrder } from './captures.ts'
import { recordExternalPayment } from './external-payments.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** These routes call the payment provider, so they can't run in one transaction. */
const providerConfig = { ...config, idempotency: 'stepwise' } as const satisfies RouteConfig

export const orderPaymentRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/captures',
    {
      config: providerConfig,
      schema: {
        operationId: 'orders.captures.create',
        tags,
        summary: 'Capture what is authorized',
        description:
          'Takes the money that was reserved when the order was placed with `capture: later`. 409 where nothing waits to be captured or somebody else is just capturing it; 422 `payment_declined` where the bank does not give it any more; 503 where the bank does not answer: then it is found out, and asking again with the same `Idempotency-Key` tells.',
        params: OrderPath,
        body: NewCapture,
        response: { 201: Order },
      },
    },
    async (request, reply) => {
      const order = await captureOrder(request.ctx, request.params.id, request.body, idempotencyKeyOf(request))
      reply.code(201)
      return order
    },
  )

  app.post(
    '/orders/:id/payments',
    {
      config,
      schema: {
        operationId: 'orders.payments.create',
        tags,
        summary: 'Note that it was paid outside',
        description:
          'In cash, by a transfer or in any other way that this server does not see: no money moves, and the payment is `external`. Never more than is owed: 422 `payment_too_large` says how much that is; without an `amount` where nothing is owed it is 409. `order.paid` is told.',
        params: OrderPath,
        body: NewExternalPayment,
        response: { 201: Order },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const order = await recordExternalPayment(ctx, params.id, body)
      reply.code(201)
      return order
    },
  )

  app.post(
    '/orders/:id/refunds',
    {
      config: providerConfig,
      schema: {
        operationId: 'orders.refunds.create',
        tags,
        summary: 'Give money back',
        description:
          'For units, for shipping, or an amount of your choice. It goes back to what was paid with: first to gift cards, then to points, then to the provider’s payment. Never more than was captured and not given back yet: 422 `refund_too_large` says how much that is. More units than are left to refund are 409, with the numbers; a line that is not in the order is 404. Look at `status`: `pending` is finished by itself, `failed` was refused by the provider and has changed nothing.',
        params: OrderPath,
        querystring: PreviewQuery,
        body: NewRefund,
        response: { 200: RefundPreview, 201: Refund },
      },
    },
    async (request, reply) => {
      const { ctx, params, body, query } = request
      if (query.preview) return previewRefund(ctx, params.id, body)
      const refund = await refundOrder(ctx, params.id, body, idempotencyKeyOf(request))
      reply.code(201)
      return refund
    },
  )

  app.get(
    '/orders/:id/refunds',
    {
      config,
      schema: {
        operationId: 'orders.refunds.list',
        tags,
        summary: 'List the refunds of an order',
        description: 'Newest first.',
        params: OrderPath,
        querystring: RefundsQuery,
        response: { 200: Page(Refund) },
      },
    },
    ({ ctx, params, query }) => listRefunds(ctx, params.id, query),
  )

  app.post(
    '/orders/:id/cancellation',
    {
      config: providerConfig,
      schema: {
        operationId: 'orders.cancel',
        tags,
        summary: 'Cancel an order',
        description:
          'Before anything was sent; after that it is 409: refund or ask for a return. What is authorized is given up, what was captured goes back as a refund, stock and promotions are there for others again. It is canceled when this answers; a bank that does not answer is asked until it has.',
        params: OrderPath,
        body: NewCancellation,
        response: { 200: Order },
      },
    },
    (request) => cancelOrder(request.ctx, request.params.id, request.body, idempotencyKeyOf(request)),
  )
}
