import { describe, expect, it } from 'vitest'
import { ADDRESS, checkOut, createReadyCart, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { getOrder, placeOrder } from '../../../../test/placed-order.ts'
import { importJugs } from '../../../../test/sample-orders.ts'
import { eur } from '../../../../test/sample-products.ts'

const getCustomer = async ({ api }: Awaited<ReturnType<typeof openCheckoutShop>>, id: string) =>
  (await api.get(`/v1/customers/${id}`)).body

describe('the customer of an order', () => {
  it('is created by the first checkout with an email and found by the next one', async () => {
    const shop = await openCheckoutShop()
    const order = await placeOrder(shop)
    expect(order.customerId).toMatch(/^cus_/)
    expect(await getCustomer(shop, order.customerId)).toMatchObject({
      name: ADDRESS.name,
      emails: [{ address: 'ada@example.com', verified: false }],
      addresses: [{ address: ADDRESS }],
      statistics: [{ orders: 1, spent: eur(2989), averageOrder: eur(2989), lastOrderAt: order.placedAt }],
    })
    const cart = await createReadyCart(shop, { quantity: 2, email: 'ADA@Example.com' })
    const { body } = await checkOut(shop, cart.id, { shippingAddress: { ...ADDRESS, name: 'Mallory' } })
    const second = await getOrder(shop, body.order.id)
    expect(second.customerId).toBe(order.customerId)
    // Anyone can check out with anyone's email, so the customer keeps their name and address.
    expect(await getCustomer(shop, order.customerId)).toMatchObject({
      name: ADDRESS.name,
      addresses: [{ address: ADDRESS }],
      version: 1,
      statistics: [{ orders: 2, spent: eur(2989 + 5488), averageOrder: eur(4239), firstOrderAt: order.placedAt }],
    })
    const events = (await shop.api.get('/v1/events?type=customer.created')).body.data
    expect(events).toMatchObject([{ data: { customerId: order.customerId } }])
    expect((await shop.sandbox.get('/v1/customers')).body.data).toEqual([])
  })

  it('is one customer for twelve concurrent checkouts with a new email', async () => {
    const shop = await openCheckoutShop()
    const carts = await Promise.all(
      Array.from({ length: 12 }, () => createReadyCart(shop, { email: 'new@example.com' })),
    )
    const checkouts = await Promise.all(carts.map(({ id }) => checkOut(shop, id)))
    const orders = await Promise.all(checkouts.map(({ body }) => getOrder(shop, body.order.id)))
    const [customerId, ...others] = new Set(orders.map((order) => order.customerId))
    expect(others).toEqual([])
    const { data } = (await shop.api.get('/v1/customers')).body
    expect(data).toMatchObject([{ id: customerId, statistics: [{ orders: 12, spent: eur(12 * 2989) }] }])
    expect((await shop.api.get('/v1/events?type=customer.created')).body.data).toHaveLength(1)
  })

  it('is never told to the buyer', async () => {
    const shop = await openCheckoutShop()
    const { customerId } = await placeOrder(shop)
    const cart = await createReadyCart(shop)
    const { body: checkout } = await checkOut(shop, cart.id)
    const answers = [cart, checkout, (await shop.storefront.get(`/v1/carts/${cart.id}`)).body]
    expect(JSON.stringify(answers)).not.toContain(customerId)
    expect(JSON.stringify(answers)).not.toContain('cus_')
  })
})

describe('the statistics of a customer', () => {
  it('follow refunds and cancellations', async () => {
    const shop = await openCheckoutShop()
    const [kept, canceled] = [await placeOrder(shop, { quantity: 2 }), await placeOrder(shop)]
    await shop.api.post(`/v1/orders/${kept.id}/refunds`, { amount: eur(1000), reason: 'Scratched' })
    expect(await getCustomer(shop, kept.customerId)).toMatchObject({
      statistics: [{ orders: 2, spent: eur(5488 + 2989 - 1000), lastOrderAt: canceled.placedAt }],
    })
    expect((await shop.api.send('DELETE', `/v1/customers/${kept.customerId}`)).status).toBe(409)
    expect((await shop.api.post(`/v1/orders/${canceled.id}/cancellation`, {})).status).toBe(200)
    expect(await getCustomer(shop, kept.customerId)).toMatchObject({
      statistics: [{ orders: 1, spent: eur(4488), averageOrder: eur(4488), lastOrderAt: kept.placedAt }],
    })
    expect((await shop.api.post(`/v1/orders/${kept.id}/cancellation`, {})).status).toBe(200)
    const { body } = await shop.api.get('/v1/customers?ordersMax=0')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([kept.customerId])
  })

  it('count imports when they were placed, and drafts when they are completed', async () => {
    const shop = await openCheckoutShop()
    const imported = await importJugs(shop.api, {
      payments: [{ kind: 'external', amount: eur(3000), status: 'paid', refunded: eur(500) }],
    })
    const { body: draft } = await shop.api.post('/v1/orders', {
      kind: 'draft',
      email: 'Grace@example.com',
      items: [{ variantId: shop.mug, quantity: 1 }],
    })
    expect(draft).toMatchObject({ status: 'draft', customerId: null })
    expect(await getCustomer(shop, imported.customerId)).toMatchObject({
      statistics: [{ orders: 1, spent: eur(2500), lastOrderAt: imported.placedAt }],
    })
    const { body: completed } = await shop.api.post(`/v1/orders/${draft.id}/completion`, { payment: 'external' })
    expect(completed.customerId).toBe(imported.customerId)
    expect(await getCustomer(shop, imported.customerId)).toMatchObject({
      statistics: [{ orders: 2, firstOrderAt: imported.placedAt, lastOrderAt: completed.placedAt }],
    })
  })

  it('are kept per currency, with one in the currency of the shop', async () => {
    const shop = await openCheckoutShop()
    const usd = (amount: number) => ({ amount, currency: 'USD' })
    const { customerId } = await importJugs(shop.api, {
      currency: 'USD',
      items: [{ title: 'Jug', quantity: 1, unitPrice: usd(1500) }],
    })
    expect((await getCustomer(shop, customerId)).statistics).toMatchObject([
      { orders: 1, spent: usd(1500) },
      { orders: 0, spent: eur(0), firstOrderAt: null },
    ])
  })
})

it('GET /v1/customers sorts by the newest, the last order, orders and spend, in pages, and filters by them', async () => {
  const { api } = await openCheckoutShop()
  const buy = (email: string, amount: number, placedAt: string) =>
    importJugs(api, { email, placedAt, items: [{ title: 'Jug', quantity: 1, unitPrice: eur(amount) }] })
  await api.post('/v1/customers', { name: 'No orders', emails: [{ address: 'none@example.com' }] })
  await buy('often@example.com', 1000, '2026-01-01T10:00:00.000Z')
  await buy('often@example.com', 1000, '2026-01-02T10:00:00.000Z')
  await buy('much@example.com', 9000, '2026-01-03T10:00:00.000Z')
  await buy('late@example.com', 500, '2026-01-04T10:00:00.000Z')
  const list = async (query: string): Promise<string[]> => {
    const names: string[] = []
    let cursor = ''
    do {
      const { body } = await api.get(`/v1/customers?limit=1&${query}${cursor}`)
      names.push(...body.data.map(({ emails }: { emails: { address: string }[] }) => emails[0]?.address.split('@')[0]))
      cursor = body.nextCursor && `&cursor=${body.nextCursor}`
    } while (cursor)
    return names
  }
  expect(await list('')).toEqual(['late', 'much', 'often', 'none'])
  expect(await list('sort=spent')).toEqual(['much', 'often', 'late', 'none'])
  expect(await list('sort=orders')).toEqual(['often', 'late', 'much', 'none'])
  expect(await list('sort=last_order')).toEqual(['late', 'much', 'often', 'none'])
  expect(await list('sort=spent&spentMin=500&spentMax=2000')).toEqual(['often', 'late'])
  expect(await list('ordersMax=0')).toEqual(['none'])
  expect(await list('lastOrderFrom=2026-01-03T10:00:00.000Z&lastOrderTo=2026-01-04T10:00:00.000Z')).toEqual(['much'])
  // Those without orders have no last one.
  expect(await list('lastOrderTo=2026-01-03T10:00:00.000Z&sort=spent')).toEqual(['often'])
  expect(await list('sort=orders&ordersMax=1')).toEqual(['late', 'much', 'none'])
  expect(await list('q=OFTEN@')).toEqual(['often'])
})
