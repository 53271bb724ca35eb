import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { NewTicketView, TicketView, TicketViewChanges, TicketViewCounts, TicketViewPath } from './schemas.ts'
import { countViews, createView, deleteView, listViews, updateView } from './ticket-views.ts'

const tags = ['Tickets']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const ticketViewRoutes: Routes = async (app) => {
  app.get(
    '/ticket-views',
    {
      config,
      schema: {
        operationId: 'ticketViews.list',
        tags,
        summary: 'List the views of the inbox',
        description:
          'Built-in views first, then saved ones. `Mine`, `Mentions` and `Following` exist only for members of staff.',
        response: { 200: Page(TicketView) },
      },
    },
    ({ ctx }) => listViews(ctx),
  )

  app.get(
    '/ticket-views/counts',
    {
      config,
      schema: {
        operationId: 'ticketViews.counts',
        tags,
        summary: 'Count the tickets of each view',
        description: 'Only views with open work have a count. Counts are exact up to 1,000.',
        response: { 200: TicketViewCounts },
      },
    },
    ({ ctx }) => countViews(ctx),
  )

  app.post(
    '/ticket-views',
    {
      config,
      schema: {
        operationId: 'ticketViews.create',
        tags,
        summary: 'Create a view',
        description: 'Saves a filter of the inbox under a name. Only owners, admins and keys create shared views.',
        body: NewTicketView,
        response: { 201: TicketView },
      },
    },
    async ({ ctx, body }, reply) => {
      reply.code(201)
      return createView(ctx, body)
    },
  )

  app.patch(
    '/ticket-views/:id',
    {
      config,
      schema: {
        operationId: 'ticketViews.update',
        tags,
        summary: 'Update a view',
        description: 'Fields you omit keep their current value. `filter` is replaced as a whole.',
        params: TicketViewPath,
        body: TicketViewChanges,
        response: { 200: TicketView },
      },
    },
    ({ ctx, params, body }) => updateView(ctx, params.id, body),
  )

  app.delete(
    '/ticket-views/:id',
    {
      config,
      schema: {
        operationId: 'ticketViews.delete',
        tags,
        summary: 'Delete a view',
        description: 'Only the view is deleted, not its tickets.',
        params: TicketViewPath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteView(ctx, params.id)
      reply.code(204)
      return null
    },
  )
}
