import type { FastifyRequest } from 'fastify'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { unavailable } from '../../kit/errors.ts'
import { DraftCompletion, Exchange, ExchangePreview, NewExchange, NewOrder } from './create-schemas.ts'
import { completeDraft, createDraftOrder } from './drafts/drafts.ts'
import { importOrder } from './import-order.ts'
import { claimOrderNumber, getOrder, isOrderNumberTaken } from './orders.ts'
import { PreviewQuery } from './refunds/schemas.ts'
import { createExchange, previewExchange } from './returns/exchanges.ts'
import { Order, OrderPath } from './schemas.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

const orderNumbers = new WeakMap<FastifyRequest, number>()

/**
 * Runs before the transaction that an Idempotency-Key opens: a number claimed inside it would block all buyers until it
 * ends.
 */
async function claimNumber(request: FastifyRequest): Promise<void> {
  const { number } = request.body as { number?: number }
  if (number === undefined) orderNumbers.set(request, await claimOrderNumber(request.ctx))
}

/** Claims no number for a missing order or a preview. */
async function claimNumberForExisting(request: FastifyRequest): Promise<void> {
  if ((request.query as PreviewQuery).preview) return
  await getOrder(request.ctx, (request.params as { id: string }).id)
  await claimNumber(request)
}

/** Creates something with the number claimed for this request. */
async function withOrderNumber<Result>(
  request: FastifyRequest,
  create: (number: number) => Promise<Result>,
): Promise<Result> {
  const number = orderNumbers.get(request)
  if (number === undefined) throw new Error('This route must claim an order number before its handler runs')
  try {
    return await create(number)
  } catch (error) {
    if (isOrderNumberTaken(error)) throw unavailable(error)
    throw error
  }
}

export const orderCreationRoutes: Routes = async (app) => {
  app.post(
    '/orders',
    {
      config,
      preHandler: claimNumber,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'orders.create',
        tags,
        summary: 'Create an order',
        description:
          'Imports an order or creates a draft. Carts become orders at checkout, not here.\n\n`import`: an order of another shop, as it was there. Totals are calculated from its items and shipping, and must match `total` if you send it. Stock changes only if `deductStock` is true. The buyer gets no email. Emits `order.imported` instead of `order.created`. A second import with the same `externalId` returns 409 and the ID of the existing order.\n\n`draft`: an order that staff write. Change it with PATCH. It reserves no stock until `POST /v1/orders/{id}/completion`.',
        body: NewOrder,
        response: { 201: Order },
      },
    },
    async (request, reply) => {
      const { ctx, body } = request
      const order = await (body.kind === 'import' && body.number !== undefined
        ? importOrder(ctx, body)
        : withOrderNumber(request as FastifyRequest, (number) =>
            body.kind === 'import' ? importOrder(ctx, body, number) : createDraftOrder(ctx, body, number),
          ))
      reply.code(201)
      return order
    },
  )

  app.post(
    '/orders/:id/completion',
    {
      config,
      schema: {
        operationId: 'orders.complete',
        tags,
        summary: 'Complete a draft order',
        description:
          'Takes the stock of all items and opens the order. If any item is short, returns 422 `out_of_stock` and takes nothing. The payment is only recorded; no card is charged.',
        params: OrderPath,
        body: DraftCompletion,
        response: { 200: Order },
      },
    },
    ({ ctx, params, body }) => completeDraft(ctx, params.id, body),
  )

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
