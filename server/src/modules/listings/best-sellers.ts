import { type Ctx, transaction } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { announceCatalogChange } from './listings.ts'
import * as queries from './sales-queries.ts'

/** Older sales say little about what sells now. */
const SALES_WINDOW_DAYS = 90
const DAY_MS = 86_400_000
/** An order has the time at which its request began, and is visible when its transaction ends. */
const LONGEST_TRANSACTION_MS = 600_000
/** Orders, or products, per transaction: nobody waits long for their rows. */
const BATCH = 1000

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

/** Reads only the orders that changed since the last time, and those that are too old now. */
export async function countSales(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now.getTime() - SALES_WINDOW_DAYS * DAY_MS)
  await startCount(ctx)
  await repeat(() => inTransaction(ctx, (ctx) => countOldSales(ctx, since)))
  await inTransaction(ctx, async (ctx, { at }) => {
    const overlap = new Date(Math.max(new Date(at).getTime() - LONGEST_TRANSACTION_MS, 0))
    await queries.saveSalesPosition(ctx, { at: overlap.toISOString(), orderId: '' })
    return true
  })
  await repeat(() => inTransaction(ctx, (ctx, counted) => countChangedSales(ctx, counted, since)))
}

/** Before the first time, or after the listings were copied: counts from the first order. */
async function startCount(ctx: Ctx): Promise<void> {
  if (await queries.lockSalesPosition(ctx)) return
  await repeat(async () => (await transaction(ctx, (ctx) => queries.resetUnitsSold(ctx, BATCH))) === BATCH)
  await transaction(ctx, async (ctx) => {
    await queries.deleteCountedSales(ctx)
    await queries.saveSalesPosition(ctx, { at: new Date(0).toISOString(), orderId: '' })
  })
}

type CountBatch = (ctx: Ctx, counted: queries.SalesPosition) => Promise<boolean>

const inTransaction = (ctx: Ctx, count: CountBatch): Promise<boolean> =>
  transaction(ctx, async (ctx) => {
    const counted = await queries.lockSalesPosition(ctx)
    // Otherwise the listings were copied meanwhile: the next run counts from the first order.
    return counted ? count(ctx, counted) : false
  })

/** While there may be more. */
async function repeat(batch: () => Promise<boolean>): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await batch()
}

async function countOldSales(ctx: Ctx, since: Date): Promise<boolean> {
  const old = await queries.listOldSales(ctx, since, BATCH)
  await countOrders(ctx, old, since)
  return old.length === BATCH
}

async function countChangedSales(ctx: Ctx, counted: queries.SalesPosition, since: Date): Promise<boolean> {
  const changed = await queries.listChangedOrders(ctx, counted, BATCH)
  const last = changed.at(-1)
  if (!last) return false
  await countOrders(ctx, changed, since)
  await queries.saveSalesPosition(ctx, last)
  return changed.length === BATCH
}

async function countOrders(ctx: Ctx, orders: { orderId: string }[], since: Date): Promise<void> {
  const ids = [...new Set(orders.map(({ orderId }) => orderId))]
  if (ids.length > 0 && (await queries.countSalesOf(ctx, ids, since)) > 0) announceCatalogChange(ctx)
}
