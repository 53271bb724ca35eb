import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getBalance } from './balance/balance.ts'
import { LoyaltyBalance, LoyaltyBalanceQuery } from './earning/schemas.ts'
import { adjustPoints, getAccount, listEntries } from './loyalty.ts'
import { LoyaltyAccount, LoyaltyAccountPath, LoyaltyEntriesQuery, LoyaltyEntry, PointsAdjustment } from './schemas.ts'

const tags = ['Loyalty']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** For routes that create value. */
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const loyaltyRoutes: Routes = async (app) => {
  app.get(
    '/loyalty/balance',
    {
      config,
      schema: {
        operationId: 'loyalty.balance.get',
        tags,
        summary: 'Get a customer’s points, tier and expiring points',
        description: 'Send `customerId` or `email`. A customer without points has a balance of 0.',
        querystring: LoyaltyBalanceQuery,
        response: { 200: LoyaltyBalance },
      },
    },
    ({ ctx, query }) => getBalance(ctx, query),
  )

  app.get(
    '/loyalty/accounts/:customerId',
    {
      config,
      schema: {
        operationId: 'loyalty.accounts.get',
        tags,
        summary: 'Get a loyalty account',
        description: 'The first points open the account; until then it returns 404.',
        params: LoyaltyAccountPath,
        response: { 200: LoyaltyAccount },
      },
    },
    ({ ctx, params }) => getAccount(ctx, params.customerId),
  )

  app.post(
    '/loyalty/accounts/:customerId/entries',
    {
      config: adminConfig,
      schema: {
        operationId: 'loyalty.entries.create',
        tags,
        summary: 'Adjust points',
        description:
          'Adds or removes points, with a reason. The first points open the account. A balance below 0 returns 422 `points_rejected`. Send an `Idempotency-Key` so that a retry changes nothing twice. Requires the admin role in the dashboard.',
        params: LoyaltyAccountPath,
        body: PointsAdjustment,
        response: { 201: LoyaltyAccount },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const account = await adjustPoints(ctx, params.customerId, body)
      reply.code(201)
      return account
    },
  )

  app.get(
    '/loyalty/accounts/:customerId/entries',
    {
      config,
      schema: {
        operationId: 'loyalty.entries.list',
        tags,
        summary: 'List loyalty entries',
        description:
          'The ledger of the account, newest first. The balance is the sum of the entries, which never change.',
        params: LoyaltyAccountPath,
        querystring: LoyaltyEntriesQuery,
        response: { 200: Page(LoyaltyEntry) },
      },
    },
    ({ ctx, params, query }) => listEntries(ctx, params.customerId, query),
  )
}
