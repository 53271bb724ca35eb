import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { getEvent, listEvents, replayEvent } from './inbound-events.ts'
import { InboundEvent, InboundEventDetails, InboundEventPath, InboundEventsQuery } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Connections']

export const inboundEventRoutes: Routes = async (app) => {
  app.get(
    '/inbound-events',
    {
      config: read,
      schema: {
        operationId: 'inboundEvents.list',
        tags,
        summary: 'List what providers sent',
        description:
          'Newest first, of the last 30 days. Includes topics that nothing processes, and the last 100 requests of each provider without a valid signature.',
        querystring: InboundEventsQuery,
        response: { 200: Page(InboundEvent) },
      },
    },
    ({ ctx, query }) => listEvents(ctx, query),
  )

  app.get(
    '/inbound-events/:id',
    {
      config: read,
      schema: {
        operationId: 'inboundEvents.get',
        tags,
        summary: 'Get an inbound event',
        description: 'With its body, for callers who may change connections.',
        params: InboundEventPath,
        response: { 200: InboundEventDetails },
      },
    },
    ({ ctx, params }) => getEvent(ctx, params.id),
  )

  app.post(
    '/inbound-events/:id/replay',
    {
      config: write,
      schema: {
        operationId: 'inboundEvents.replay',
        tags,
        summary: 'Process an inbound event again',
        description: 'Returns 409 if its body is not stored: rejected and erased events, and emails.',
        params: InboundEventPath,
        response: { 202: InboundEvent },
      },
    },
    async ({ ctx, params }, reply) => {
      reply.code(202)
      return replayEvent(ctx, params.id)
    },
  )
}
