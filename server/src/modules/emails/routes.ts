import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { createEmail, getEmail, listEmails, resendEmail } from './emails.ts'
import { Email, EmailPath, EmailSummary, EmailsQuery, NewEmail } from './schemas.ts'

const tags = ['Mails']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const emailRoutes: Routes = async (app) => {
  app.get(
    '/mails',
    {
      config,
      schema: {
        operationId: 'mails.list',
        tags,
        summary: 'The outbox: what was written to buyers',
        description: 'Newest first, without the texts. Filters may be combined.',
        querystring: EmailsQuery,
        response: { 200: Page(EmailSummary) },
      },
    },
    ({ ctx, query }) => listEmails(ctx, query),
  )

  app.get(
    '/mails/:id',
    {
      config,
      schema: {
        operationId: 'mails.get',
        tags,
        summary: 'One mail, as it was written',
        description: 'What it says is kept for 90 days after it was sent; the rest stays.',
        params: EmailPath,
        response: { 200: Email },
      },
    },
    ({ ctx, params }) => getEmail(ctx, params.id),
  )

  app.post(
    '/mails',
    {
      config,
      schema: {
        operationId: 'mails.write',
        tags,
        summary: 'Write to the buyer of an order',
        description:
          'Mails are written by themselves as orders are placed, sent and refunded; this is for those that were not, such as the confirmation of an imported order. Each is written once: one that there is already is answered as it is, and not sent again.',
        body: NewEmail,
        response: { 200: Email },
      },
    },
    ({ ctx, body }) => createEmail(ctx, body),
  )

  app.post(
    '/mails/:id/deliveries',
    {
      config,
      schema: {
        operationId: 'mails.deliver',
        tags,
        summary: 'Send a mail again',
        description:
          'The same text to the same address, whether or not it was sent before. In the sandbox nothing leaves: it stays `suppressed`. 409 for a mail whose text is not kept any more, and for a gift card whose code was sent.',
        params: EmailPath,
        response: { 200: Email },
      },
    },
    ({ ctx, params }) => resendEmail(ctx, params.id),
  )
}
