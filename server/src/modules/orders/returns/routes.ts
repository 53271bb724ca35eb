import type { FastifyRequest } from 'fastify'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { claimNumber, withOrderNumber } from '../claim-order-number.ts'
import { getOrder } from '../orders.ts'
import { OrderPageQuery, PreviewQuery } from '../request-schemas.ts'
import { OrderPath } from '../schemas.ts'
import { createExchange, previewExchange } from './exchanges.ts'
import { approveReturn, closeReturn, listReturns, receiveReturn, rejectReturn, requestReturn } from './returns.ts'
import {
  Exchange,
  ExchangePreview,
  NewExchange,
  NewReturn,
  Return,
  ReturnPath,
  ReturnReceipt,
  ReturnRejection,
} from './schemas.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** Claims no number for a missing order or a preview. */
async function claimNumberForExisting(request: FastifyRequest): Promise<void> {
  if ((request.query as PreviewQuery).preview) return
  await getOrder(request.ctx, (request.params as { id: string }).id)
  await claimNumber(request)
}

export const returnRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/returns',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'orders.returns.create',
        tags,
        summary: 'Request a return',
        description:
          'Only fulfilled units can be returned, each once. More than that returns 409 with the available quantities. No money moves: to refund, use `POST /v1/orders/{id}/refunds`.',
        params: OrderPath,
        body: NewReturn,
        response: { 201: Return },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const created = await requestReturn(ctx, params.id, body)
      reply.code(201)
      return created
    },
  )

  app.get(
    '/orders/:id/returns',
    {
      config,
      schema: {
        operationId: 'orders.returns.list',
        tags,
        summary: 'List returns',
        description: 'The returns of an order, newest first.',
        params: OrderPath,
        querystring: OrderPageQuery,
        response: { 200: Page(Return) },
      },
    },
    ({ ctx, params, query }) => listReturns(ctx, params.id, query),
  )

  app.post(
    '/orders/:id/returns/:returnId/approval',
    {
      config,
      schema: {
        operationId: 'orders.returns.approve',
        tags,
        summary: 'Approve a return',
        description: 'The return must be `requested`; any other status returns 409.',
        params: ReturnPath,
        response: { 200: Return },
      },
    },
    ({ ctx, params }) => approveReturn(ctx, params),
  )

  app.post(
    '/orders/:id/returns/:returnId/rejection',
    {
      config,
      schema: {
        operationId: 'orders.returns.reject',
        tags,
        summary: 'Reject a return',
        description: 'The return must be `requested`; any other status returns 409. A note replaces the previous one.',
        params: ReturnPath,
        body: ReturnRejection,
        response: { 200: Return },
      },
    },
    ({ ctx, params, body }) => rejectReturn(ctx, params, body),
  )

  app.post(
    '/orders/:id/returns/:returnId/receipt',
    {
      config,
      schema: {
        operationId: 'orders.returns.receive',
        tags,
        summary: 'Receive a return',
        description:
          'Records all outstanding items as received, or some of them. Once all have arrived, the return is `received`. Units that can be sold again are restocked immediately, at `locationId` or the location they were taken from. Units without tracked stock, or no longer in the catalog, are not restocked; `restocked` is the number that were. **This does not refund the buyer**: use `POST /v1/orders/{id}/refunds`.',
        params: ReturnPath,
        body: ReturnReceipt,
        response: { 200: Return },
      },
    },
    ({ ctx, params, body }) => receiveReturn(ctx, params, body),
  )

  app.post(
    '/orders/:id/returns/:returnId/closure',
    {
      config,
      schema: {
        operationId: 'orders.returns.close',
        tags,
        summary: 'Close a return',
        description: 'The return must be `approved` or `received`. Items that did not arrive can be returned again.',
        params: ReturnPath,
        response: { 200: Return },
      },
    },
    ({ ctx, params }) => closeReturn(ctx, params),
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
