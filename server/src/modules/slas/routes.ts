import { toSinglePage } from '../../db/page.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { TicketPath } from '../tickets/schemas.ts'
import { TicketSla, TicketSlasQuery } from './schemas.ts'
import { getTicketSla, listTicketSlas } from './slas.ts'

const tags = ['SLAs']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const ticketSlaRoutes: Routes = async (app) => {
  app.get(
    '/tickets/:id/sla',
    {
      config,
      schema: {
        operationId: 'tickets.sla',
        tags,
        summary: 'Get the SLA of a ticket',
        description: 'Returns its targets with their due times. Without a policy, there are none.',
        params: TicketPath,
        response: { 200: TicketSla },
      },
    },
    ({ ctx, params }) => getTicketSla(ctx, params.id),
  )

  app.get(
    '/ticket-slas',
    {
      config,
      schema: {
        operationId: 'ticketSlas.list',
        tags,
        summary: 'List the SLAs of tickets',
        description: 'For the tickets of a list. Tickets without targets are left out.',
        querystring: TicketSlasQuery,
        response: { 200: Page(TicketSla) },
      },
    },
    async ({ ctx, query }) => toSinglePage(await listTicketSlas(ctx, query.ticketIds.split(','))),
  )
}
