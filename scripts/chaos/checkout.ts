import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { reconcileCheckouts } from '../../server/src/modules/checkout/jobs.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { buyOnce, type CheckoutOutcome, type Shop } from './buyer.ts'
import { openKillableServer } from './killable-server.ts'

const KILLS = Number(process.env.KILLS ?? 40)
const CHECKOUTS = Number(process.env.CHECKOUTS ?? 2000)
const BUYERS = Number(process.env.BUYERS ?? 16)
/** Enough for all checkouts. */
const STOCK = 2 * CHECKOUTS
/** When the last hold has expired. */
const HOLD_EXPIRY_MS = 16 * 60_000
const MAX_ROUNDS = 60

/** Kills server and database repeatedly during checkouts; afterwards stock, payments and orders must be consistent. */
export async function runCheckoutChaos(): Promise<boolean> {
  const victim = await openKillableServer()
  try {
    await victim.start()
    const shop = await seedShop(victim)
    const outcomes: CheckoutOutcome[] = []
    let started = 0
    const buyers = Promise.all(
      Array.from({ length: BUYERS }, async () => {
        while (started++ < CHECKOUTS) outcomes.push(await buyOnce(shop))
      }),
    )
    const kills = { server: 0, database: 0 }
    for (let kill = 1; kill <= KILLS; kill++) {
      const threshold = Math.floor((CHECKOUTS * kill) / (KILLS + 1))
      while (outcomes.length < threshold) await sleep(5)
      await sleep(Math.random() * 100)
      const target = kill % 2 === 1 ? 'server' : 'database'
      await (target === 'server' ? victim.killServer() : victim.killDatabase())
      kills[target] += 1
      process.stdout.write(`\r${kill} of ${KILLS} kills, ${outcomes.length} of ${CHECKOUTS} checkouts completed`)
    }
    await buyers
    await victim.stop()
    console.log('')
    return await checkBooks(victim.dataDir, shop, outcomes, kills)
  } finally {
    await victim.stop()
    victim.clean()
  }
}

async function seedShop({ url, bootstrap }: Awaited<ReturnType<typeof openKillableServer>>): Promise<Shop> {
  const { workspaceId, liveKey } = bootstrap()
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const result = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(result)}`)
    return result as { id: string; variants: { id: string }[] }
  }
  const prices = [{ price: { amount: 1999, currency: 'EUR' } }]
  const variants = [{ sku: 'CHAOS', prices, trackStock: true, requiresShipping: false }]
  const product = await post('/v1/catalog/products', { title: 'Chaos', status: 'active', variants })
  const variantId = product.variants[0]?.id ?? ''
  await post('/v1/inventory/adjustments', { reason: 'received', changes: [{ variantId, onHandChange: STOCK }] })
  const benefit = { kind: 'percentage', target: 'order', percentage: 10 }
  const promotion = await post('/v1/promotions', { title: 'Chaos', trigger: 'code', benefit, usageLimit: CHECKOUTS })
  await post(`/v1/promotions/${promotion.id}/codes`, { codes: ['CHAOS'] })
  return { url, workspaceId, variantId, code: 'CHAOS' }
}

const BOOKS = `
  with shop_orders as (select * from orders where environment_id = $1 and source = 'storefront'),
  provider_payments as (select * from order_payments where environment_id = $1 and kind = 'provider' and order_id in (select id from shop_orders)),
  bank_payments as (select * from simulated_payments where environment_id = $1)
  select
    (select count(*)::integer from shop_orders) as orders,
    (select coalesce(sum(total), 0)::integer from shop_orders) as "total of orders",
    (select count(*)::integer from bank_payments as bank where captured > refunded) as charges,
    (select coalesce(sum(captured - refunded), 0)::integer from bank_payments) as "kept by the bank",
    (select count(*)::integer from bank_payments as bank where captured > refunded and not exists (
      select from provider_payments as paid where paid.ref = bank.ref and paid.captured = bank.captured)) as "charges without their order",
    (select count(*)::integer from provider_payments as paid where not exists (
      select from bank_payments as bank where paid.ref = bank.ref and paid.captured = bank.captured - bank.refunded)) as "orders without their charge",
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
      and not exists (select from orders where orders.environment_id = $1 and orders.id = checkouts.order_id)) as "checkouts in doubt"`

async function checkBooks(dataDir: string, shop: Shop, outcomes: CheckoutOutcome[], kills: object): Promise<boolean> {
  const database = await startEmbedded({ dataDir, print: () => {} })
  const db = openDatabase({ connection: database.connection })
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    const pendingCount = Number(
      (await client.query("select count(*) from checkouts where status = 'active'")).rows[0].count,
    )
    const log = pino({ level: 'error' })
    const dependencies = { ...STUB_DEPENDENCIES, db, log, signal: new AbortController().signal }
    // Runs the server's own every-minute job after all holds have expired; each run handles a batch per shop.
    for (let round = 0, remaining = 1; remaining > 0 && round < MAX_ROUNDS; round++) {
      await reconcileCheckouts.run({ ...dependencies, now: new Date(Date.now() + HOLD_EXPIRY_MS + round * 60_000) })
      remaining = Number((await client.query("select count(*) from checkouts where status = 'active'")).rows[0].count)
    }
    const { rows } = await client.query(BOOKS, [shop.workspaceId, shop.variantId])
    const books = rows[0] as Record<string, number>
    const { rows: existing } = await client.query('select id from orders where environment_id = $1', [shop.workspaceId])
    const ids = new Set(existing.map(({ id }) => id))
    const lost = outcomes.filter(({ orderId }) => orderId !== undefined && !ids.has(orderId)).length
    const count = (outcome: CheckoutOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome).length
    const outcomeCounts = {
      ordered: count('ordered'),
      declined: count('declined'),
      left: count('left'),
      refused: count('refused'),
    }
    console.table([{ checkouts: outcomes.length, ...kills, ...outcomeCounts, 'in doubt at the end': pendingCount }])
    const codes = [...new Set(outcomes.flatMap(({ code }) => code ?? []))]
    console.table(Object.fromEntries(codes.map((code) => [code, outcomes.filter((one) => one.code === code).length])))
    console.table(books)
    return checkInvariants(books, lost)
  } finally {
    await client.end()
    await db.close()
    await database.stop()
  }
}

function checkInvariants(books: Record<string, number>, lost: number): boolean {
  const invariants: [string, boolean][] = [
    ['orders = charges', books.orders === books.charges && books['total of orders'] === books['kept by the bank']],
    ['no charge without its order', books['charges without their order'] === 0],
    ['no order without its charge', books['orders without their charge'] === 0],
    ['no acknowledged order is lost', lost === 0],
    [
      'no duplicate order number, no cart bought twice',
      books['numbers twice'] === 0 && books['carts bought twice'] === 0,
    ],
    ['sold + on hand = start', (books.sold ?? 0) + (books['on hand'] ?? 0) === STOCK],
    ['the ledger matches the units sold', books.sold === books['sold in the ledger']],
    ['no stock is held', books.reserved === 0 && books.holds === 0 && books['checkouts in doubt'] === 0],
    ['uses of the code = orders with the code', books['uses of the code'] === books['orders with the code']],
  ]
  for (const [invariant, holds] of invariants) console.log(`${holds ? 'ok    ' : 'FAILED'} ${invariant}`)
  return invariants.every(([, holds]) => holds)
}
