import { expect, it } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { addCollection } from '../../../test/sample-collections.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { createProgram, earnPointsNow, grantPoints } from '../../../test/sample-points.ts'
import { signIn } from '../../../test/sign-in.ts'
import { newId } from '../../kit/ids.ts'

const PREVIEW = '/v1/loyalty/preview'
const EARNING = { earning: [{ currency: 'EUR', points: 1, amount: 1 }] }
const SILVER = { key: 'silver', name: 'Silver', threshold: 2000, multiplierPercent: 150, perks: ['Free returns'] }

it('previews what the order then earns, with taxes, discounts, product rules and the tier of the buyer’s email', async () => {
  const shop = await openCheckoutShop()
  const [product] = (await shop.api.get('/v1/catalog/products')).body.data
  const pin = await addSimpleProduct(shop, { title: 'Pin', sku: 'PIN', price: 333 })
  const pins = await addCollection(shop.api, { title: 'Pins', kind: 'manual' })
  await shop.api.post(`/v1/catalog/collections/${pins.id}/products`, { productIds: [pin.id] })
  await shop.api.post('/v1/taxes/regions', {
    area: { country: 'AT' },
    rates: [{ class: 'standard', name: 'VAT', percentage: 20 }],
  })
  const rule = { collectionId: pins.id, points: 7 }
  const program = {
    ...EARNING,
    pendingDays: 0,
    tiers: [SILVER],
    productRules: [{ productId: product.id, multiplierPercent: 120 }, rule, { collectionId: pins.id, points: 3 }],
  }
  await createProgram(shop, program)
  const balance = async () => (await shop.api.get('/v1/loyalty/balance?email=ada@example.com')).body
  const buy = async () => {
    const items = [
      { variantId: shop.mug, quantity: 2 },
      { variantId: pin.variants[0].id, quantity: 3 },
    ]
    const cart = await createReadyCart(shop, { items })
    const preview = (await shop.api.post(PREVIEW, { cartId: cart.id })).body
    const order = await shop.storefront.post('/v1/checkout/card', { cartId: cart.id, paymentMethod: 'pm_card_visa' })
    expect(order.status).toBe(201)
    await earnPointsNow(shop, order.body.order.id)
    return preview
  }
  const first = await buy()
  expect(first).toMatchObject({
    multiplierPercent: 100,
    tier: null,
    items: [
      { variantId: shop.mug, quantity: 2, rule: { productId: product.id, multiplierPercent: 120 } },
      { quantity: 3, rule },
    ],
    availableAfterDays: 0,
    reason: null,
  })
  expect((await balance()).available).toBe(first.points)
  expect(first.items[0].points + first.items[1].points).toBe(first.points)
  const second = await buy()
  expect(second).toMatchObject({ multiplierPercent: 150, tier: { key: 'silver', name: 'Silver' } })
  expect((await balance()).available).toBe(first.points + second.points)
  expect(second.points).toBeGreaterThan(first.points)
})

it('previews items for any customer, less what points of the cart pay, and stores nothing', async () => {
  const shop = await openCheckoutShop({ isolated: true })
  await createProgram(shop, { ...EARNING, tiers: [SILVER] })
  const ada = await addCustomer(shop, { emails: [{ address: 'ada@example.com' }] })
  await grantPoints(shop, ada, 1000)
  const pool = shop.server.db.pool
  await pool.query(`update loyalty_accounts set tier = 'silver' where environment_id = $1`, [shop.live.environmentId])
  const items = [{ variantId: shop.mug, quantity: 2 }]
  const cart = await createReadyCart(shop, { items, email: 'guest@example.com' })
  const countRows = async () =>
    (await pool.query('select (select count(*) from carts) as carts, (select sum(version) from carts) as versions'))
      .rows
  const before = await countRows()
  const preview = async (body: object) => (await shop.api.post(PREVIEW, body)).body
  expect(await preview({ items })).toEqual({
    points: 4998,
    multiplierPercent: 100,
    tier: null,
    items: [{ variantId: shop.mug, quantity: 2, points: 4998, rule: null }],
    availableAfterDays: 14,
    reason: null,
  })
  expect(await preview({ items, customerId: ada })).toMatchObject({ points: 7497, tier: { key: 'silver' } })
  expect((await preview({ cartId: cart.id })).points).toBe(4998)
  expect((await preview({ cartId: cart.id, customerId: ada })).points).toBe(7497)
  expect(await countRows()).toEqual(before)
  await shop.api.patch(`/v1/carts/${cart.id}`, { customer: { id: ada }, points: { requested: 1000 } })
  // Points pay 1,000 of 5,488, so that much less is earned.
  expect((await preview({ cartId: cart.id })).points).toBe(Math.floor((7497 * 4488) / 5488))
  const viewer = await signIn(shop, 'viewer')
  const headers = { 'x-environment-id': shop.live.environmentId }
  const read = await viewer.post(`/dashboard/api${PREVIEW}`, { items }, headers)
  expect([read.status, read.body.points]).toEqual([200, 4998])
})

it('says why nothing is earned, and rejects requests without items, with unknown ones, or from visitors', async () => {
  const shop = await openCheckoutShop()
  const items = [{ variantId: shop.mug, quantity: 1 }]
  const preview = (body: object) => shop.api.post(PREVIEW, body)
  expect((await preview({ items })).body).toMatchObject({ points: 0, reason: 'inactive', items: [{ points: 0 }] })
  await createProgram(shop, { earning: [{ currency: 'USD', points: 1, amount: 1 }] })
  expect((await preview({ items })).body).toMatchObject({ points: 0, reason: 'currency_mismatch' })
  const { id } = await createReadyCart(shop, { items })
  for (const [body, status, path] of [
    [{}, 400, '/cartId'],
    [{ items, cartId: id }, 400, '/cartId'],
    [{ items: [] }, 400, '/items'],
    [{ items, customerId: newId('cus') }, 400, '/customerId'],
    [{ items: [{ variantId: newId('var') }] }, 404, '/items/0'],
  ] as const) {
    const response = await preview(body)
    expect([response.status, response.body.error.details[0].path]).toEqual([status, path])
  }
  expect((await preview({ cartId: newId('cart') })).status).toBe(404)
  expect((await shop.storefront.post(PREVIEW, { items })).status).toBe(401)
  const other = await openCheckoutShop()
  expect((await other.api.post(PREVIEW, { items })).status).toBe(404)
})
