import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { StoreCreditAccount, StoreCreditAdjustment, StoreCreditPath } from './schemas.ts'
import { adjustStoreCredit, listAccounts } from './store-credit.ts'

const tags = ['Customers']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const storeCreditRoutes: Routes = async (app) => {
  app.get(
    '/customers/:id/store-credit',
    {
      config,
      schema: {
        operationId: 'customers.storeCredit.list',
        tags,
        summary: 'Get store credit',
        description: 'One balance per currency in which the customer ever had store credit.',
        params: StoreCreditPath,
        response: { 200: Page(StoreCreditAccount) },
      },
    },
    ({ ctx, params }) => listAccounts(ctx, params.id),
  )

  app.post(
    '/customers/:id/store-credit',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'customers.storeCredit.adjust',
        tags,
        summary: 'Adjust store credit',
        description:
          'Adds or removes store credit, with a reason. A balance below 0 returns 422 `store_credit_rejected`. Send an `Idempotency-Key` so that a retry changes nothing twice. Requires the admin role in the dashboard.',
        params: StoreCreditPath,
        body: StoreCreditAdjustment,
        response: { 201: StoreCreditAccount },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const account = await adjustStoreCredit(ctx, params.id, body)
      reply.code(201)
      return account
    },
  )
}
