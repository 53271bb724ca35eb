import type { Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { listMembers } from './members.ts'
import { LoyaltyMember, LoyaltyMembersQuery } from './schemas.ts'

export const memberRoutes: Routes = async (app) => {
  app.get(
    '/loyalty/accounts',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'loyalty.accounts.list',
        tags: ['Loyalty'],
        summary: 'List loyalty accounts',
        description: 'The customers who have or had points, newest account first.',
        querystring: LoyaltyMembersQuery,
        response: { 200: Page(LoyaltyMember) },
      },
    },
    ({ ctx, query }) => listMembers(ctx, query),
  )
}
