import { idempotencyKeyOf } from '../../http/idempotency/idempotency-key.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { NewTicketAction, TicketAction, TicketActionPath, TicketActionsQuery } from './schemas.ts'
import { listActions, performAction } from './ticket-actions.ts'

const tags = ['Tickets']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const ticketActionRoutes: Routes = async (app) => {
  app.post(
    '/tickets/:id/actions',
    {
      // A refund calls the payment provider, so it can't run in one transaction.
      config: { ...config, idempotency: 'claim' },
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'tickets.actions.create',
        tags,
        summary: 'Perform an action',
        description:
          'Refunds, exchanges or emails an order, or gives the customer points, store credit or a discount code. Each action has the same rules, roles and errors as its own endpoint, and is recorded on the ticket; its order is linked to the ticket. A rejected action changes nothing. Check `status` of a refund: a `pending` one finishes by itself, a `failed` one was declined by the provider.',
        params: TicketActionPath,
        body: NewTicketAction,
        response: { 201: TicketAction },
      },
    },
    async (request, reply) => {
      const { ctx, params, body } = request
      const action = await performAction(ctx, params.id, body, idempotencyKeyOf(request))
      reply.code(201)
      return action
    },
  )

  app.get(
    '/tickets/:id/actions',
    {
      config,
      schema: {
        operationId: 'tickets.actions.list',
        tags,
        summary: 'List actions',
        description: 'What was done for the customer of a ticket, newest first.',
        params: TicketActionPath,
        querystring: TicketActionsQuery,
        response: { 200: Page(TicketAction) },
      },
    },
    ({ ctx, params, query }) => listActions(ctx, params.id, query),
  )
}
