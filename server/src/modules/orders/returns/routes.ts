import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { OrderPageQuery } from '../request-schemas.ts'
import { OrderPath } from '../schemas.ts'
import { approveReturn, closeReturn, listReturns, receiveReturn, rejectReturn, requestReturn } from './returns.ts'
import { NewReturn, Return, ReturnPath, ReturnReceipt, ReturnRejection } from './schemas.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const returnRoutes: Routes = async (app) => {
  app.post(
    '/orders/:id/returns',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'orders.returns.create',
        tags,
        summary: 'Ask to give something back',
        description:
          'Only what was sent, and nothing twice: more than that is 409, with the numbers. No money moves here: see `POST /v1/orders/{id}/refunds`.',
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
        summary: 'Returns of an order, newest first',
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
        summary: 'Agree to a return',
        description: 'From `requested`; anything else is 409.',
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
        summary: 'Refuse a return',
        description: 'From `requested`; anything else is 409. A note takes the place of the one that was there.',
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
        summary: 'Say what has come back',
        description:
          'All that is still to come, or some of it; when all is here the return is `received`. What can be sold again is on the shelf at once: at the given location or the first active one. What is not counted, or no longer in the catalogue, is not put anywhere (`restocked` says how many were). **No money is given back by this**: that is `POST /v1/orders/{id}/refunds`.',
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
        summary: 'Expect nothing more of a return',
        description: 'From `approved` or `received`. What has not come back may be asked for again.',
        params: ReturnPath,
        response: { 200: Return },
      },
    },
    ({ ctx, params }) => closeReturn(ctx, params),
  )
}
