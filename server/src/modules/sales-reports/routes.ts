import type { Routes } from '../../http/routes.ts'
import { getSalesReport } from './sales-reports.ts'
import { SalesReport, SalesReportQuery } from './schemas.ts'

const DEFAULT_DAYS = 30

export const salesReportRoutes: Routes = async (app) => {
  app.get(
    '/reports/sales',
    {
      config: { access: 'key', limit: 'default', mayBeStale: true },
      schema: {
        operationId: 'reports.sales.get',
        tags: ['Reports'],
        summary: 'Get the sales report',
        description:
          'Sales of the last days, by currency, compared with as many days before, up to the same time of day. Drafts, canceled orders and gift cards are not counted.',
        querystring: SalesReportQuery,
        response: { 200: SalesReport },
      },
    },
    ({ ctx, query }) => getSalesReport(ctx, query.days ?? DEFAULT_DAYS),
  )
}
