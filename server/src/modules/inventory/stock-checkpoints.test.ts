import { describe, expect, it } from 'vitest'
import { isDistributed } from '../../../test/database.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { createRandom } from '../../../test/random-cart.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { addLocation, addVariants, setStock } from '../../../test/sample-stock.ts'
import { type Ctx, transaction } from '../../ctx.ts'
import type { Statement } from '../../db/sql.ts'
import { firstIdAt } from '../../kit/ids.ts'
import { copyLiveIntoSandbox } from '../sandbox/copy-live.ts'
import { auditLevels } from './audit-queries.ts'
import { advanceAllCheckpoints, advanceCheckpoints } from './stock-checkpoints.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const NO_DRIFT = { driftCount: 0, drift: [], checkpointDriftCount: 0, checkpointDrift: [] }

type Which = 'live' | 'test'

const ctxOf = (shop: Shop, now = new Date(), which: Which = 'live'): Ctx => ({
  ...shop.server.system,
  ...shop[which],
  now,
  caller: { kind: 'system' },
})

const audit = async (shop: Shop, { full = false, which = 'live' as Which } = {}) => {
  const client = which === 'live' ? shop.api : shop.sandbox
  const { status, body } = await client.get(`/v1/inventory/audit${full ? '?full=true' : ''}`)
  expect(status).toBe(200)
  return body
}

interface MovementSeries {
  variantId: string | undefined
  locationId: string
  count?: number
  onHand?: number
  incoming?: number
  at: Date
}

let recordings = 0

/** As many movements as a shop records in years: the level and its ledger, in one statement, as the product does. */
async function record(
  shop: Shop,
  { variantId, locationId, count = 1, onHand = 1, incoming = 0, at }: MovementSeries,
): Promise<void> {
  recordings += 1
  const { rowCount } = await shop.server.db.pool.query(
    `with level as (
      update stock_levels set on_hand = on_hand + $4::int * $5::int, incoming = incoming + $4::int * $6::int
      where environment_id = $1 and variant_id = $2 and location_id = $3
      returning environment_id, variant_id, location_id
    )
    insert into stock_movements (environment_id, id, variant_id, location_id, on_hand, reserved, incoming, reason, actor, created_at)
    select environment_id, $7::text || lpad(($8::int * 10000 + n)::text, 12, '0'), variant_id, location_id, $5::int, 0, $6::int,
      'correction', 'system', $9::timestamptz
    from level, generate_series(1, $4::int) as n`,
    [
      ...[shop.live.environmentId, variantId, locationId, count, onHand, incoming],
      ...[firstIdAt('mov', at).slice(0, 18), recordings, at],
    ],
  )
  expect(rowCount).toBe(count)
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

/** A shop with a level, which has a checkpoint of so many movements and those of its start after it. */
async function openShopWithCheckpoint(count = 150) {
  const shop = await openShop()
  const [variantId, other] = await addVariants(shop)
  const [level] = await setStock(shop, { variantId, onHand: 10 }, { variantId: other, onHand: 10 })
  const { locationId } = level
  await record(shop, { variantId, locationId, count, at: hoursAgo(20) })
  expect(await advanceCheckpoints(ctxOf(shop))).toBe(false)
  expect(await listCheckpoints(shop)).toMatchObject([{ variant_id: variantId, on_hand: count }])
  return { shop, variantId, other, locationId }
}

const listCheckpoints = async (shop: Shop, which: Which = 'live') => {
  const { rows } = await shop.server.db.pool.query(
    'select variant_id, location_id, on_hand, incoming, movement_id from stock_checkpoints where environment_id = $1 order by 1, 2',
    [shop[which].environmentId],
  )
  return rows
}

const change = async (shop: Shop, text: string, ...values: unknown[]) => {
  const { rowCount } = await shop.server.db.pool.query(text, [shop.live.environmentId, ...values])
  expect(rowCount).toBe(1)
}

describe('checkpoints of the stock ledger', () => {
  it('change no result of an audit, whenever they are made', async () => {
    const shop = await openShop()
    const variantIds = (await addVariants(shop)).slice(0, 4)
    const locationIds = [await addLocation(shop, 'Here'), await addLocation(shop, 'There')]
    for (const locationId of locationIds) {
      await setStock(shop, ...variantIds.map((variantId) => ({ variantId, locationId, onHand: 5, incoming: 3 })))
    }
    const { upTo, pick, chance } = createRandom(20_261_119)
    let now = hoursAgo(1000)
    let differences = 0
    for (let step = 0; step < 45; step++) {
      now = new Date(now.getTime() + upTo(90) * MINUTE_MS)
      if (chance(0.3)) {
        await advanceCheckpoints(ctxOf(shop, now))
      } else {
        const quantities = { onHand: upTo(20) - 8, incoming: upTo(3) }
        const count = pick(1, upTo(10), upTo(130)) + 1
        await record(shop, {
          variantId: pick(...variantIds),
          locationId: pick(...locationIds),
          count,
          ...quantities,
          at: now,
        })
      }
      if (chance(0.1)) {
        // Somebody changes a level in the database; both audits report it until it is undone.
        const key = [pick(...variantIds), pick(...locationIds)]
        const update = (sign: string) =>
          change(
            shop,
            `update stock_levels set on_hand = on_hand ${sign} 7 where environment_id = $1 and variant_id = $2 and location_id = $3`,
            ...key,
          )
        await update('+')
        if (chance(0.5)) await advanceCheckpoints(ctxOf(shop, now))
        const found = await audit(shop)
        expect(found).toMatchObject({ driftCount: 1, drift: [{ variantId: key[0], locationId: key[1] }] })
        expect(await audit(shop, { full: true })).toEqual(found)
        differences += 1
        await update('-')
      }
      const incremental = await audit(shop)
      expect(incremental).toEqual({ checkedLevels: 8, ...NO_DRIFT, nextCursor: null })
      expect(await audit(shop, { full: true })).toEqual(incremental)
    }
    expect(differences).toBeGreaterThan(2)
    const checkpoints = await listCheckpoints(shop)
    expect(new Set(checkpoints.map(({ movement_id }) => movement_id)).size).toBeGreaterThan(2)
    expect(new Set(checkpoints.map(({ location_id }) => location_id)).size).toBe(2)
  })

  it('hide a changed movement before them from all but a full audit, and none after them', async () => {
    const { shop, variantId, locationId } = await openShopWithCheckpoint()
    await record(shop, { variantId, locationId, count: 5, at: hoursAgo(2) })
    const [checkpoint] = await listCheckpoints(shop)
    const changeMovement = (condition: string, difference: number) =>
      change(
        shop,
        `update stock_movements set on_hand = on_hand + $3::int where environment_id = $1 and id = (
          select min(id) from stock_movements where environment_id = $1 and ${condition}
        )`,
        checkpoint.movement_id,
        difference,
      )
    const drift = [{ variantId, locationId, field: 'onHand', level: 165, ledger: 167 }]
    await changeMovement('id > $2', 2)
    expect(await audit(shop)).toMatchObject({ ...NO_DRIFT, driftCount: 1, drift })
    expect(await audit(shop, { full: true })).toMatchObject({ ...NO_DRIFT, driftCount: 1, drift })
    await changeMovement('id > $2', -2)
    await changeMovement('id <= $2', 2)
    expect(await audit(shop)).toMatchObject(NO_DRIFT)
    expect(await audit(shop, { full: true })).toMatchObject({
      driftCount: 1,
      drift,
      checkpointDriftCount: 1,
      checkpointDrift: [{ variantId, locationId, field: 'onHand', checkpoint: 150, ledger: 152 }],
    })
  })

  it('are reported when they are wrong, instead of the level, and start over', async () => {
    const { shop, variantId, locationId } = await openShopWithCheckpoint()
    const checkpointDrift = [{ variantId, locationId, field: 'onHand', checkpoint: 150, ledger: 153 }]
    // Of a server with a wrong clock, or one that stood still in a transaction.
    await record(shop, { variantId, locationId, onHand: 3, at: hoursAgo(30) })
    const found = { driftCount: 0, drift: [], checkpointDriftCount: 1, checkpointDrift }
    expect(await audit(shop)).toMatchObject(found)
    expect(await audit(shop, { full: true })).toMatchObject(found)
    await record(shop, { variantId, locationId, count: 99, at: hoursAgo(5) })
    await advanceCheckpoints(ctxOf(shop))
    expect(await audit(shop)).toMatchObject(found)
    await record(shop, { variantId, locationId, count: 1, at: hoursAgo(4) })
    await advanceCheckpoints(ctxOf(shop))
    expect(await listCheckpoints(shop)).toMatchObject([{ on_hand: 253 }])
    expect(await audit(shop, { full: true })).toMatchObject(NO_DRIFT)
  })

  it('cover no movement of the last hour, and no variant with fewer than a hundred', async () => {
    const shop = await openShop()
    const [variantId, other] = await addVariants(shop)
    const [{ locationId }] = await setStock(shop, { variantId, onHand: 1 }, { variantId: other, onHand: 1 })
    const now = hoursAgo(10)
    await record(shop, { variantId: other, locationId, count: 99, at: hoursAgo(12) })
    await record(shop, { variantId, locationId, count: 99, at: hoursAgo(12) })
    await record(shop, { variantId, locationId, count: 200, at: new Date(now.getTime() - 59 * MINUTE_MS) })
    await advanceCheckpoints(ctxOf(shop, now))
    expect(await listCheckpoints(shop)).toEqual([])
    await advanceCheckpoints(ctxOf(shop, new Date(now.getTime() + 2 * MINUTE_MS)))
    expect(await listCheckpoints(shop)).toMatchObject([{ variant_id: variantId, on_hand: 299 }])
    expect(await audit(shop, { full: true })).toMatchObject(NO_DRIFT)
  })

  it('of a history longer than one run adds are caught up by later runs', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    const [{ locationId }] = await setStock(shop, { variantId, onHand: 1 })
    for (let part = 0; part < 3; part++) {
      await record(shop, { variantId, locationId, count: 9000, onHand: part - 1, at: hoursAgo(50) })
    }
    await advanceCheckpoints(ctxOf(shop))
    expect(await listCheckpoints(shop)).toMatchObject([{ variant_id: variantId, on_hand: 0 }])
    // The first time again, for a variant that comes in the last batch only.
    await change(shop, 'delete from stock_checkpoints where environment_id = $1')
    for (const hours of [40, 39, 38]) {
      await record(shop, { variantId, locationId, at: hoursAgo(hours) })
      await advanceCheckpoints(ctxOf(shop))
      expect(await audit(shop, { full: true })).toMatchObject(NO_DRIFT)
    }
    expect(await listCheckpoints(shop)).toMatchObject([{ variant_id: variantId, on_hand: 3 }])
  })

  it('add each movement once when several servers run the schedule at once', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    const [{ locationId }] = await setStock(shop, { variantId, onHand: 1 })
    await record(shop, { variantId, locationId, count: 5000, at: hoursAgo(9) })
    await Promise.all(Array.from({ length: 4 }, () => advanceCheckpoints(ctxOf(shop))))
    expect(await listCheckpoints(shop)).toMatchObject([{ on_hand: 5000 }])
    expect(await audit(shop, { full: true })).toMatchObject(NO_DRIFT)
  })

  it('are made by the schedule for live and sandbox', async () => {
    const { shop, variantId, locationId } = await openShopWithCheckpoint()
    await record(shop, { variantId, locationId, count: 100, at: hoursAgo(7) })
    await advanceAllCheckpoints.run(shop.server.system)
    expect(await listCheckpoints(shop)).toMatchObject([{ on_hand: 250 }])
    expect(await listCheckpoints(shop, 'test')).toEqual([])
  })

  it('are deleted with the variant, and stay when the location is deleted', async () => {
    const shop = await openShop()
    const { id, variants } = await addProduct(shop.api)
    const [first, second] = variants.map((variant: { id: string }) => variant.id)
    const main = await addLocation(shop, 'Main')
    const closing = await addLocation(shop, 'Closing')
    for (const variantId of [first, second]) {
      await setStock(shop, { variantId, locationId: closing, onHand: 1 }, { variantId, locationId: main, onHand: 1 })
      await record(shop, { variantId, locationId: closing, count: 120, at: hoursAgo(6) })
    }
    await advanceCheckpoints(ctxOf(shop))
    expect(await listCheckpoints(shop)).toHaveLength(2)
    for (const variantId of [first, second]) await setStock(shop, { variantId, locationId: closing, onHand: 0 })
    expect((await shop.api.send('DELETE', `/v1/inventory/locations/${closing}`)).status).toBe(204)
    expect(await audit(shop)).toMatchObject({ checkedLevels: 2, ...NO_DRIFT })
    expect(await audit(shop, { full: true })).toMatchObject({ checkedLevels: 2, ...NO_DRIFT })
    const without = { variants: variants.filter((variant: { id: string }) => variant.id !== first) }
    expect((await shop.api.patch(`/v1/catalog/products/${id}`, without)).status).toBe(200)
    expect(await listCheckpoints(shop)).toMatchObject([{ variant_id: second }])
    expect(await audit(shop, { full: true })).toMatchObject({ checkedLevels: 1, ...NO_DRIFT })
    // The ledger outlives the variant, and the job still passes its movements.
    await advanceCheckpoints(ctxOf(shop, new Date(Date.now() + 2 * HOUR_MS)))
    expect(await listCheckpoints(shop)).toMatchObject([{ variant_id: second }])
  })
})

describe('checkpoints and a reset of the sandbox', () => {
  const reset = (shop: Shop, before: () => Promise<unknown> = async () => {}) =>
    transaction(
      ctxOf(shop, new Date(), 'test'),
      async (ctx) => {
        // The snapshot begins with the first statement.
        await auditLevels(ctx, [], { full: false })
        await before()
        await copyLiveIntoSandbox(ctx)
      },
      'repeatable read',
    )
  const advanceSandbox = (shop: Shop) => advanceCheckpoints(ctxOf(shop, new Date(Date.now() + 2 * HOUR_MS), 'test'))

  async function openSandboxWithHistory() {
    const { shop, variantId } = await openShopWithCheckpoint()
    await reset(shop)
    expect(await listCheckpoints(shop, 'test')).toEqual([])
    for (let sale = 0; sale < 110; sale++) {
      const changes = [{ variantId, onHandChange: -1 }]
      expect((await shop.sandbox.post('/v1/inventory/adjustments', { reason: 'count', changes })).status).toBe(201)
    }
    return { shop, variantId }
  }

  it('starts over with the ledger', async () => {
    const { shop } = await openSandboxWithHistory()
    await advanceSandbox(shop)
    expect(await listCheckpoints(shop, 'test')).toHaveLength(1)
    await reset(shop)
    expect(await listCheckpoints(shop, 'test')).toEqual([])
    expect(await audit(shop, { full: true, which: 'test' })).toMatchObject({ checkedLevels: 2, ...NO_DRIFT })
    expect(await listCheckpoints(shop)).toHaveLength(1)
  })

  it('begins again when a checkpoint is made after its snapshot', async () => {
    const { shop } = await openSandboxWithHistory()
    const found: number[] = []
    await reset(shop, async () => {
      found.push((await listCheckpoints(shop, 'test')).length)
      await advanceSandbox(shop)
    })
    expect(found).toEqual([0, 1])
    expect(await listCheckpoints(shop, 'test')).toEqual([])
    expect(await audit(shop, { full: true, which: 'test' })).toMatchObject({ checkedLevels: 2, ...NO_DRIFT })
  })

  it('makes no checkpoint of movements that a reset is deleting', async () => {
    const { shop } = await openSandboxWithHistory()
    await transaction(
      ctxOf(shop, new Date(), 'test'),
      async (ctx) => {
        await copyLiveIntoSandbox(ctx)
        await advanceSandbox(shop)
      },
      'repeatable read',
    )
    expect(await listCheckpoints(shop, 'test')).toEqual([])
    expect(await audit(shop, { full: true, which: 'test' })).toMatchObject({ checkedLevels: 2, ...NO_DRIFT })
  })
})

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

const movementsRead = (node: PlanNode): number =>
  (node['Relation Name'] === 'stock_movements' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).map(movementsRead).reduce((sum, rows) => sum + rows, 0)

it.skipIf(isDistributed())('reads no more movements and pages for a longer history', async () => {
  const { shop, variantId, locationId } = await openShopWithCheckpoint(200)
  const explain = async ({ full }: { full: boolean }) => {
    const statements: Statement[] = []
    const db = { one: (_schema: unknown, statement: Statement) => statements.push(statement) }
    auditLevels({ ...ctxOf(shop), db } as unknown as Ctx, [String(variantId)], { full })
    const [statement] = statements
    const { rows } = await shop.server.db.pool.query(
      `explain (analyze, buffers, timing off, format json) ${statement?.text}`,
      statement?.values,
    )
    const [{ Plan: plan }] = rows[0]['QUERY PLAN']
    return { rows: movementsRead(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
  }
  // The movement that opened the level.
  const short = await explain({ full: false })
  expect(short.rows).toBe(1)
  await record(shop, { variantId, locationId, count: 9000, at: hoursAgo(3) })
  await advanceCheckpoints(ctxOf(shop))
  const long = await explain({ full: false })
  expect(long.rows).toBe(1)
  // An index may have a level more.
  expect(long.pages).toBeLessThanOrEqual(short.pages + 8)
  expect((await explain({ full: true })).rows).toBe(9201)
  expect(await audit(shop, { full: true })).toMatchObject(NO_DRIFT)
})
