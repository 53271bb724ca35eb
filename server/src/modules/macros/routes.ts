import { Type } from 'typebox'
import { toSinglePage } from '../../db/page.ts'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { applyMacro, createMacro, deleteMacro, getMacro, listMacros, previewMacro, updateMacro } from './macros.ts'
import { AppliedMacro, Macro, MacroChanges, MacroPath, MacroPreview, NewMacro, TicketMacroPath } from './schemas.ts'

const tags = ['Macros']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const macroRoutes: Routes = async (app) => {
  app.get(
    '/macros',
    {
      config,
      schema: {
        operationId: 'macros.list',
        tags,
        summary: 'List macros',
        description: 'Returns all of them by name. Members see those that they may use; keys see all.',
        response: { 200: Page(Macro) },
      },
    },
    async ({ ctx }) => toSinglePage(await listMacros(ctx)),
  )

  app.post(
    '/macros',
    {
      config,
      schema: {
        operationId: 'macros.create',
        tags,
        summary: 'Create a macro',
        description: 'A saved reply with changes of the ticket. Agents create private macros; admins share them.',
        body: NewMacro,
        response: { 201: Macro },
      },
    },
    async ({ ctx, body }, reply) => {
      const macro = await createMacro(ctx, body)
      reply.code(201).header('etag', toEtag(macro.version))
      return macro
    },
  )

  app.get(
    '/macros/:id',
    {
      config,
      schema: {
        operationId: 'macros.get',
        tags,
        summary: 'Get a macro',
        description: 'Members find only those that they may use.',
        params: MacroPath,
        response: { 200: Macro },
      },
    },
    async ({ ctx, params }, reply) => {
      const macro = await getMacro(ctx, params.id)
      reply.header('etag', toEtag(macro.version))
      return macro
    },
  )

  app.patch(
    '/macros/:id',
    {
      config,
      schema: {
        operationId: 'macros.update',
        tags,
        summary: 'Update a macro',
        description:
          'Fields you omit keep their value. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        params: MacroPath,
        headers: IfMatch,
        body: MacroChanges,
        response: { 200: Macro },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const macro = await updateMacro(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(macro.version))
      return macro
    },
  )

  app.delete(
    '/macros/:id',
    {
      config,
      schema: {
        operationId: 'macros.delete',
        tags,
        summary: 'Delete a macro',
        description: 'Messages that were sent with it stay.',
        params: MacroPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteMacro(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.post(
    '/tickets/:id/macros/:macroId/preview',
    {
      config: { ...config, staff: 'viewer', idempotency: 'none' },
      schema: {
        operationId: 'tickets.previewMacro',
        tags,
        summary: 'Preview a macro',
        description: 'Returns the text with the values of the ticket. Nothing changes.',
        params: TicketMacroPath,
        response: { 200: MacroPreview },
      },
    },
    ({ ctx, params }) => previewMacro(ctx, params.id, params.macroId),
  )

  app.post(
    '/tickets/:id/macros/:macroId/apply',
    {
      config,
      schema: {
        operationId: 'tickets.applyMacro',
        tags,
        summary: 'Apply a macro',
        description: 'Changes the ticket and returns the text. Send it with `POST /v1/tickets/:id/replies`.',
        params: TicketMacroPath,
        response: { 200: AppliedMacro },
      },
    },
    ({ ctx, params }) => applyMacro(ctx, params.id, params.macroId),
  )
}
