import { beforeAll, describe, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { listEventData } from '../../../test/event-log.ts'
import { type ApiClient, openShop, type Shop } from '../../../test/open-shop.ts'
import { addCollection } from '../../../test/sample-collections.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { importJugs } from '../../../test/sample-orders.ts'
import { eur } from '../../../test/sample-products.ts'
import { newId } from '../../kit/ids.ts'
import type { Condition, Filter } from './schemas.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const allOf = (...conditions: Condition[]): Filter => ({ match: 'all', conditions })
const preview = (api: ApiClient, filter: unknown) => api.post('/v1/segments/preview', { filter })
const tagged = (...value: string[]): Condition => ({ field: 'tags', operator: 'any_of', value })

/** The names of the customers who match, in the order of the alphabet. */
async function namesOf(api: ApiClient, filter: Filter): Promise<string> {
  const { status, body } = await preview(api, filter)
  expect([status, body.error]).toEqual([200, undefined])
  const names = body.sample.map(({ name }: { name: string }) => name).sort()
  expect(body.count).toBe(names.length)
  return names.join(' ')
}

/** Ada bought much and long ago, Bob a little last week, Cy nothing. */
async function openFilledShop() {
  const shop = await openShop()
  const { api } = shop
  const jug = await addSimpleProduct(shop, { title: 'Jug', sku: 'JUG', price: 1500 })
  const cup = await addSimpleProduct(shop, { title: 'Cup', sku: 'CUP', price: 500 })
  const jugs = await addCollection(api)
  await api.post(`/v1/catalog/collections/${jugs.id}/products`, { productIds: [jug.id] })
  const address = (country: string) => ({ addresses: [{ address: { country } }, { address: { country: 'FR' } }] })
  const ada = await addCustomer(shop, {
    name: 'Ada',
    emails: [{ address: 'ada@example.com' }],
    tags: ['vip', 'wholesale'],
    customFields: { level: 3, club: 'gold', member: true },
    ...address('AT'),
  })
  const bob = await addCustomer(shop, {
    name: 'Bob',
    emails: [{ address: 'bob@example.com' }],
    tags: ['vip'],
    ...address('DE'),
  })
  const cy = await addCustomer(shop, { name: 'Cy' })
  const buy = (email: string, product: typeof jug, amount: number, placedAt: string) =>
    importJugs(api, {
      email,
      placedAt,
      fulfilled: false,
      items: [{ title: 'Thing', variantId: product.variants[0].id, quantity: 1, unitPrice: eur(amount) }],
    })
  await buy('ada@example.com', jug, 9000, daysAgo(400))
  await buy('ada@example.com', cup, 1000, daysAgo(100))
  await buy('bob@example.com', cup, 500, daysAgo(7))
  const canceled = await buy('bob@example.com', jug, 70_000, daysAgo(6))
  expect((await api.post(`/v1/orders/${canceled.id}/cancellation`, {})).status).toBe(200)
  const consent = (id: string, channel: string, state: string) =>
    api.post(`/v1/customers/${id}/consents`, { channel, state, source: 'test' })
  await consent(ada, 'email', 'subscribed')
  await consent(bob, 'email', 'unsubscribed')
  await consent(bob, 'sms', 'pending')
  await consent(cy, 'phone', 'subscribed')
  // Ada's ticket is resolved, Bob's waits, and Cy never wrote.
  await addTickets(shop, ada, bob)
  return { ...shop, ada, bob, cy, jug, cup, jugs }
}

async function addTickets({ api, server, live }: Shop, ada: string, bob: string): Promise<void> {
  const statuses = (await api.get('/v1/ticket-statuses')).body.data
  const { id: statusId } = statuses.find(({ category }: { category: string }) => category === 'resolved')
  const { body: rated } = await api.post('/v1/tickets', { subject: 'Late', customerId: ada, statusId })
  expect((await api.post('/v1/tickets', { subject: 'Broken', customerId: bob })).status).toBe(201)
  const { pool } = server.db
  const at = daysAgo(50)
  await pool.query('update tickets set created_at = $3 where environment_id = $1 and id = $2', [
    live.environmentId,
    rated.id,
    at,
  ])
  await pool.query(
    `insert into csat_surveys (environment_id, id, ticket_id, customer_id, status, send_at, rating, rated_at, created_at)
     values ($1, $2, $3, $4, 'answered', $5, 2, $5, $5)`,
    [live.environmentId, newId('csat'), rated.id, ada, at],
  )
}

describe('a filter', () => {
  let shop: Awaited<ReturnType<typeof openFilledShop>>
  beforeAll(async () => {
    shop = await openFilledShop()
  })

  const cases: [matching: string, condition: (one: typeof shop) => Condition][] = [
    ['Ada', () => ({ field: 'orders', operator: 'is', value: 2 })],
    ['Ada Bob', () => ({ field: 'orders', operator: 'at_least', value: 1 })],
    ['Bob Cy', () => ({ field: 'orders', operator: 'at_most', value: 1 })],
    ['Cy', () => ({ field: 'spent', operator: 'is', value: 0 })],
    ['Ada', () => ({ field: 'spent', operator: 'at_least', value: 10_000 })],
    ['Bob Cy', () => ({ field: 'spent', operator: 'at_most', value: 9999 })],
    ['Ada', () => ({ field: 'average_order', operator: 'is', value: 5000 })],
    ['Ada Bob', () => ({ field: 'average_order', operator: 'at_least', value: 500 })],
    ['Cy', () => ({ field: 'average_order', operator: 'at_most', value: 0 })],
    ['Ada', () => ({ field: 'first_order', operator: 'before', value: daysAgo(399) })],
    ['Bob', () => ({ field: 'first_order', operator: 'after', value: daysAgo(399) })],
    ['Bob', () => ({ field: 'first_order', operator: 'in_last_days', value: 8 })],
    ['Ada', () => ({ field: 'first_order', operator: 'over_days_ago', value: 8 })],
    ['Ada', () => ({ field: 'last_order', operator: 'before', value: daysAgo(99) })],
    ['Ada Bob', () => ({ field: 'last_order', operator: 'after', value: daysAgo(101) })],
    ['Bob', () => ({ field: 'last_order', operator: 'in_last_days', value: 99 })],
    ['Ada', () => ({ field: 'last_order', operator: 'over_days_ago', value: 99 })],
    ['', () => ({ field: 'created', operator: 'before', value: daysAgo(1) })],
    ['Ada Bob Cy', () => ({ field: 'created', operator: 'after', value: daysAgo(1) })],
    ['Ada Bob Cy', () => ({ field: 'created', operator: 'in_last_days', value: 1 })],
    ['', () => ({ field: 'created', operator: 'over_days_ago', value: 1 })],
    ['Bob', () => ({ field: 'open_tickets', operator: 'at_least', value: 1 })],
    ['Ada Cy', () => ({ field: 'open_tickets', operator: 'is', value: 0 })],
    ['Bob', () => ({ field: 'last_ticket', operator: 'in_last_days', value: 49 })],
    ['Ada', () => ({ field: 'last_ticket', operator: 'over_days_ago', value: 49 })],
    ['Ada', () => ({ field: 'last_rating', operator: 'at_most', value: 2 })],
    ['', () => ({ field: 'last_rating', operator: 'at_least', value: 3 })],
    // Bob's jug was canceled.
    ['Ada', ({ jug }) => ({ field: 'product', operator: 'any_of', value: [jug.id] })],
    ['Bob Cy', ({ jug }) => ({ field: 'product', operator: 'none_of', value: [jug.id] })],
    ['Bob', ({ cup }) => ({ field: 'product', operator: 'any_of', value: [cup.id], days: 30 })],
    ['Ada Cy', ({ cup }) => ({ field: 'product', operator: 'none_of', value: [cup.id], days: 30 })],
    ['Ada Bob', ({ cup }) => ({ field: 'variant', operator: 'any_of', value: [cup.variants[0].id] })],
    ['Cy', ({ cup }) => ({ field: 'variant', operator: 'none_of', value: [cup.variants[0].id] })],
    ['Ada', ({ jugs }) => ({ field: 'collection', operator: 'any_of', value: [jugs.id] })],
    ['', ({ jugs }) => ({ field: 'collection', operator: 'any_of', value: [jugs.id], days: 399 })],
    ['Bob Cy', ({ jugs }) => ({ field: 'collection', operator: 'none_of', value: [jugs.id] })],
    ['Ada Bob', () => tagged('vip', 'other')],
    ['Ada', () => ({ field: 'tags', operator: 'all_of', value: ['vip', 'wholesale'] })],
    ['Cy', () => ({ field: 'tags', operator: 'none_of', value: ['vip', 'other'] })],
    ['Ada', () => ({ field: 'country', operator: 'any_of', value: ['AT', 'FR'] })],
    ['Bob Cy', () => ({ field: 'country', operator: 'none_of', value: ['AT', 'FR'] })],
    ['Ada', () => ({ field: 'email_marketing', operator: 'is', value: 'subscribed' })],
    ['Bob Cy', () => ({ field: 'email_marketing', operator: 'is_not', value: 'subscribed' })],
    ['Cy', () => ({ field: 'email_marketing', operator: 'is', value: 'none' })],
    ['Ada Bob', () => ({ field: 'email_marketing', operator: 'is_not', value: 'none' })],
    ['Bob', () => ({ field: 'sms_marketing', operator: 'is', value: 'pending' })],
    ['Cy', () => ({ field: 'phone_marketing', operator: 'is', value: 'subscribed' })],
    ['Ada', () => ({ field: 'custom_field', key: 'level', operator: 'is', value: 3 })],
    ['Ada', () => ({ field: 'custom_field', key: 'club', operator: 'is', value: 'gold' })],
    ['Ada', () => ({ field: 'custom_field', key: 'member', operator: 'is', value: true })],
    ['Bob Cy', () => ({ field: 'custom_field', key: 'club', operator: 'is_not', value: 'gold' })],
  ]

  it('finds customers by every field and operator', async () => {
    for (const [names, condition] of cases) {
      const filter = allOf(condition(shop))
      expect([await namesOf(shop.api, filter), filter]).toEqual([names, filter])
    }
  })

  it('combines conditions and groups', async () => {
    const isAda = { field: 'custom_field', key: 'club', operator: 'is', value: 'gold' } as const
    const isCy = { field: 'orders', operator: 'is', value: 0 } as const
    expect(await namesOf(shop.api, allOf(tagged('vip'), isAda))).toBe('Ada')
    expect(await namesOf(shop.api, { match: 'any', conditions: [isCy, isAda] })).toBe('Ada Cy')
    expect(
      await namesOf(shop.api, {
        match: 'any',
        conditions: [isCy],
        groups: [{ match: 'all', conditions: [tagged('vip'), { field: 'orders', operator: 'is', value: 1 }] }],
      }),
    ).toBe('Bob Cy')
    expect(
      await namesOf(shop.api, {
        match: 'all',
        conditions: [tagged('vip')],
        groups: [{ match: 'any', conditions: [isCy, isAda] }],
      }),
    ).toBe('Ada')
  })

  it.each([
    [allOf(), '/filter', 'must have 1 to 20 conditions, not 0'],
    [
      {
        match: 'all',
        conditions: Array(11).fill(tagged('a')),
        groups: [{ match: 'any', conditions: Array(10).fill(tagged('a')) }],
      },
      '/filter',
      'must have 1 to 20 conditions, not 21',
    ],
    [
      allOf({ field: 'created', operator: 'before', value: 3 }),
      '/filter/conditions/0/value',
      'must be a time, such as',
    ],
    [
      allOf({ field: 'last_order', operator: 'in_last_days', value: '2026-01-01T00:00:00.000Z' }),
      '/filter/conditions/0/value',
      'must be a number of days',
    ],
    [
      allOf({ field: 'product', operator: 'any_of', value: ['prod_01k9z3h8x2f7mtv4q6bw0ncdre'] }),
      '/filter/conditions/0/value/0',
      'does not exist',
    ],
    [
      { match: 'all', conditions: [{ field: 'orders', operator: 'contains', value: 1 }] },
      '/filter/conditions/0/operator',
      '',
    ],
    [
      { match: 'all', conditions: [{ field: 'shoe_size', operator: 'is', value: 1 }] },
      '/filter/conditions/0/field',
      '',
    ],
    [
      { match: 'all', conditions: [{ field: 'custom_field', key: "a' or true --", operator: 'is', value: 1 }] },
      '/filter/conditions/0/key',
      '',
    ],
  ])('rejects what is not valid (%#)', async (filter, path, message) => {
    for (const response of [
      await preview(shop.api, filter),
      await shop.api.post('/v1/segments', { name: 'Broken', filter }),
    ]) {
      expect(response.status).toBe(400)
      expect(response.body.error.details).toMatchObject([{ path, message: expect.stringContaining(message) }])
    }
  })

  it('treats values as values', async () => {
    const text = "' or true --"
    expect(await namesOf(shop.api, allOf(tagged(text)))).toBe('')
    expect(await namesOf(shop.api, allOf({ field: 'custom_field', key: 'club', operator: 'is', value: text }))).toBe('')
  })
})

const create = async (shop: Pick<Shop, 'api'>, filter: Filter, name = 'Segment') => {
  const { status, body } = await shop.api.post('/v1/segments', { name, filter })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

describe('/v1/segments', () => {
  it('creates, updates and deletes a segment with its members', async () => {
    const shop = await openShop()
    const [vip, both] = [await addCustomer(shop, { tags: ['vip'] }), await addCustomer(shop, { tags: ['vip', 'new'] })]
    await addCustomer(shop)
    const segment = await create(shop, allOf(tagged('vip')), 'VIPs')
    expect(segment).toMatchObject({ name: 'VIPs', status: 'ready', memberCount: 2, version: 1 })
    const path = `/v1/segments/${segment.id}`
    const members = async () => (await shop.api.get(`${path}/members`)).body.data.map(({ id }: { id: string }) => id)
    expect(await members()).toEqual([both, vip])
    const renamed = await shop.api.send('PATCH', path, { name: 'Very' }, { 'if-match': '"1"' })
    expect(renamed.body).toMatchObject({ name: 'Very', filter: segment.filter, memberCount: 2, version: 2 })
    const stale = await shop.api.send('PATCH', path, { name: 'Old' }, { 'if-match': '"1"' })
    expect(stale.status).toBe(412)
    const changed = await shop.api.patch(path, { filter: allOf(tagged('new')) })
    expect(changed.body).toMatchObject({ name: 'Very', status: 'ready', memberCount: 1, version: 3 })
    expect(await members()).toEqual([both])
    expect((await shop.api.get('/v1/segments')).body.data).toEqual([changed.body])
    expect((await shop.api.get(`/v1/customers?segmentId=${segment.id}`)).body.data).toMatchObject([{ id: both }])
    expect((await shop.api.send('DELETE', path)).status).toBe(204)
    for (const gone of [path, `${path}/members`, `${path}/export`, `${path}/audit`]) {
      expect((await shop.api.get(gone)).status).toBe(404)
    }
    expect((await shop.api.get(`/v1/customers?segmentId=${segment.id}`)).body.data).toEqual([])
    expect(await listEventData(shop, 'segment.built')).toEqual([
      { segmentId: segment.id, memberCount: 1 },
      { segmentId: segment.id, memberCount: 2 },
    ])
    // The customers did not change, the filter did.
    expect(await listEventData(shop, 'segment.customer_left')).toEqual([])
  })

  it('belongs to one environment, and is closed to storefronts', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    await addCustomer(other, { tags: ['vip'] })
    await addCustomer({ api: shop.sandbox }, { tags: ['vip'] })
    const segment = await create(shop, allOf(tagged('vip')))
    expect(segment.memberCount).toBe(0)
    expect((await preview(shop.api, allOf(tagged('vip')))).body).toEqual({ count: 0, sample: [] })
    for (const caller of [other.api, shop.sandbox]) {
      expect((await caller.get(`/v1/segments/${segment.id}`)).status).toBe(404)
      expect((await caller.send('DELETE', `/v1/segments/${segment.id}`)).status).toBe(404)
    }
    expect((await shop.storefront.get('/v1/segments')).status).toBe(401)
    expect((await shop.storefront.get(`/v1/segments/${segment.id}/export`)).status).toBe(401)
  })

  it('exports members as CSV that no spreadsheet executes', async () => {
    const shop = await openShop()
    const filter = allOf(tagged('vip'))
    const { id } = await create(shop, filter)
    const first = await addCustomer(shop, {
      name: '=HYPERLINK("http://evil.example")',
      emails: [{ address: 'ada@example.com' }],
      phones: [{ number: '+431234567' }],
      tags: ['vip', 'a, b'],
      addresses: [{ address: { country: 'AT' } }],
    })
    await addCustomer(shop, { name: 'Not a member' })
    await shop.api.patch(`/v1/segments/${id}`, { filter: { ...filter, match: 'any' } })
    const { status, headers, body } = await shop.api.get(`/v1/segments/${id}/export`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [header, row, ...others] = body.trimEnd().split('\r\n')
    expect(header).toContain('Customer ID,Name,Company,Email,Phone,Country')
    expect(row.startsWith(`${first},"'=HYPERLINK(""http://evil.example"")",,ada@example.com,'+431234567,AT,`)).toBe(
      true,
    )
    expect(row).toContain('EUR,0,0.00,')
    expect(others).toEqual([])
  })

  it('is limited to 50 per shop', async () => {
    const shop = await openShop()
    for (let at = 0; at < 50; at++) await create(shop, allOf(tagged('vip')), `Segment ${at}`)
    const { status, body } = await shop.api.post('/v1/segments', { name: 'One more', filter: allOf(tagged('vip')) })
    expect([status, body.error]).toEqual([409, expect.objectContaining({ code: 'conflict', limit: 50 })])
  })
})

describe('a promotion for a segment', () => {
  const discountFor = (segmentId: string) => ({
    title: 'For them',
    trigger: 'automatic',
    benefit: { kind: 'percentage', target: 'order', percentage: 10 },
    conditions: { customer: { segmentIds: [segmentId] } },
  })

  it('applies to its members only', async () => {
    const shop = await openShop()
    const [member, other] = [await addCustomer(shop, { tags: ['vip'] }), await addCustomer(shop)]
    const segment = await create(shop, allOf(tagged('vip')))
    const { status, body: promotion } = await shop.api.post('/v1/promotions', discountFor(segment.id))
    expect([status, promotion.conditions]).toEqual([201, { customer: { segmentIds: [segment.id] } }])
    const { variants } = await addSimpleProduct(shop, { title: 'Jug', sku: 'JUG', price: 1000 })
    const discounts = async (caller: ApiClient, more: object) => {
      const { body } = await caller.post('/v1/carts', { items: [{ variantId: variants[0].id }], ...more })
      expect(body.error).toBeUndefined()
      return body.totals.total.amount
    }
    expect(await discounts(shop.api, { customer: { id: member } })).toBe(900)
    expect(await discounts(shop.api, { customer: { id: other } })).toBe(1000)
    expect(await discounts(shop.api, {})).toBe(1000)
    expect(await discounts(shop.storefront, {})).toBe(1000)
    expect((await shop.api.post('/v1/carts', { customer: { segments: ['vip'] } })).status).toBe(400)
  })

  it('needs a segment that exists, and keeps it from being deleted', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const foreign = await create(other, allOf(tagged('vip')))
    const unknown = await shop.api.post('/v1/promotions', discountFor(foreign.id))
    expect([unknown.status, unknown.body.error.details]).toEqual([
      400,
      [{ path: '/conditions/customer/segmentIds/0', message: 'does not exist' }],
    ])
    const { id } = await create(shop, allOf(tagged('vip')))
    const { body: promotion } = await shop.api.post('/v1/promotions', discountFor(id))
    const refused = await shop.api.send('DELETE', `/v1/segments/${id}`)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'conflict',
        message: 'Promotions use this segment: “For them”. Remove it from their conditions first.',
        promotionIds: [promotion.id],
      }),
    ])
    await shop.api.patch(`/v1/promotions/${promotion.id}`, { conditions: {} })
    expect((await shop.api.send('DELETE', `/v1/segments/${id}`)).status).toBe(204)
  })

  it('never refers to a segment that is deleted at the same time', async () => {
    const shop = await openShop()
    for (let round = 0; round < 8; round++) {
      const { id } = await create(shop, allOf(tagged('vip')))
      const [saved, deleted] = await Promise.all([
        shop.api.post('/v1/promotions', discountFor(id)),
        shop.api.send('DELETE', `/v1/segments/${id}`),
      ])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([saved.status, deleted.status])
    }
  })
})
