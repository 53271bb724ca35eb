import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { MessagePath, TicketMessage, TicketPath } from '../tickets/schemas.ts'
import { TicketEmail, TicketEmailsQuery } from './schemas.ts'
import { cancelReply, listTicketEmails, retryReply } from './ticket-emails.ts'

const tags = ['Tickets']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const ticketEmailRoutes: Routes = async (app) => {
  app.get(
    '/tickets/:id/emails',
    {
      config,
      schema: {
        operationId: 'tickets.emails.list',
        tags,
        summary: 'List the emails of a ticket',
        description:
          'Replies, acknowledgments and surveys that were sent for the ticket, newest first, with their attempts and bounces.',
        params: TicketPath,
        querystring: TicketEmailsQuery,
        response: { 200: Page(TicketEmail) },
      },
    },
    ({ ctx, params, query }) => listTicketEmails(ctx, params.id, query),
  )

  app.post(
    '/tickets/:id/messages/:messageId/cancel',
    {
      config,
      schema: {
        operationId: 'tickets.messages.cancel',
        tags,
        summary: 'Cancel a reply',
        description:
          'Takes back a reply that was not sent yet. Replies are sent after 10 seconds. Returns 409 if it was sent; canceling twice is harmless.',
        params: MessagePath,
        response: { 200: TicketMessage },
      },
    },
    ({ ctx, params }) => cancelReply(ctx, params.id, params.messageId),
  )

  app.post(
    '/tickets/:id/messages/:messageId/retry',
    {
      config,
      schema: {
        operationId: 'tickets.messages.retry',
        tags,
        summary: 'Send a reply again',
        description:
          'For a reply that failed, bounced or waits for its next attempt. Returns 409 if it was sent, canceled or captured in the sandbox.',
        params: MessagePath,
        response: { 200: TicketMessage },
      },
    },
    ({ ctx, params }) => retryReply(ctx, params.id, params.messageId),
  )
}
