import { Type } from 'typebox'
import { toSinglePage } from '../../../db/page.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { NewTicketStatus, TicketStatus, TicketStatusChanges, TicketStatusPath } from './schemas.ts'
import { createStatus, deleteStatus, listStatuses, updateStatus } from './statuses.ts'

const tags = ['Tickets']
const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const configure = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig

export const statusRoutes: Routes = async (app) => {
  app.get(
    '/ticket-statuses',
    {
      config: read,
      schema: {
        operationId: 'ticketStatuses.list',
        tags,
        summary: 'List ticket statuses',
        description: 'Returns them by `position`.',
        response: { 200: Page(TicketStatus) },
      },
    },
    async ({ ctx }) => toSinglePage(await listStatuses(ctx)),
  )

  app.post(
    '/ticket-statuses',
    {
      config: configure,
      schema: {
        operationId: 'ticketStatuses.create',
        tags,
        summary: 'Create a ticket status',
        description: 'Its category says what it means: `open`, `pending` or `resolved`.',
        body: NewTicketStatus,
        response: { 201: TicketStatus },
      },
    },
    async ({ ctx, body }, reply) => {
      reply.code(201)
      return createStatus(ctx, body)
    },
  )

  app.patch(
    '/ticket-statuses/:id',
    {
      config: configure,
      schema: {
        operationId: 'ticketStatuses.update',
        tags,
        summary: 'Update a ticket status',
        description: 'Fields you omit keep their value. The category can’t change.',
        params: TicketStatusPath,
        body: TicketStatusChanges,
        response: { 200: TicketStatus },
      },
    },
    ({ ctx, params, body }) => updateStatus(ctx, params.id, body),
  )

  app.delete(
    '/ticket-statuses/:id',
    {
      config: configure,
      schema: {
        operationId: 'ticketStatuses.delete',
        tags,
        summary: 'Delete a ticket status',
        description: 'Only if no ticket has it and it is not the default of its category.',
        params: TicketStatusPath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteStatus(ctx, params.id)
      reply.code(204)
      return null
    },
  )
}
