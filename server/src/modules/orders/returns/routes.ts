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
}
