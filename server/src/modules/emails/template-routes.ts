import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import {
  EmailPreview,
  EmailPreviewRequest,
  EmailTemplate,
  EmailTemplatePath,
  EmailTemplateSettings,
  EmailTemplates,
} from './schemas.ts'
import { listEmailTemplates, previewEmail, resetEmailTemplate, saveEmailTemplate } from './templates.ts'

const tags = ['Emails']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const emailTemplateRoutes: Routes = async (app) => {
  app.get(
    '/email-templates',
    {
      config,
      schema: {
        operationId: 'emailTemplates.list',
        tags,
        summary: 'List email templates',
        description:
          'One template for each kind, with the placeholders that it supports. A kind without a template of the shop has the built-in text.',
        response: { 200: EmailTemplates },
      },
    },
    async ({ ctx }) => ({ data: await listEmailTemplates(ctx), nextCursor: null }),
  )

  app.put(
    '/email-templates/:kind',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'emailTemplates.replace',
        tags,
        summary: 'Save an email template',
        description: 'An unknown placeholder returns 400 with all placeholders that this kind supports.',
        params: EmailTemplatePath,
        headers: IfMatch,
        body: EmailTemplateSettings,
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
    '/email-templates/:kind',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'emailTemplates.reset',
        tags,
        summary: 'Reset an email template',
        description: 'Restores the built-in text.',
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
    '/email-templates/:kind/preview',
    {
      config: { ...config, staff: 'viewer' },
      schema: {
        operationId: 'emailTemplates.preview',
        tags,
        summary: 'Preview an email',
        description:
          'Renders the email that a buyer would get. `subject` and `body` replace the stored text. Without `orderId`, the email is about a sample order. Nothing is stored or sent.',
        params: EmailTemplatePath,
        body: EmailPreviewRequest,
        response: { 200: EmailPreview },
      },
    },
    ({ ctx, params, body }) => previewEmail(ctx, params.kind, body),
  )
}
