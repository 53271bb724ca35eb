import type { Routes } from '../../../http/routes.ts'
import { getChatReport } from './report.ts'
import { ChatReport, ChatReportQuery } from './schemas.ts'

export const chatReportRoutes: Routes = async (app) => {
  app.get(
    '/chat/report',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'chat.report',
        tags: ['Chat'],
        summary: 'Get the report of the chat',
        description:
          'How the assistant answered and how customers rated it, per day. At most 400 days, in the shop’s time zone. Questions from the playground are not counted.',
        querystring: ChatReportQuery,
        response: { 200: ChatReport },
      },
    },
    ({ ctx, query }) => getChatReport(ctx, query),
  )
}
