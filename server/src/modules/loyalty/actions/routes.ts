import type { Routes } from '../../../http/routes.ts'
import { earnForAction } from './actions.ts'
import { ActionEarning, NewActionEarning } from './schemas.ts'

export const actionRoutes: Routes = async (app) => {
  app.post(
    '/loyalty/earn',
    {
      config: { access: 'key', limit: 'default', staff: 'admin' },
      schema: {
        operationId: 'loyalty.earn',
        tags: ['Loyalty'],
        summary: 'Earn points for an action',
        description:
          'The points are available at once. Sending an `eventId` again returns the first response. An action that the program does not have returns 422 `unknown_action`; above `limitPerCustomer` it returns 409. Requires the admin role in the dashboard.',
        body: NewActionEarning,
        response: { 201: ActionEarning },
      },
    },
    async ({ ctx, body }, reply) => {
      const earning = await earnForAction(ctx, body)
      reply.code(201)
      return earning
    },
  )
}
