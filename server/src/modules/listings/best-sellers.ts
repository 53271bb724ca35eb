import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import * as queries from './listing-queries.ts'
import { announceCatalogChange } from './listings.ts'

/** Older sales say little about what sells now. */
const SALES_WINDOW_DAYS = 90
const DAY_MS = 86_400_000

/** Runs hourly instead of with every order: the ranking may lag, and no checkout waits for it. */
export const countAllSales: Schedule = {
  name: 'listings.count-sales',
  cron: '13 * * * *',
  run: async (system) => {
    for (const environment of await queries.listEnvironments(system)) {
      if (system.signal.aborted) return
      await countSales({ ...system, ...environment, caller: { kind: 'system' } })
    }
  },
}

export async function countSales(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now.getTime() - SALES_WINDOW_DAYS * DAY_MS)
  await transaction(ctx, async (ctx) => {
    if ((await queries.updateUnitsSold(ctx, since)) > 0) announceCatalogChange(ctx)
  })
}
