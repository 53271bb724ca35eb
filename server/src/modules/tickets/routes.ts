import { keyset, toPage } from '../../db/page.ts'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { updateTickets } from './bulk-update.ts'
import { claimedNumberOf, claimNumber } from './claim-number.ts'
import { listEvents } from './list-queries.ts'
import {
  BulkResult,
  BulkUpdate,
  NewTicket,
  Ticket,
  TicketChanges,
  TicketEvent,
  TicketEventsQuery,
  TicketPath,
  TicketsQuery,
} from './schemas.ts'
import { createTicket, getTicket, listTickets, updateTicket } from './tickets.ts'

const tags = ['Tickets']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const ticketRoutes: Routes = async (app) => {
  app.get(
    '/tickets',
    {
      config,
      schema: {
        operationId: 'tickets.list',
        tags,
        summary: 'List tickets',
        description: 'Returns those who have waited longest for a reply first. Spam and merged tickets are not listed.',
        querystring: TicketsQuery,
        response: { 200: Page(Ticket) },
      },
    },
    ({ ctx, query }) => listTickets(ctx, query),
  )

  app.post(
    '/tickets',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      preHandler: claimNumber,
      schema: {
        operationId: 'tickets.create',
        tags,
        summary: 'Create a ticket',
        description:
          'The customer is found by the requester’s email, or created. The message is from the customer unless `kind` is `reply` or `note`; a reply of an `email` ticket is sent to the requester.',
        body: NewTicket,
        response: { 201: Ticket },
      },
    },
    async (request, reply) => {
      const ticket = await createTicket(request.ctx, { ...request.body, number: claimedNumberOf(request) })
      reply.code(201).header('etag', toEtag(ticket.version))
      return ticket
    },
  )

  app.post(
    '/tickets/bulk',
    {
      config,
      schema: {
        operationId: 'tickets.bulkUpdate',
        tags,
        summary: 'Update up to 100 tickets',
        description:
          'Makes the same changes to each ticket. A ticket that can’t be changed has an `error` and does not affect the others.',
        body: BulkUpdate,
        response: { 200: BulkResult },
      },
    },
    ({ ctx, body }) => updateTickets(ctx, body),
  )

  app.get(
    '/tickets/:id',
    {
      config,
      schema: {
        operationId: 'tickets.get',
        tags,
        summary: 'Get a ticket',
        description: 'If `mergedIntoId` is set, its messages are in that ticket.',
        params: TicketPath,
        response: { 200: Ticket },
      },
    },
    async ({ ctx, params }, reply) => {
      const ticket = await getTicket(ctx, params.id)
      reply.header('etag', toEtag(ticket.version))
      return ticket
    },
  )

  app.patch(
    '/tickets/:id',
    {
      config,
      schema: {
        operationId: 'tickets.update',
        tags,
        summary: 'Update a ticket',
        description:
          'Fields you omit keep their value; a list you send replaces the whole list, and `addTags` and `removeTags` change single tags. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        params: TicketPath,
        headers: IfMatch,
        body: TicketChanges,
        response: { 200: Ticket },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const ticket = await updateTicket(ctx, params.id, body, { ifMatch: headers['if-match'] })
      reply.header('etag', toEtag(ticket.version))
      return ticket
    },
  )

  app.get(
    '/tickets/:id/events',
    {
      config,
      schema: {
        operationId: 'tickets.events.list',
        tags,
        summary: 'List the history of a ticket',
        description: 'Returns what happened besides messages, newest first.',
        params: TicketPath,
        querystring: TicketEventsQuery,
        response: { 200: Page(TicketEvent) },
      },
    },
    async ({ ctx, params, query }) => {
      await getTicket(ctx, params.id)
      const page = keyset(query)
      return toPage(await listEvents(ctx, params.id, page), page)
    },
  )
}
