import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getContent, getTrace, listEmails, releaseEmail } from './inbound-email.ts'
import { EmailPath, EmailsQuery, EmailTrace, InboundEmail } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const tags = ['Mail']
const RawEmail = { content: { 'message/rfc822': { schema: Type.Unsafe<Buffer>({}) } } }

export const inboundEmailRoutes: Routes = async (app) => {
  app.get(
    '/mail',
    {
      config: read,
      schema: {
        operationId: 'mail.list',
        tags,
        summary: 'List received emails',
        description:
          'Newest first. No email is dropped silently: those that became no message have the status `ignored` or `failed`.',
        querystring: EmailsQuery,
        response: { 200: Page(InboundEmail) },
      },
    },
    ({ ctx, query }) => listEmails(ctx, query),
  )

  app.get(
    '/mail/:id/trace',
    {
      config: read,
      schema: {
        operationId: 'mail.trace',
        tags,
        summary: 'Explain what happened to an email',
        description: 'Every check in its order: how its ticket was found, or why it was ignored.',
        params: EmailPath,
        response: { 200: EmailTrace },
      },
    },
    ({ ctx, params }) => getTrace(ctx, params.id),
  )

  app.get(
    '/mail/:id/raw',
    {
      config: { ...read, staff: 'agent' },
      schema: {
        operationId: 'mail.raw',
        tags,
        summary: 'Download an email as it arrived',
        description: 'With all headers (`message/rfc822`). Deleted after 30 days.',
        params: EmailPath,
        response: { 200: { description: 'The email.', ...RawEmail } },
      },
    },
    async ({ ctx, params }, reply) => {
      const content = await getContent(ctx, params.id)
      // A browser must not render it on our origin.
      reply.headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${params.id}.eml"`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      reply.type('message/rfc822')
      return content
    },
  )

  app.post(
    '/mail/:id/release',
    {
      config: read,
      schema: {
        operationId: 'mail.release',
        tags,
        summary: 'Make an ignored email a message',
        description: 'Processes it again without the rules for automatic emails and floods.',
        params: EmailPath,
        response: { 202: InboundEmail },
      },
    },
    async ({ ctx, params }, reply) => {
      reply.code(202)
      return releaseEmail(ctx, params.id)
    },
  )
}
