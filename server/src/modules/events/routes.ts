import { Type } from 'typebox'
import { keyset, toPage } from '../../db/page.ts'
import { EVENT_TYPES } from '../../events/event-schemas.ts'
import { Event, findEvent } from '../../events/subscriber.ts'
import type { Routes } from '../../http/routes.ts'
import { notFound } from '../../kit/errors.ts'
import { Id, OneOf, Page, PageQuery } from '../../kit/schema.ts'
import { listEvents } from './queries.ts'

const EventQuery = PageQuery({
  type: Type.Optional(OneOf(EVENT_TYPES, { description: 'Only events of this type.' })),
})

export const eventRoutes: Routes = async (app) => {
  app.get(
    '/events',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'events.list',
        summary: 'List events',
        description: 'Newest first.',
        tags: ['Events'],
        querystring: EventQuery,
        response: { 200: Page(Event) },
      },
    },
    async ({ ctx, query }) => {
      const page = keyset(query)
      return toPage(await listEvents(ctx, query.type, page), page)
    },
  )

  app.get(
    '/events/:id',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'events.get',
        summary: 'Get an event',
        description: 'The `type` decides which fields `data` has.',
        tags: ['Events'],
        params: Type.Object({ id: Id('evt') }),
        response: { 200: Event },
      },
    },
    async ({ ctx, params }) => {
      const event = await findEvent(ctx, params.id)
      if (!event) throw notFound('event', params.id)
      return event
    },
  )
}
