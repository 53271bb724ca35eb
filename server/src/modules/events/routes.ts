import { Type } from 'typebox'
import { Event, findEvent } from '../../events/subscriber.ts'
import type { Routes } from '../../http/routes.ts'
import { notFound } from '../../kit/errors.ts'
import { Id, Page } from '../../kit/schema.ts'
import { listEvents } from './events.ts'
import { EventsQuery } from './schemas.ts'

export const eventRoutes: Routes = async (app) => {
  app.get(
    '/events',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'events.list',
        summary: 'List events',
        description:
          'Newest first. With `after`, oldest first, for programs that process every event: see the guide on events. The `type` decides which fields `data` has.',
        tags: ['Events'],
        querystring: EventsQuery,
        response: { 200: Page(Event) },
      },
    },
    ({ ctx, query }) => listEvents(ctx, query),
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
