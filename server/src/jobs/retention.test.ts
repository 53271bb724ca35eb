import { afterAll, beforeAll, expect, it } from 'vitest'
import { openServer } from '../../test/open-server.ts'
import { openShop, type Shop } from '../../test/open-shop.ts'
import { allSchedules } from '../app.ts'
import { firstIdAt, newId, timeOfId } from '../kit/ids.ts'
import { DEFAULT_RETENTION, type Retention } from '../kit/retention.ts'

const DAY_MS = 86_400_000
/** More than two batches. */
const OLD_EVENTS = 2100
const now = new Date()
const night = new Date(new Date(now).setUTCHours(3, 17))
const daysAgo = (days: number) => new Date(night.getTime() - days * DAY_MS)
const idAt = (kind: string, days: number, number = 0) =>
  `${firstIdAt(kind, daysAgo(days)).slice(0, -6)}${String(number).padStart(6, '0')}`

let shop: Shop

beforeAll(async () => {
  shop = await openShop(await openServer({}, afterAll))
})

const run = (retention: Partial<Retention>, at: Date) => {
  const schedule = allSchedules(undefined, { ...DEFAULT_RETENTION, ...retention }).find(
    ({ name }) => name === 'retention.prune',
  )
  return schedule?.run({ ...shop.server.system, now: at })
}

const query = async (text: string, values: unknown[] = []) =>
  (await shop.server.db.pool.query({ text, values, rowMode: 'array' })).rows as unknown[][]

const ids = async (table: string, column = 'id') =>
  (await query(`select ${column} from ${table} order by 1`)).map(([id]) => id)

async function insertEvent(id: string, type: string, data: object, position: number) {
  await query(
    'insert into events (environment_id, id, type, data, created_at, position) values ($1, $2, $3, $4, $5, $6)',
    [shop.live.environmentId, id, type, data, timeOfId(id), position],
  )
}

it('deletes events of no order in batches, at night, and the feed continues after them', async () => {
  await query('delete from events')
  await query(
    `insert into events (environment_id, id, type, data, created_at, position)
     select $1, left($2, -6) || lpad(number::text, 6, '0'), 'product.updated', '{"productId": "prod_1"}', $3, number
     from generate_series(1, ${OLD_EVENTS}) as number`,
    [shop.live.environmentId, idAt('evt', 400), daysAgo(400)],
  )
  const [order, recent] = [idAt('evt', 390), idAt('evt', 10)]
  await insertEvent(order, 'order.paid', { orderId: newId('ord') }, OLD_EVENTS + 1)
  await insertEvent(recent, 'product.updated', { productId: 'prod_1' }, OLD_EVENTS + 2)
  const all = async () => Number((await query('select count(*) from events'))[0]?.[0])

  await run({}, night)
  await run({ events: 365 }, new Date(night.getTime() + 5 * 3_600_000))
  expect(await all()).toBe(OLD_EVENTS + 2)
  await run({ events: 365 }, night)
  expect(await ids('events')).toEqual([order, recent])
  expect(shop.server.logged.join('')).toMatch(new RegExp(`"data":"events","rows":${OLD_EVENTS}`))
  const metrics = await (await fetch(`${shop.server.url}/metrics`)).text()
  expect(metrics).toContain(`retention_rows_total{data="events"} ${OLD_EVENTS}`)

  const feed = async (after: string) => (await shop.api.get(`/v1/events?after=${after}`)).body
  const read = async (after: string) => (await feed(after)).data.map(({ id }: { id: string }) => id)
  expect(await read(idAt('evt', 400, 7))).toEqual([order, recent])
  expect(await read(idAt('evt', 385))).toEqual([recent])
  // Nobody knows whether it existed, but a recent one would be there.
  expect((await feed(idAt('evt', 5))).error.code).toBe('invalid_request')
})

it('keeps what an order needs of checkouts, and what is not finished', async () => {
  const cases = [
    ['completed', 400],
    ['refunding', 400],
    [null, 400],
    ['expired', 190],
    ['declined', 181],
    ['refunded', 200],
    ['canceled', 170],
  ] as const
  for (const [outcome, days] of cases) {
    await query(
      `insert into checkouts (environment_id, id, cart_id, order_id, kind, status, outcome, snapshot, capture_method, currency,
         due, check_at, expires_at, created_at, updated_at)
       values ($1, $2, $2, $2, 'card', $3, $4, '{}', 'automatic', 'EUR', 0, $5, $5, $5, $5)`,
      [shop.live.environmentId, `co_${outcome}`, outcome ? 'ended' : 'active', outcome, daysAgo(days)],
    )
  }
  await run({}, night)
  expect(await ids('checkouts')).toEqual(['co_canceled', 'co_completed', 'co_null', 'co_refunding'])
})

it('deletes old reports of imports, entries of the audit log, and counts of requests, in every environment', async () => {
  await query('delete from audit_entries')
  for (const [days, status] of [
    [91, 'completed'],
    [92, 'failed'],
    [93, 'queued'],
    [89, 'completed'],
  ] as const) {
    await query(
      `insert into imports (environment_id, id, status, on_error, dry_run, caller, size_bytes, created_at)
       values ($1, $2, $3, 'skip', false, '{}', 0, $4)`,
      [shop.test.environmentId, idAt('imp', days), status, daysAgo(days)],
    )
    await query(
      `insert into audit_entries (workspace_id, id, actor_name, action, subject, details, created_at)
       values ($1, $2, 'Ada', 'key.created', 'live', '{}', $3)`,
      [shop.live.workspaceId, idAt('aud', days), daysAgo(days)],
    )
    await query(
      `insert into request_counts (environment_id, quota, starts_at, accepted, rejected) values ($1, 'key', $2, 1, 0)`,
      [shop.live.environmentId, daysAgo(days)],
    )
  }
  await query(
    'insert into request_counts (environment_id, quota, starts_at, accepted, rejected) values ($1, $2, $3, 1, 0)',
    [shop.live.environmentId, 'recent', daysAgo(1)],
  )
  await run({}, night)
  expect(await ids('imports')).toEqual([idAt('imp', 93), idAt('imp', 89)])
  // The server may have counted the requests of the test above.
  expect(await ids("request_counts where quota <> 'default'", 'quota')).toEqual(['recent'])
  expect(await ids('audit_entries')).toHaveLength(4)
  await run({ auditLog: 90 }, night)
  expect(await ids('audit_entries')).toEqual([idAt('aud', 89)])
})
