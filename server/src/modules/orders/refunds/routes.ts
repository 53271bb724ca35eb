import { idempotencyKeyOf } from '../../../http/idempotency/idempotency-key.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { OrderPageQuery, PreviewQuery } from '../request-schemas.ts'
import { OrderPath } from '../schemas.ts'
import { listRefunds, previewRefund, refundOrder } from './refunds.ts'
import { NewRefund, Refund, RefundPreview } from './schemas.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const refundRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/refunds',
    {
      // Calls the payment provider, so it can't run in one transaction.
      config: { ...config, idempotency: 'claim' },
      schema: {
        operationId: 'orders.refunds.create',
        tags,
        summary: 'Refund an order',
        description:
          'Refunds items, shipping or an amount of your choice. The money goes back to gift cards first, then to points, store credit, the provider’s payment, and external payments, which you refund yourself; or with `method: store_credit` to the customer’s store credit. A refund above the captured amount not refunded yet returns 422 `refund_too_large` with the refundable amount. More units than are left to refund return 409 with the available quantities. An item that is not in the order returns 404. Check `status`: a `pending` refund finishes by itself; a `failed` one was declined by the provider and changed nothing.',
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
        querystring: OrderPageQuery,
        response: { 200: Page(Refund) },
      },
    },
    ({ ctx, params, query }) => listRefunds(ctx, params.id, query),
  )
}
