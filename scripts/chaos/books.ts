import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { allJobs } from '../../server/src/app.ts'
import type { Ctx, SystemCtx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { openMail } from '../../server/src/integrations/mail/mail.ts'
import { startWorker } from '../../server/src/jobs/worker.ts'
import { reconcileCheckouts } from '../../server/src/modules/checkout/jobs.ts'
import { auditBalances } from '../../server/src/modules/ledger/queries.ts'
import { reconcilePayments } from '../../server/src/modules/orders/jobs.ts'
import { findEnvironment } from '../../server/src/modules/workspaces/queries.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import type { Shop } from './buyer.ts'
import type { openKillableServer } from './killable-server.ts'

/** When the last hold has expired. */
const HOLD_EXPIRY_MS = 16 * 60_000
const MAX_ROUNDS = 60
const STUCK_MS = 120_000

export type Victim = Awaited<ReturnType<typeof openKillableServer>>

export interface Books {
  /** Checkouts and refunds without an outcome when the server stopped. */
  pendingCount: number
  totals: Record<string, number>
  orderIds: Set<string>
  audit: Awaited<ReturnType<typeof auditBalances>>
}

const PENDING = `
  select (select count(*) from checkouts where environment_id = $1 and status = 'active')
    + (select count(*) from order_refunds where environment_id = $1 and status = 'pending') as count`

const TOTALS = `
  with shop_orders as (select * from orders where environment_id = $1 and (source = 'storefront' or customer_id = any($3))),
  payments as (select * from order_payments where environment_id = $1 and order_id in (select id from shop_orders)),
  provider_payments as (select * from payments where kind = 'provider'),
  bank_payments as (select * from simulated_payments where environment_id = $1)
  select
    (select count(*)::integer from shop_orders) as orders,
    (select count(*)::integer from shop_orders where total <> (
      select coalesce(sum(captured), 0) from payments where payments.order_id = shop_orders.id)) as "orders not paid in full",
    (select coalesce(sum(captured - refunded), 0)::integer from provider_payments) as "kept by card",
    (select coalesce(sum(captured - refunded), 0)::integer from bank_payments) as "kept by the bank",
    (select coalesce(sum(captured), 0)::integer from payments where kind = 'points') as "paid with points",
    (select coalesce(sum(captured), 0)::integer from payments where kind = 'store_credit') as "paid with store credit",
    (select count(*)::integer from bank_payments as bank where captured > refunded and not exists (
      select from provider_payments as paid where paid.ref = bank.ref and paid.captured = bank.captured)) as "charges without their order",
    (select count(*)::integer from provider_payments as paid where not exists (
      select from bank_payments as bank where paid.ref = bank.ref and paid.captured = bank.captured)) as "orders without their charge",
    (select count(*)::integer - count(distinct number)::integer from shop_orders) as "numbers twice",
    (select count(*)::integer - count(distinct contents ->> 'cartId')::integer from shop_orders) as "carts bought twice",
    (select coalesce(sum(ordered), 0)::integer from order_items where environment_id = $1 and variant_id = $2) as sold,
    (select sum(on_hand)::integer from stock_levels where environment_id = $1 and variant_id = $2) as "on hand",
    (select sum(reserved)::integer from stock_levels where environment_id = $1 and variant_id = $2) as reserved,
    (select count(*)::integer from stock_holds where environment_id = $1) as holds,
    (select -sum(on_hand)::integer from stock_movements where environment_id = $1 and variant_id = $2 and reason = 'sold') as "sold in the ledger",
    (select usage_count from promotions where environment_id = $1 and title = 'Chaos') as "uses of the code",
    (select count(*)::integer from shop_orders where contents::text like '%CHAOS%') as "orders with the code",
    (select count(*)::integer from checkouts where environment_id = $1 and status = 'active'
      and not exists (select from orders where orders.environment_id = $1 and orders.id = checkouts.order_id)) as "checkouts in doubt",
    (select count(*)::integer from order_refunds where environment_id = $1 and order_id in (select id from shop_orders)) as refunds,
    (select count(*)::integer from order_refunds where environment_id = $1 and status <> 'completed'
      and order_id in (select id from shop_orders)) as "refunds not completed",
    (select count(*)::integer from loyalty_lots where environment_id = $1 and order_id in (select id from shop_orders)) as "orders that earned points",
    (select count(*)::integer from shop_orders where exists (
        select from payments where payments.order_id = shop_orders.id and kind = 'provider' and captured >= 300)
      and not exists (select from loyalty_lots where environment_id = $1 and order_id = shop_orders.id)) as "orders that earned nothing"`

/** Opens the database of a stopped server, finishes what its jobs would have finished, and adds everything up. */
export async function readBooks({ openDatabase: connect }: Victim, shop: Shop): Promise<Books> {
  const database = await connect()
  const db = openDatabase({ connection: database.connection })
  const client = new pg.Client(database.connection)
  await client.connect()
  const countRows = async (text: string) => Number((await client.query(text, [shop.workspaceId])).rows[0].count)
  try {
    const log = pino({ level: 'error' })
    const system: SystemCtx = { ...STUB_DEPENDENCIES, db, log, signal: new AbortController().signal, now: new Date() }
    const pendingCount = await countRows(PENDING)
    // Runs the server's own every-minute jobs after all holds have expired; each run handles a batch per shop.
    for (let round = 0; round < MAX_ROUNDS && (round === 0 || (await countRows(PENDING)) > 0); round++) {
      const now = new Date(Date.now() + HOLD_EXPIRY_MS + round * 60_000)
      await reconcileCheckouts.run({ ...system, now })
      await reconcilePayments.run({ ...system, now })
    }
    await finishJobs(system, client, database.connection, () =>
      countRows("select count(*) from graphile_worker._private_jobs where payload ->> 'environmentId' = $1"),
    )
    const { rows } = await client.query(TOTALS, [shop.workspaceId, shop.variantId, shop.members.map(({ id }) => id)])
    const { rows: orders } = await client.query('select id from orders where environment_id = $1', [shop.workspaceId])
    const audit = await auditBalances({ ...system, environmentId: shop.workspaceId } as Ctx)
    return { pendingCount, totals: rows[0], orderIds: new Set(orders.map(({ id }) => id)), audit }
  } finally {
    await client.end()
    await db.close()
    await database.stop()
  }
}

/** Points are earned by jobs, which a crash leaves in the queue: the worker takes over those of dead ones. */
async function finishJobs(
  system: SystemCtx,
  client: pg.Client,
  connection: pg.ClientConfig,
  countJobs: () => Promise<number>,
): Promise<void> {
  await client.query('update graphile_worker._private_jobs set run_at = now()')
  const mail = openMail({ smtpUrl: undefined, from: 'shop@example.com', log: system.log })
  const jobs = { jobs: allJobs(mail), schedules: [] }
  const worker = await startWorker({ ...system, connection, clock: () => new Date(), findEnvironment, ...jobs })
  let left = Number.POSITIVE_INFINITY
  let giveUp = 0
  for (let count = await countJobs(); count > 0; count = await countJobs()) {
    // As long as they become fewer, a busy machine just takes longer.
    if (count < left) giveUp = Date.now() + STUCK_MS
    left = Math.min(left, count)
    if (Date.now() > giveUp) throw new Error(`${count} jobs are stuck: ${await describeJobs(client)}`)
    await sleep(200)
  }
  await worker.stop()
}

async function describeJobs(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select task_identifier, attempts, run_at - now() as in, locked_by, last_error from graphile_worker.jobs order by id limit 10`)
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

export function checkInvariants({ totals, audit }: Books, stock: number, lost: number): boolean {
  const of = (name: string) => totals[name] ?? Number.NaN
  const invariants: [string, boolean][] = [
    ['every order is paid in full', of('orders') > 0 && of('orders not paid in full') === 0],
    ['kept by card = kept by the bank', of('kept by card') === of('kept by the bank')],
    ['no charge without its order', of('charges without their order') === 0],
    ['no order without its charge', of('orders without their charge') === 0],
    ['no acknowledged order is lost', lost === 0],
    ['no duplicate order number, no cart bought twice', of('numbers twice') === 0 && of('carts bought twice') === 0],
    ['sold + on hand = start', of('sold') + of('on hand') === stock],
    ['the stock ledger matches the units sold', of('sold') === of('sold in the ledger')],
    ['no stock is held', of('reserved') === 0 && of('holds') === 0 && of('checkouts in doubt') === 0],
    ['uses of the code = orders with the code', of('uses of the code') === of('orders with the code')],
    [
      'points and store credit paid, and refunds completed',
      of('paid with points') > 0 &&
        of('paid with store credit') > 0 &&
        of('refunds') > 0 &&
        of('refunds not completed') === 0,
    ],
    [
      'every order paid by card earned points, once',
      of('orders that earned points') > 0 && of('orders that earned nothing') === 0,
    ],
    ['the audit of the ledger finds no drift', audit.driftCount === 0 && audit.unbalancedCount === 0],
  ]
  for (const [invariant, holds] of invariants) console.log(`${holds ? 'ok    ' : 'FAILED'} ${invariant}`)
  return invariants.every(([, holds]) => holds)
}
