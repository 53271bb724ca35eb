import type { FastifyRequest } from 'fastify'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../../http/routes.ts'
import { claimNumber, withOrderNumber } from '../claim-order-number.ts'
import { getOrder } from '../orders.ts'
import { PreviewQuery } from '../request-schemas.ts'
import { OrderPath } from '../schemas.ts'
import { createExchange, previewExchange } from './exchanges.ts'
import { Exchange, ExchangePreview, NewExchange } from './schemas.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** Claims no number for a missing order or a preview. */
async function claimNumberForExisting(request: FastifyRequest): Promise<void> {
  if ((request.query as PreviewQuery).preview) return
  await getOrder(request.ctx, (request.params as { id: string }).id)
  await claimNumber(request)
}

export const exchangeRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/exchanges',
    {
      config,
      preHandler: claimNumberForExisting,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'orders.exchanges.create',
        tags,
        summary: 'Create an exchange',
        description:
          'Creates an approved return and a new order, which takes its stock immediately. The amount paid for the returned items pays for the new order as far as it goes. The rest is due, or recorded as paid with `payment: external`.\n\nPrices are today’s; taxes follow the address of the old order. Shipping is free and no promotions apply. If the new items cost less, no refund is made automatically: refund the difference on the old order. You can’t refund more, because the rest has paid for the new order.\n\nWith `preview`, the same calculation and checks run and nothing changes; stock is checked only when you create the exchange. Send the previewed amounts as `expectedTotal` and `expectedDue`: if they have changed, the request returns 409 and changes nothing.',
        params: OrderPath,
        querystring: PreviewQuery,
        body: NewExchange,
        response: { 200: ExchangePreview, 201: Exchange },
      },
    },
    async (request, reply) => {
      const { ctx, params, body, query } = request
      if (query.preview) return previewExchange(ctx, params.id, body)
      const create = (number: number) => createExchange(ctx, params.id, body, number)
      const created = await withOrderNumber(request as FastifyRequest, create)
      reply.code(201)
      return created
    },
  )
}
