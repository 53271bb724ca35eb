import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { createEmail, getEmail, listEmails, resendEmail } from './emails.ts'
import { Email, EmailPath, EmailSummary, EmailsQuery, NewEmail } from './schemas.ts'

const tags = ['Emails']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const emailRoutes: Routes = async (app) => {
  app.get(
    '/emails',
    {
      config,
      schema: {
        operationId: 'emails.list',
        tags,
        summary: 'List emails',
        description: 'The outbox: all emails to buyers, newest first, without their content. Filters can be combined.',
        querystring: EmailsQuery,
        response: { 200: Page(EmailSummary) },
      },
    },
    ({ ctx, query }) => listEmails(ctx, query),
  )

  app.get(
    '/emails/:id',
    {
      config,
      schema: {
        operationId: 'emails.get',
        tags,
        summary: 'Get an email',
        description: 'The content is stored for 90 days after sending. All other fields are kept.',
        params: EmailPath,
        response: { 200: Email },
      },
    },
    ({ ctx, params }) => getEmail(ctx, params.id),
  )

  app.post(
    '/emails',
    {
      config,
      schema: {
        operationId: 'emails.create',
        tags,
        summary: 'Send an order email',
        description:
          'Emails are sent automatically when orders are placed, shipped and refunded. Use this for emails that were not, such as the confirmation of an imported order. Each email is created once: an existing one is returned and not sent again.',
        body: NewEmail,
        response: { 200: Email },
      },
    },
    ({ ctx, body }) => createEmail(ctx, body),
  )

  app.post(
    '/emails/:id/deliveries',
    {
      config,
      schema: {
        operationId: 'emails.deliver',
        tags,
        summary: 'Resend an email',
        description:
          'Sends the same content to the same address, whether or not it was sent before. In the sandbox nothing is sent, and the email stays `suppressed`. Returns 409 if the content is no longer stored, and for a gift card whose code was sent.',
        params: EmailPath,
        response: { 200: Email },
      },
    },
    ({ ctx, params }) => resendEmail(ctx, params.id),
  )
}
