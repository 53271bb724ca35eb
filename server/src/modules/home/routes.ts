import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { countWaitingWork, getSetupChecklist, listActivity } from './home.ts'
import { Activity, ActivityQuery, SetupChecklist, WaitingWork } from './schemas.ts'

const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const DEFAULT_ACTIVITY = 10

export const homeRoutes: Routes = async (app) => {
  app.get(
    '/home/waiting-work',
    {
      config,
      schema: {
        operationId: 'home.waitingWork.get',
        tags: ['Home'],
        summary: 'Count what waits for staff',
        description: 'Orders to fulfill, payments to capture, returns, disputes, low stock, tickets and chats.',
        response: { 200: WaitingWork },
      },
    },
    ({ ctx }) => countWaitingWork(ctx),
  )

  app.get(
    '/home/setup-checklist',
    {
      config,
      schema: {
        operationId: 'home.setupChecklist.get',
        tags: ['Home'],
        summary: 'Get the setup checklist',
        description: 'What a new shop needs before it can sell. Each step is done as soon as its data exists.',
        response: { 200: SetupChecklist },
      },
    },
    ({ ctx }) => getSetupChecklist(ctx),
  )

  app.get(
    '/home/activity',
    {
      config,
      schema: {
        operationId: 'home.activity.list',
        tags: ['Home'],
        summary: 'List recent activity',
        description:
          'The newest orders, refunds, tickets, leads and reviews, newest first. For every event, use `/v1/events`.',
        querystring: ActivityQuery,
        response: { 200: Page(Activity) },
      },
    },
    ({ ctx, query }) => listActivity(ctx, query.limit ?? DEFAULT_ACTIVITY),
  )
}
