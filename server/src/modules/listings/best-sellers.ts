import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { announceCatalogChange } from './listings.ts'
import * as queries from './sales-queries.ts'

/** Older sales say little about what sells now. */
const SALES_WINDOW_DAYS = 90
const DAY_MS = 86_400_000
/** An order has the time at which its request began, and is visible when its transaction ends. */
const LONGEST_TRANSACTION_MS = 600_000

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

/** Reads only the orders that changed since the last time, and those that are now too old. */
export async function countSales(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now.getTime() - SALES_WINDOW_DAYS * DAY_MS)
  await transaction(ctx, async (ctx) => {
    const countedAt = await queries.lockSalesCount(ctx)
    const changedAfter = new Date(countedAt ? countedAt.getTime() - LONGEST_TRANSACTION_MS : 0)
    const cleared = countedAt ? 0 : await queries.resetUnitsSold(ctx)
    const removed = await queries.removeOldSales(ctx, since)
    const counted = await queries.countChangedSales(ctx, since, changedAfter)
    await queries.updateSalesCount(ctx)
    if (cleared + removed + counted > 0) announceCatalogChange(ctx)
  })
}
