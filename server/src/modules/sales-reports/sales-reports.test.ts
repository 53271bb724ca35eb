import { beforeAll, expect, it } from 'vitest'
import { type CheckoutShop, createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { orderMugs } from '../../../test/sample-orders.ts'
import type { CurrencySales } from './schemas.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

let shop: CheckoutShop

/** Where it is noon now, so that an hour ago is today and not yet yesterday. Etc/GMT+5 is five hours behind. */
function noonZone(): string {
  const offset = new Date().getUTCHours() - 12
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '+' : ''}${offset}`
}

async function importOrder(currency: string, more: object) {
  const money = (amount: number) => ({ amount, currency })
  const { status, body } = await shop.api.post('/v1/orders', {
    kind: 'import',
    currency,
    placedAt: hoursAgo(1),
    taxIncluded: true,
    items: [{ title: 'Jug', quantity: 2, unitPrice: money(1200), discount: money(400), tax: money(333) }],
    shipping: { title: 'Post', amount: money(590), tax: money(98) },
    payments: [{ kind: 'external', amount: money(2590), status: 'paid' }],
    ...more,
  })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

async function reportOf(days: number, currency: string): Promise<CurrencySales | undefined> {
  const { status, body } = await shop.api.get(`/v1/reports/sales?days=${days}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.find((one: CurrencySales) => one.currency === currency)
}

const amounts = (figures: CurrencySales['current'] | undefined) =>
  figures && Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Object(value).amount ?? value]))

beforeAll(async () => {
  shop = await openCheckoutShop()
  expect((await shop.api.patch('/v1/workspace', { timeZone: noonZone() })).status).toBe(200)
})

const ONE_ORDER = {
  orders: 1,
  grossSales: 2000,
  discounts: 333,
  returns: 0,
  netSales: 1667,
  shipping: 492,
  taxes: 431,
  totalSales: 2590,
  averageOrderValue: 1667,
}

const money = (currency: string, amount: number) => ({ amount, currency })

it.for([
  ['CHF', 'prices include tax', {}, ONE_ORDER],
  [
    'GBP',
    'tax is added',
    {
      taxIncluded: false,
      items: [
        {
          title: 'Jug',
          quantity: 2,
          unitPrice: money('GBP', 1000),
          discount: money('GBP', 500),
          tax: money('GBP', 300),
        },
      ],
      shipping: null,
      payments: [],
    },
    {
      ...ONE_ORDER,
      grossSales: 2000,
      discounts: 500,
      netSales: 1500,
      shipping: 0,
      taxes: 300,
      totalSales: 1800,
      averageOrderValue: 1500,
    },
  ],
  [
    'JPY',
    'everything is free',
    {
      items: [{ title: 'Jug', quantity: 1, unitPrice: money('JPY', 900), discount: money('JPY', 900) }],
      shipping: null,
      payments: [],
    },
    {
      ...ONE_ORDER,
      grossSales: 900,
      discounts: 900,
      netSales: 0,
      shipping: 0,
      taxes: 0,
      totalSales: 0,
      averageOrderValue: 0,
    },
  ],
  [
    'SEK',
    'the old shop had refunded a part',
    { payments: [{ kind: 'external', amount: money('SEK', 2590), status: 'paid', refunded: money('SEK', 590) }] },
    { ...ONE_ORDER, returns: 590, netSales: 1077, totalSales: 2000 },
  ],
] as const)('%s: adds up to what was charged when %s', async ([currency, , more, expected]) => {
  await importOrder(currency, more)
  expect(amounts((await reportOf(1, currency))?.current)).toEqual(expected)
})

it('counts no drafts, no canceled orders and no gift cards', async () => {
  await importOrder('NOK', { canceledAt: hoursAgo(0.5) })
  await shop.api.post('/v1/orders', {
    kind: 'draft',
    currency: 'NOK',
    items: [{ title: 'Jug', quantity: 1, unitPrice: money('NOK', 900) }],
  })
  const order = await importOrder('NOK', { shipping: null, payments: [] })
  await shop.server.db.pool.query(
    `update order_items set details = (details::jsonb || '{"giftCard": true}')::json where environment_id = $1 and order_id = $2`,
    [shop.live.environmentId, order.id],
  )
  expect(amounts((await reportOf(1, 'NOK'))?.current)).toMatchObject({
    orders: 0,
    grossSales: 0,
    totalSales: 0,
    averageOrderValue: null,
  })
})

it('counts a refund on its own day, without tax in returns, and none of a canceled order', async () => {
  const order = await importOrder('USD', { placedAt: new Date(Date.now() - 3 * DAY_MS).toISOString() })
  const refund = { items: [{ itemId: order.items[0].id, quantity: 1 }], shipping: money('USD', 590) }
  const { status, body } = await shop.api.post(`/v1/orders/${order.id}/refunds`, refund)
  expect([status, body.amount]).toEqual([201, money('USD', 1590)])
  const refunded = {
    orders: 0,
    grossSales: 0,
    returns: 833,
    netSales: -833,
    shipping: -492,
    taxes: -265,
    totalSales: -1590,
  }
  expect(amounts((await reportOf(1, 'USD'))?.current)).toMatchObject(refunded)
  const week = await reportOf(7, 'USD')
  expect(amounts(week?.current)).toMatchObject({ orders: 1, grossSales: 2000, returns: 833, totalSales: 1000 })
  expect(week?.points.map(({ totalSales }) => totalSales?.amount)).toEqual([0, 0, 0, 2590, 0, 0, -1590])
  expect((await shop.api.post(`/v1/orders/${order.id}/cancellation`, { refund: false })).status).toBe(200)
  expect(await reportOf(7, 'USD')).toBeUndefined()
})

it('compares with the period before, up to the same time of day', async () => {
  await importOrder('DKK', { placedAt: hoursAgo(25) })
  await importOrder('DKK', { placedAt: hoursAgo(23) })
  await importOrder('DKK', { placedAt: hoursAgo(1) })
  const today = await reportOf(1, 'DKK')
  expect([today?.current.orders, today?.previous.orders]).toEqual([1, 1])
  expect(today?.points).toHaveLength(24)
  const { body } = await shop.api.get('/v1/reports/sales?days=1')
  const sold = today?.points.filter(({ orders }) => orders > 0)
  expect(sold).toMatchObject([{ totalSales: money('DKK', 2590), previousTotalSales: money('DKK', 2590) }])
  expect(today?.points.at(-1)).toMatchObject({ key: `${body.to}T23`, totalSales: null })
  const week = await reportOf(7, 'DKK')
  expect([week?.current.orders, week?.previous.orders]).toEqual([3, 0])
})

it('counts carts with items, and those that became an order', async () => {
  await orderMugs(shop, 1)
  await createReadyCart(shop, { quantity: 1 })
  await shop.storefront.post('/v1/carts', {})
  const { body } = await shop.api.get('/v1/reports/sales')
  expect(body.conversion).toEqual({ current: { carts: 2, converted: 1 }, previous: { carts: 0, converted: 0 } })
  expect(body.data[0]).toMatchObject({ currency: 'EUR', current: { orders: 1 } })
  expect((await shop.sandbox.get('/v1/reports/sales')).body.data).toMatchObject([
    { currency: 'EUR', current: { orders: 0 } },
  ])
  for (const days of [0, 31]) expect((await shop.api.get(`/v1/reports/sales?days=${days}`)).status).toBe(400)
})
