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
const providerConfig = { ...config, idempotency: 'claim' } as const satisfies RouteConfig

export const orderPaymentRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/captures',
    {
      config: providerConfig,
      schema: {
        operationId: 'orders.captures.create',
        tags,
        summary: 'Capture a payment',
        description:
          'Captures the payment authorized when the order was placed with `captureMethod: manual`. Returns 409 if there is nothing to capture or another capture is in progress. Returns 422 `payment_declined` if the bank no longer honors the authorization. Returns 503 if the bank does not answer: the server then determines the result, and a retry with the same `Idempotency-Key` returns it.',
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
        summary: 'Record an external payment',
        description:
          'Records a payment made in cash, by bank transfer or in any other way outside this server. No money moves, and the payment has the kind `external`. A larger amount than is due returns 422 `payment_too_large` with the amount due. Without `amount`, an order with nothing due returns 409. Emits `order.paid`.',
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
        summary: 'Refund an order',
        description:
          'Refunds items, shipping or an amount of your choice. The money goes back to gift cards first, then to points, then to the provider’s payment, then to external payments, which you refund yourself. A refund above the captured amount not refunded yet returns 422 `refund_too_large` with the refundable amount. More units than are left to refund return 409 with the available quantities. An item that is not in the order returns 404. Check `status`: a `pending` refund finishes by itself; a `failed` one was declined by the provider and changed nothing.',
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
        summary: 'List refunds',
        description: 'The refunds of an order, newest first.',
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
          'Possible until an item is fulfilled. After that it returns 409: refund the order or request a return. Voids authorized payments, refunds captured ones, and releases stock and promotions. The order is canceled when this returns; if the bank does not answer, the server retries until it does.',
        params: OrderPath,
        body: NewCancellation,
        response: { 200: Order },
      },
    },
    (request) => cancelOrder(request.ctx, request.params.id, request.body, idempotencyKeyOf(request)),
  )
}
