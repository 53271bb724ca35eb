import type { FastifyRequest } from 'fastify'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { unavailable } from '../../kit/errors.ts'
import { DraftCompletion, Exchange, ExchangePreview, NewExchange, NewOrder } from './create-schemas.ts'
import { completeDraft, createDraftOrder } from './drafts/drafts.ts'
import { importOrder } from './import-order.ts'
import { getOrder } from './orders.ts'
import { claimOrderNumber, isOrderNumberTaken } from './place-order.ts'
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
  if (number === undefined) throw new Error('This route must take a number before its handler')
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
        summary: 'Import an order, or draft one',
        description:
          '`import`: an order of another shop, as it was there. Its totals are reckoned from its lines and shipping, and held against `total` if that is given. Stock does not change unless `takeStock` is true; nobody is written to, and `order.imported` is told in place of `order.created`. The same `externalId` again is 409 with the order that it became. `draft`: an order that staff writes; it can be changed with PATCH and holds no stock until `POST /v1/orders/{id}/completion`. Carts become orders by checkout, not here.',
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
        summary: 'Make an order of a draft',
        description:
          'Takes the stock, all of it or nothing (422 `out_of_stock`), and opens the order. How it is paid is only noted: no card is charged.',
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
        summary: 'Exchange something',
        description:
          'Makes a return that is agreed to and a new order, which takes its stock at once. What comes back pays for the new order as far as it goes, by what was paid for it; the rest is due, or noted as paid with `payment: external`. Prices are today’s, taxes those of the old order’s address. There is no shipping fee and there are no promotions. If the new goods cost less, nothing is given back by itself: refund the difference on the old order, and not more, since the rest has paid for the new one. With `preview` it is reckoned and refused in the same way, and nothing is done; whether all of it is in stock is seen only when it is made. Send what it has shown as `expectedTotal` and `expectedDue`: if it comes to anything else by then, 409 and nothing is done.',
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
