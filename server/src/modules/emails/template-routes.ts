import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import {
  EmailPreview,
  EmailPreviewRequest,
  EmailTemplate,
  EmailTemplateInput,
  EmailTemplatePath,
  EmailTemplates,
} from './schemas.ts'
import { listEmailTemplates, previewEmail, resetEmailTemplate, saveEmailTemplate } from './templates.ts'

const tags = ['Mails']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const emailTemplateRoutes: Routes = async (app) => {
  app.get(
    '/mail-templates',
    {
      config,
      schema: {
        operationId: 'mailTemplates.list',
        tags,
        summary: 'The words of all mails to buyers',
        description:
          'One for each kind, the built-in words where the shop has none of its own, each with the placeholders that it may name.',
        response: { 200: EmailTemplates },
      },
    },
    async ({ ctx }) => ({ data: await listEmailTemplates(ctx) }),
  )

  app.put(
    '/mail-templates/:kind',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'mailTemplates.save',
        tags,
        summary: 'Write the words of a mail',
        description:
          'A placeholder that this kind of mail does not know is refused, with all that it knows. With `If-Match` a stale version is answered with 412 `precondition_failed`.',
        params: EmailTemplatePath,
        headers: IfMatch,
        body: EmailTemplateInput,
        response: { 200: EmailTemplate },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const template = await saveEmailTemplate(ctx, params.kind, body, headers['if-match'])
      reply.header('etag', toEtag(template.version))
      return template
    },
  )

  app.delete(
    '/mail-templates/:kind',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'mailTemplates.reset',
        tags,
        summary: 'Go back to the built-in words',
        description: 'With `If-Match` a stale version is answered with 412 `precondition_failed`.',
        params: EmailTemplatePath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await resetEmailTemplate(ctx, params.kind, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.post(
    '/mail-templates/:kind/preview',
    {
      config: { ...config, staff: 'viewer' },
      schema: {
        operationId: 'mailTemplates.preview',
        tags,
        summary: 'See a mail before it is written',
        description:
          'What a buyer would get, with the words that are sent here in place of the stored ones, of an order of the shop or of an invented one. Nothing is stored and nothing is sent.',
        params: EmailTemplatePath,
        body: EmailPreviewRequest,
        response: { 200: EmailPreview },
      },
    },
    ({ ctx, params, body }) => previewEmail(ctx, params.kind, body),
  )
}
