import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { type ApiClient, openShop } from '../../test/open-shop.ts'
import { DiscountValidation } from '../modules/carts/discounts/schemas.ts'
import { NewCart, NewItems } from '../modules/carts/request-schemas.ts'
import type { Product } from '../modules/catalog/schemas.ts'
import type { ListedProduct } from '../modules/listings/schemas.ts'
import type { Order } from '../modules/orders/schemas.ts'
import type { Ticket } from '../modules/tickets/schemas.ts'
import { loadDemoShop } from './load-demo-shop.ts'

async function openDemoShop() {
  const shop = await openShop()
  const { system } = shop.server
  await system.db.transaction((db) => loadDemoShop({ ...system, db }, shop))
  return shop
}

async function listAll<Listed = Product>(caller: ApiClient, path: string): Promise<Listed[]> {
  const items: Listed[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await caller.get(`${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    expect(status).toBe(200)
    items.push(...body.data)
    cursor = body.nextCursor
  }
  return items
}

const examplesOf = (schema: TSchema): object[] => (schema as TSchema & { examples?: object[] }).examples ?? []

/** Examples from the documentation must work against the demo shop. */
async function tryExamples({ post }: ApiClient) {
  const [cart] = await Promise.all(examplesOf(NewCart).map((body) => post('/v1/carts', body)))
  expect([cart?.status, cart?.body.warnings]).toEqual([201, []])
  for (const body of examplesOf(NewItems)) {
    const { status, body: filled } = await post(`/v1/carts/${cart?.body.id}/items`, body)
    expect([status, filled.warnings]).toEqual([200, []])
  }
  for (const body of examplesOf(DiscountValidation)) {
    expect((await post('/v1/discounts/validate', body)).body).toMatchObject({ valid: true, warnings: [] })
  }
}

it('fills an empty workspace with products, policies and a theme for staff and buyers', async () => {
  const shop = await openDemoShop()
  const products = await listAll(shop.api, '/v1/catalog/products')
  expect(products.length).toBeGreaterThanOrEqual(115)
  const listedProducts = await listAll<ListedProduct>(shop.storefront, '/v1/products')
  const states = products.map(({ status, publishAt }) => (publishAt ? 'scheduled' : status))
  const count = (state: string) => states.filter((one) => one === state).length
  expect([count('draft'), count('archived'), count('scheduled')]).toEqual([2, 1, 1])
  expect(listedProducts.length).toBe(count('active'))
  expect(listedProducts[0]).toMatchObject({ title: 'Linen shirt Solveig', handle: 'linen-shirt-solveig' })
  expect(listedProducts.map(({ handle }) => handle)).toContain('arabic-coffee-set-dallah')
  expect(
    listedProducts.every(({ image }) => image?.url.startsWith(`${shop.server.system.publicUrl}/demo-images/`)),
  ).toBe(true)

  expect(products.filter(({ giftCard }) => giftCard).map(({ title }) => title)).toEqual(['Gift card'])
  expect(products.some(({ taxClass }) => taxClass === 'reduced')).toBe(true)
  for (const caller of [shop.api, shop.sandbox]) {
    const zones = (await caller.get('/v1/shipping/zones')).body.data
    expect(zones.map(({ name }: { name: string }) => name)).toEqual([
      'Rest of the world',
      'European Union',
      'Germany and Austria',
    ])
    const rates = (await caller.get('/v1/shipping/rate-definitions')).body.data
    expect(rates.map(({ service }: { service: string }) => service)).toEqual([
      'pickup',
      'standard',
      'express',
      'standard',
      'express',
      'standard',
    ])
    expect((await caller.get('/v1/taxes/settings')).body).toMatchObject({ pricesIncludeTax: true, version: 1 })
    expect((await caller.get('/v1/taxes/regions')).body.data).toHaveLength(10)
    await tryExamples(caller)
  }

  const { body: policies } = await shop.storefront.get('/v1/policies')
  expect(policies.data.map(({ kind }: { kind: string }) => kind)).toEqual([
    'cookies',
    'legal_notice',
    'privacy',
    'refund',
    'shipping',
    'terms',
  ])
  expect(policies.data[3].returnTerms.windowDays).toBe(30)
  expect((await shop.storefront.get('/v1/theme')).body).toMatchObject({
    brand: { name: 'Hazel & Oak' },
    currencies: { default: 'EUR', others: ['USD', 'GBP'] },
  })
})

it('C2 fills the sandbox too, with zero-decimal and three-decimal currencies and more than 100 variants', async () => {
  const shop = await openDemoShop()
  const live = await listAll(shop.api, '/v1/catalog/products')
  const test = await listAll(shop.sandbox, '/v1/catalog/products')
  const own = test.filter(({ id }) => !live.some((product) => product.id === id))
  expect(test.length - own.length).toBe(live.length)
  const currencies = (list: Product[]) =>
    [
      ...new Set(
        list.flatMap(({ variants }) => variants.flatMap(({ prices }) => prices.map(({ price }) => price.currency))),
      ),
    ].sort()
  expect(currencies(own)).toEqual(expect.arrayContaining(['BHD', 'JPY', 'KWD']))
  expect(currencies(live)).toEqual(['EUR', 'GBP', 'USD'])
  expect(Math.max(...own.map(({ variants }) => variants.length))).toBeGreaterThan(100)
})

it('has promotions for new customers, large orders and friends in both environments', async () => {
  const shop = await openDemoShop()
  const { data } = (await shop.api.get('/v1/promotions')).body
  const kinds = data.map(({ benefit, status }: { benefit: { kind: string }; status: string }) => [benefit.kind, status])
  expect(kinds).toEqual([
    ['percentage', 'active'],
    ['free_shipping', 'active'],
    ['buy_x_get_y', 'active'],
    ['tiered', 'active'],
    ['gift', 'active'],
    ['fixed', 'active'],
    ['percentage', 'ended'],
  ])
  for (const { api } of [shop, { api: shop.sandbox }]) {
    const [frieda] = (await api.get('/v1/customers?email=frieda.lindner@example.com')).body.data
    expect(frieda).toMatchObject({
      name: 'Frieda Lindner',
      statistics: [{ orders: expect.toSatisfy((count) => count > 0) }],
    })
    const { body: account } = await api.get(`/v1/loyalty/accounts/${frieda.id}`)
    expect(account).toMatchObject({ balance: 1250, value: [{ currency: 'EUR', amount: 1250 }, {}, {}] })
    const [welcome] = (await api.get('/v1/promotions?q=welcome10')).body.data
    expect(welcome).toMatchObject({ id: data[0].id, benefit: { percentage: 10 }, usageLimitPerCustomer: 1 })
  }
})

it('has a month of tickets in every state, whose emails are not sent', async () => {
  const shop = await openDemoShop()
  for (const { api } of [shop, { api: shop.sandbox }]) {
    const tickets = (await api.get('/v1/tickets?limit=100&sort=newest')).body.data as Ticket[]
    expect(tickets.length).toBeGreaterThanOrEqual(24)
    expect([...new Set(tickets.map(({ status }) => status.name))].sort()).toEqual([
      'On hold',
      'Open',
      'Resolved',
      'Waiting for customer',
    ])
    expect(tickets.filter(({ customerId }) => customerId === null)).toEqual([])
    expect(tickets.filter(({ orderIds }) => orderIds.length > 0).length).toBeGreaterThan(10)
    // Two tickets of one customer were merged.
    expect(tickets[0]).toMatchObject({ subject: 'Where is my parcel?', messageCount: 2 })
    expect((await api.get('/v1/teams')).body.data).toHaveLength(2)
    expect((await api.get('/v1/macros')).body.data).toHaveLength(3)
    expect((await api.get('/v1/sla-policies')).body.data).toHaveLength(2)
    expect((await api.get('/v1/articles?status=published')).body.data).toHaveLength(14)
    const assigned = tickets.filter(({ assigneeId }) => assigneeId !== null)
    expect([assigned.length > 15, tickets.length - assigned.length > 3]).toEqual([true, true])
    const ratings = (await api.get('/v1/csat-responses')).body.data
    expect(ratings.map(({ rating }: { rating: number }) => rating)).toEqual([2, 3, 5, 4, 5, 4, 5])
    expect(ratings.filter(({ assigneeId }: { assigneeId: string | null }) => assigneeId === null)).toEqual([])
    const { totals, data } = (await api.get('/v1/reports/tickets')).body
    expect([totals.created, totals.firstResponse.median > 0, data.length]).toEqual([24, true, 30])
    // The next ticket gets the next number.
    const next = await api.post('/v1/tickets', { subject: 'Another one' })
    expect([next.status, next.body.number]).toEqual([201, 1026])
  }
  const { rows } = await shop.server.db.pool.query(
    `select from ticket_messages where environment_id = any($1) and delivery_status <> 'sent'`,
    [[shop.live.environmentId, shop.test.environmentId]],
  )
  expect(rows).toEqual([])
})

it('has several weeks of orders in every state with consistent stock and payments', async () => {
  const shop = await openDemoShop()
  for (const { api } of [shop, { api: shop.sandbox }]) {
    const orders = (await api.get('/v1/orders?limit=100')).body.data as Order[]
    expect(orders.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => 1015 - at))
    const states = (field: 'status' | 'paymentStatus' | 'fulfillmentStatus' | 'returnStatus') =>
      [...new Set(orders.map((order) => order[field]))].sort()
    expect(states('status')).toEqual(['archived', 'canceled', 'draft', 'open'])
    expect(states('paymentStatus')).toEqual(['paid', 'pending', 'refunded'])
    expect(states('fulfillmentStatus')).toEqual(['fulfilled', 'not_required', 'partially_fulfilled', 'unfulfilled'])
    expect(states('returnStatus')).toEqual(['in_progress', 'none', 'requested', 'returned'])
    expect(orders.map(({ exchangeOf }) => exchangeOf?.number).filter(Boolean)).toEqual([1008])
    expect((await api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
    const next = await api.post('/v1/orders', {
      kind: 'draft',
      items: [{ title: 'Work', unitPrice: { amount: 900, currency: 'EUR' }, quantity: 1 }],
    })
    expect([next.status, next.body.number]).toEqual([201, 1016])
  }
})
