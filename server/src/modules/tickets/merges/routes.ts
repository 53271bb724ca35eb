import type { FastifyRequest } from 'fastify'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { claimedNumberOf, claimNumber } from '../claim-number.ts'
import { Ticket, TicketPath } from '../schemas.ts'
import { getTicket } from '../tickets.ts'
import { mergeTickets, unmergeTicket } from './merges.ts'
import { NewTicketMerge, NewTicketSplit } from './schemas.ts'
import { splitTicket, unsplitTicket } from './splits.ts'

const tags = ['Tickets']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** Claims no number for a missing ticket. */
async function claimNumberForExisting(request: FastifyRequest): Promise<void> {
  await getTicket(request.ctx, (request.params as { id: string }).id)
  await claimNumber(request)
}

export const mergeRoutes: Routes = async (app) => {
  app.post(
    '/tickets/:id/merge',
    {
      config,
      schema: {
        operationId: 'tickets.merge',
        tags,
        summary: 'Merge a ticket into another one',
        description:
          'Its messages move to `intoId`, and so do later ones. Returns the ticket that has them now. A merge can be reversed.',
        params: TicketPath,
        body: NewTicketMerge,
        response: { 200: Ticket },
      },
    },
    ({ ctx, params, body }) => mergeTickets(ctx, params.id, body.intoId),
  )

  app.post(
    '/tickets/:id/unmerge',
    {
      config: { ...config, isBodyOptional: true },
      schema: {
        operationId: 'tickets.unmerge',
        tags,
        summary: 'Reverse a merge',
        description:
          'The ticket gets back its status and its messages, with those that arrived for it in the meantime. Returns the ticket.',
        params: TicketPath,
        response: { 200: Ticket },
      },
    },
    ({ ctx, params }) => unmergeTicket(ctx, params.id),
  )

  app.post(
    '/tickets/:id/split',
    {
      config,
      preHandler: claimNumberForExisting,
      schema: {
        operationId: 'tickets.split',
        tags,
        summary: 'Split a ticket',
        description: 'Moves messages to a new ticket of the same requester and returns it. A split can be reversed.',
        params: TicketPath,
        body: NewTicketSplit,
        response: { 201: Ticket },
      },
    },
    async (request, reply) => {
      const { ctx, params, body } = request
      reply.code(201)
      return splitTicket(ctx, params.id, body, claimedNumberOf(request))
    },
  )

  app.post(
    '/tickets/:id/unsplit',
    {
      config: { ...config, isBodyOptional: true },
      schema: {
        operationId: 'tickets.unsplit',
        tags,
        summary: 'Reverse a split',
        description:
          'The messages of the new ticket return to the ticket they came from, which is returned. Later messages follow.',
        params: TicketPath,
        response: { 200: Ticket },
      },
    },
    ({ ctx, params }) => unsplitTicket(ctx, params.id),
  )
}
