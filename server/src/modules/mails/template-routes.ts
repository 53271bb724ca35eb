import { Type } from 'typebox'
import type { Routes } from '../../http/routes.ts'
import { IfMatch, versionTag } from '../../http/version-tag.ts'
import {
  MailPreview,
  MailPreviewWish,
  MailTemplate,
  MailTemplateDraft,
  MailTemplatePath,
  MailTemplates,
} from './schemas.ts'
import { listMailTemplates, previewMail, resetMailTemplate, saveMailTemplate } from './templates.ts'

const tags = ['Mails']
const config = { access: 'key', limit: 'default' } as const

export const mailTemplateRoutes: Routes = async (app) => {
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
        response: { 200: MailTemplates },
      },
    },
    async ({ ctx }) => ({ data: await listMailTemplates(ctx) }),
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
        params: MailTemplatePath,
        headers: IfMatch,
        body: MailTemplateDraft,
        response: { 200: MailTemplate },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const template = await saveMailTemplate(ctx, params.kind, body, headers['if-match'])
      reply.header('etag', versionTag(template.version))
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
        params: MailTemplatePath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await resetMailTemplate(ctx, params.kind, headers['if-match'])
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
        params: MailTemplatePath,
        body: MailPreviewWish,
        response: { 200: MailPreview },
      },
    },
    ({ ctx, params, body }) => previewMail(ctx, params.kind, body),
  )
}
