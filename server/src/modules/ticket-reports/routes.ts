import type { Routes } from '../../http/routes.ts'
import { TicketReport, TicketReportQuery } from './schemas.ts'
import { getTicketReport } from './ticket-reports.ts'

export const ticketReportRoutes: Routes = async (app) => {
  app.get(
    '/reports/tickets',
    {
      config: { access: 'key', limit: 'default', mayBeStale: true },
      schema: {
        operationId: 'reports.tickets.get',
        tags: ['Reports'],
        summary: 'Get the ticket report',
        description:
          'Volume, response and resolution times of the help desk, per day or by agent, tag or channel. At most 400 days, in the shop’s time zone. Times are in calendar minutes and, with `businessHoursId`, in minutes of these business hours.',
        querystring: TicketReportQuery,
        response: { 200: TicketReport },
      },
    },
    ({ ctx, query }) => getTicketReport(ctx, query),
  )
}
