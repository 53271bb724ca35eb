import type { Routes } from '../../http/routes.ts'
import { getLimits } from './limits.ts'
import { Limits, LimitsQuery } from './schemas.ts'

export const limitRoutes: Routes = async (app) => {
  app.get(
    '/limits',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'limits.get',
        tags: ['Workspace'],
        summary: 'Get limits and usage',
        description:
          'Each limit of this environment, how much of the current window is used, and how many requests were accepted and rejected in the last 24 hours.',
        querystring: LimitsQuery,
        response: { 200: Limits },
      },
    },
    ({ ctx, server, query }) => getLimits(ctx, server.accessControl.limiter, query.history ?? true),
  )
}
