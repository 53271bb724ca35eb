import { Type } from 'typebox'
import { toSinglePage } from '../../../db/page.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { createField, deleteField, listFields, updateField } from './fields.ts'
import { NewTicketField, TicketField, TicketFieldChanges, TicketFieldPath } from './schemas.ts'

const tags = ['Tickets']
const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const configure = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig

export const fieldRoutes: Routes = async (app) => {
  app.get(
    '/ticket-fields',
    {
      config: read,
      schema: {
        operationId: 'ticketFields.list',
        tags,
        summary: 'List ticket fields',
        description: 'Returns the definitions of custom fields by `position`.',
        response: { 200: Page(TicketField) },
      },
    },
    async ({ ctx }) => toSinglePage(await listFields(ctx)),
  )

  app.post(
    '/ticket-fields',
    {
      config: configure,
      schema: {
        operationId: 'ticketFields.create',
        tags,
        summary: 'Create a ticket field',
        description: 'Tickets have a value for it in `customFields`, under its `key`.',
        body: NewTicketField,
        response: { 201: TicketField },
      },
    },
    async ({ ctx, body }, reply) => {
      reply.code(201)
      return createField(ctx, body)
    },
  )

  app.patch(
    '/ticket-fields/:key',
    {
      config: configure,
      schema: {
        operationId: 'ticketFields.update',
        tags,
        summary: 'Update a ticket field',
        description: 'Fields you omit keep their value. The key and the type can’t change.',
        params: TicketFieldPath,
        body: TicketFieldChanges,
        response: { 200: TicketField },
      },
    },
    ({ ctx, params, body }) => updateField(ctx, params.key, body),
  )

  app.delete(
    '/ticket-fields/:key',
    {
      config: configure,
      schema: {
        operationId: 'ticketFields.delete',
        tags,
        summary: 'Delete a ticket field',
        description: 'Tickets keep the values they have.',
        params: TicketFieldPath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteField(ctx, params.key)
      reply.code(204)
      return null
    },
  )
}
