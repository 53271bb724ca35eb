import { idempotencyKeyOf } from '../../../http/idempotency/idempotency-key.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Order, OrderPath } from '../schemas.ts'
import { captureOrder } from './captures.ts'
import { recordExternalPayment } from './external-payments.ts'
import { NewCapture, NewExternalPayment } from './schemas.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const orderPaymentRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/captures',
    {
      // Calls the payment provider, so it can't run in one transaction.
      config: { ...config, idempotency: 'claim' },
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
          'Records a payment made in cash, by bank transfer or in any other way outside this server. No money moves, and the payment has the kind `external`. A larger amount than is due returns 422 `payment_too_large` with the amount due. Without `amount`, an order with nothing due returns 409. Emits `order.payment_recorded`.',
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
}
