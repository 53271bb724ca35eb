import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listEventData } from '../../../../test/event-log.ts'
import { fastClock } from '../../../../test/fast-clock.ts'
import { openServer } from '../../../../test/open-server.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { systemCtx } from '../../../../test/placed-order.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { importJugs } from '../../../../test/sample-orders.ts'
import { eur } from '../../../../test/sample-products.ts'
import type { Filter } from '../schemas.ts'
import { buildJob, refreshJob } from './memberships.ts'

const DAY_MS = 86_400_000

/** A shop whose jobs run. */
async function openWorkingShop(): Promise<Shop> {
  const shop = await openShop(await openServer({ limitClock: fastClock() }))
  await shop.server.startWorker()
  return shop
}

/** Events create jobs, which create others: the last one is done when none are left. */
const untilIdle = ({ server }: Shop) =>
  expect
    .poll(async () => (await server.db.pool.query('select from graphile_worker._private_jobs')).rowCount, {
      timeout: 60_000,
    })
    .toBe(0)

async function addSegment({ api }: Pick<Shop, 'api'>, filter: Filter) {
  const { status, body } = await api.post('/v1/segments', { name: 'Segment', filter })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

const audit = async ({ api }: Pick<Shop, 'api'>, id: string) => (await api.get(`/v1/segments/${id}/audit`)).body
const membersOf = async ({ api }: Pick<Shop, 'api'>, id: string): Promise<string[]> =>
  (await api.get(`/v1/segments/${id}/members?limit=100`)).body.data.map((customer: { id: string }) => customer.id)

const FILTERS: Filter[] = [
  { match: 'all', conditions: [{ field: 'tags', operator: 'any_of', value: ['a'] }] },
  { match: 'all', conditions: [{ field: 'tags', operator: 'none_of', value: ['a', 'b'] }] },
  { match: 'all', conditions: [{ field: 'spent', operator: 'at_least', value: 2000 }] },
  { match: 'all', conditions: [{ field: 'last_order', operator: 'in_last_days', value: 30 }] },
  {
    match: 'any',
    conditions: [{ field: 'email_marketing', operator: 'is', value: 'subscribed' }],
    groups: [
      {
        match: 'all',
        conditions: [
          { field: 'orders', operator: 'at_most', value: 1 },
          { field: 'country', operator: 'any_of', value: ['AT'] },
        ],
      },
    ],
  },
]

describe('members', () => {
  it('join and leave as customers and orders change', async () => {
    const shop = await openWorkingShop()
    const { id } = await addSegment(shop, {
      match: 'all',
      conditions: [
        { field: 'spent', operator: 'at_least', value: 3000 },
        { field: 'email_marketing', operator: 'is', value: 'subscribed' },
      ],
    })
    const order = await importJugs(shop.api, { payments: [{ kind: 'external', amount: eur(3000), status: 'paid' }] })
    const consent = (state: string) =>
      shop.api.post(`/v1/customers/${order.customerId}/consents`, { channel: 'email', state, source: 'test' })
    await untilIdle(shop)
    expect(await membersOf(shop, id)).toEqual([])
    await consent('subscribed')
    await untilIdle(shop)
    expect(await membersOf(shop, id)).toEqual([order.customerId])
    expect(await listEventData(shop, 'segment.customer_joined')).toEqual([
      { segmentId: id, customerIds: [order.customerId] },
    ])
    const refund = await shop.api.post(`/v1/orders/${order.id}/refunds`, { amount: eur(1), reason: 'Scratched' })
    expect([refund.status, refund.body.error]).toEqual([201, undefined])
    await untilIdle(shop)
    expect(await membersOf(shop, id)).toEqual([])
    expect(await listEventData(shop, 'segment.customer_left')).toEqual([
      { segmentId: id, customerIds: [order.customerId] },
    ])
    expect((await shop.api.get(`/v1/segments/${id}`)).body).toMatchObject({ memberCount: 0, version: 1 })
  })

  it('leave when they are deleted', async () => {
    const shop = await openWorkingShop()
    const customer = await addCustomer(shop, { tags: ['a'] })
    const { id, memberCount } = await addSegment(shop, FILTERS[0] as Filter)
    expect(memberCount).toBe(1)
    expect((await shop.api.send('DELETE', `/v1/customers/${customer}`)).status).toBe(204)
    await untilIdle(shop)
    expect((await shop.api.get(`/v1/segments/${id}`)).body.memberCount).toBe(0)
    expect(await audit(shop, id)).toMatchObject({ memberCount: 0, members: 0, driftCount: 0 })
  })

  it('agree with the audit after any changes', async () => {
    const shop = await openWorkingShop()
    const segments: { id: string }[] = []
    for (const filter of FILTERS) segments.push(await addSegment(shop, filter))
    const customers: string[] = []
    for (let at = 0; at < 6; at++) {
      customers.push(await addCustomer(shop, { emails: [{ address: `c${at}@example.com` }] }))
    }
    const orders: string[] = []
    const customer = fc.nat({ max: 5 })
    const change = fc.oneof(
      fc.record({ kind: fc.constant('tags' as const), customer, tags: fc.subarray(['a', 'b', 'c']) }),
      fc.record({ kind: fc.constant('country' as const), customer, country: fc.constantFrom('AT', 'DE') }),
      fc.record({
        kind: fc.constant('consent' as const),
        customer,
        state: fc.constantFrom('subscribed', 'unsubscribed'),
      }),
      fc.record({
        kind: fc.constant('order' as const),
        customer,
        amount: fc.integer({ min: 500, max: 3000 }),
        days: fc.integer({ min: 1, max: 60 }),
      }),
      fc.record({ kind: fc.constant('cancel' as const), order: fc.nat() }),
      fc.record({ kind: fc.constant('filter' as const), segment: fc.nat({ max: 4 }), filter: fc.nat({ max: 4 }) }),
    )
    const apply = async (one: typeof change extends fc.Arbitrary<infer Change> ? Change : never) => {
      switch (one.kind) {
        case 'tags':
          return shop.api.patch(`/v1/customers/${customers[one.customer]}`, { tags: one.tags })
        case 'country':
          return shop.api.patch(`/v1/customers/${customers[one.customer]}`, {
            addresses: [{ address: { country: one.country } }],
          })
        case 'consent':
          return shop.api.post(`/v1/customers/${customers[one.customer]}/consents`, {
            channel: 'email',
            state: one.state,
            source: 'test',
          })
        case 'order':
          return orders.push(
            (
              await importJugs(shop.api, {
                email: `c${one.customer}@example.com`,
                placedAt: new Date(Date.now() - one.days * DAY_MS).toISOString(),
                items: [{ title: 'Jug', quantity: 1, unitPrice: eur(one.amount) }],
                fulfilled: false,
              })
            ).id,
          )
        case 'cancel':
          return shop.api.post(`/v1/orders/${orders[one.order % orders.length]}/cancellation`, {})
        case 'filter':
          return shop.api.patch(`/v1/segments/${segments[one.segment]?.id}`, { filter: FILTERS[one.filter] })
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 4 }), async (rounds) => {
        // Changes of a round run concurrently.
        for (const round of rounds) await Promise.all(round.map(apply))
        await untilIdle(shop)
        for (const { id } of segments) {
          const { members, ...result } = await audit(shop, id)
          expect(result).toEqual({ status: 'ready', memberCount: members, driftCount: 0, drift: [] })
        }
      }),
      { numRuns: 12 },
    )
    const counts = await Promise.all(segments.map(async ({ id }) => (await audit(shop, id)).members))
    expect(counts.some((count) => count > 0)).toBe(true)
  })
})

describe('a pass over all customers', () => {
  it('runs in batches, continues where it ended, and tells nobody to join', async () => {
    const shop = await openShop(await openServer())
    await shop.server.db.pool.query(
      `insert into customers (environment_id, id, tags, custom_fields, search, version, created_at, updated_at)
       select $1, 'cus_' || lpad(n::text, 26, '0'), case when n % 2 = 0 then array['a'] else '{}' end, '{}', '', 1, now(), now()
       from generate_series(1, 2500) as n`,
      [shop.live.environmentId],
    )
    const { id, status, memberCount } = await addSegment(shop, FILTERS[0] as Filter)
    expect({ status, memberCount }).toEqual({ status: 'building', memberCount: 500 })
    expect(await audit(shop, id)).toMatchObject({ status: 'building', members: 500, driftCount: 0 })
    const ctx = systemCtx(shop)
    const interrupted = { ...ctx, signal: AbortSignal.abort() }
    await expect(buildJob.run(interrupted, { segmentId: id })).rejects.toThrow()
    expect((await shop.api.get(`/v1/segments/${id}`)).body).toMatchObject({ status: 'building', memberCount: 1000 })
    await buildJob.run(ctx, { segmentId: id })
    expect((await shop.api.get(`/v1/segments/${id}`)).body).toMatchObject({ status: 'ready', memberCount: 1250 })
    expect(await audit(shop, id)).toMatchObject({ memberCount: 1250, members: 1250, driftCount: 0, drift: [] })
    expect(await listEventData(shop, 'segment.customer_joined')).toEqual([])
    expect(await listEventData(shop, 'segment.built')).toEqual([{ segmentId: id, memberCount: 1250 }])
    expect((await shop.api.send('DELETE', `/v1/segments/${id}`)).status).toBe(204)
    expect((await shop.server.db.pool.query('select from segment_members')).rowCount).toBe(0)
  })

  it('moves relative dates every night', async () => {
    const shop = await openWorkingShop()
    const placedAt = new Date(Date.now() - 29.5 * DAY_MS).toISOString()
    const { customerId } = await importJugs(shop.api, { placedAt })
    const recent = await addSegment(shop, FILTERS[3] as Filter)
    const tagged = await addSegment(shop, FILTERS[0] as Filter)
    expect(recent.memberCount).toBe(1)
    await untilIdle(shop)
    await refreshJob.run(systemCtx(shop, new Date(Date.now() + DAY_MS)), {})
    await untilIdle(shop)
    const after = (await shop.api.get(`/v1/segments/${recent.id}`)).body
    expect(after).toMatchObject({ memberCount: 0, status: 'ready', version: 1 })
    expect(after.refreshedAt > recent.refreshedAt).toBe(true)
    expect(await listEventData(shop, 'segment.customer_left')).toEqual([
      { segmentId: recent.id, customerIds: [customerId] },
    ])
    expect((await shop.api.get(`/v1/segments/${tagged.id}`)).body).toEqual(tagged)
  })

  it('reports what the audit finds', async () => {
    const shop = await openShop()
    const [member, other] = [await addCustomer(shop, { tags: ['a'] }), await addCustomer(shop)]
    const { id } = await addSegment(shop, FILTERS[0] as Filter)
    await shop.server.db.pool.query(
      'update segment_members set customer_id = $3 where environment_id = $1 and segment_id = $2',
      [shop.live.environmentId, id, other],
    )
    expect(await audit(shop, id)).toEqual({
      status: 'ready',
      memberCount: 1,
      members: 1,
      driftCount: 2,
      drift: [
        { customerId: member, expected: true },
        { customerId: other, expected: false },
      ],
    })
  })
})
