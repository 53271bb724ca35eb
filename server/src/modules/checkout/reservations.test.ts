import { describe, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import {
  type CheckoutShop,
  checkOut,
  createReadyCart,
  getStockLevel,
  openCheckoutShop,
} from '../../../test/checkout-shop.ts'
import type { ApiClient, ApiResponse } from '../../../test/open-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { setStock } from '../../../test/sample-stock.ts'
import { reconcileCheckouts } from './jobs.ts'

const MINUTE_MS = 60_000

const openIntent = (caller: ApiClient, cartId: string) => caller.post('/v1/checkout/intent', { cartId })
const codeOf = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status]
const LIMITED = [422, 'reservation_limit_exceeded']

/** Each reservation has its own cart; all come from the same address. */
async function reserve(shop: CheckoutShop, quantity: number): Promise<ApiResponse> {
  return openIntent(shop.storefront, (await createReadyCart(shop, { quantity })).id)
}

describe('reservation limit of a visitor', () => {
  it('is a fifth of the stock over all intents, and a rejected intent reserves nothing', async () => {
    const shop = await openCheckoutShop({ onHand: 20_000 })
    const all = await reserve(shop, 9999)
    expect([...codeOf(all), all.body.error.details]).toMatchObject([...LIMITED, [{ path: '/cartId', limit: 4000 }]])
    expect((await getStockLevel(shop)).reserved).toBe(0)
    expect((await reserve(shop, 3000)).status).toBe(201)
    expect(codeOf(await reserve(shop, 1001))).toEqual(LIMITED)
    expect((await reserve(shop, 1000)).status).toBe(201)
    expect(await getStockLevel(shop)).toMatchObject({ reserved: 4000, available: 16_000 })
    // A card checkout reserves nothing in advance.
    const large = await createReadyCart(shop, { quantity: 9999 })
    expect((await checkOut(shop, large.id)).body.status).toBe('completed')
  })

  it('is ten units when stock is low, down to the last one', async () => {
    const shop = await openCheckoutShop({ onHand: 12 })
    expect(codeOf(await reserve(shop, 11))).toEqual(LIMITED)
    expect((await reserve(shop, 10)).status).toBe(201)
    expect(codeOf(await reserve(shop, 1))).toEqual(LIMITED)
    const { variants } = await addSimpleProduct(shop, {
      title: 'Vase',
      sku: 'VASE',
      price: 9900,
      more: { trackStock: true },
    })
    await setStock(shop, { variantId: variants[0].id, onHand: 1 })
    const last = await createReadyCart(shop, { items: [{ variantId: variants[0].id }] })
    expect((await openIntent(shop.storefront, last.id)).status).toBe(201)
  })

  it('holds for concurrent intents', async () => {
    const shop = await openCheckoutShop({ onHand: 30 })
    const carts = await Promise.all(Array.from({ length: 8 }, () => createReadyCart(shop, { quantity: 3 })))
    const responses = await Promise.all(carts.map(({ id }) => openIntent(shop.storefront, id)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    expect((await getStockLevel(shop)).reserved).toBe(9)
  })

  it("applies to a card that waits for the buyer's bank, and cancels the payment beyond it", async () => {
    const shop = await openCheckoutShop({ onHand: 100 })
    const withBank = async (quantity: number) =>
      checkOut(shop, (await createReadyCart(shop, { quantity })).id, { paymentMethod: 'pm_card_3ds' })
    const all = await withBank(100)
    expect([...codeOf(all), all.body.error.details]).toMatchObject([...LIMITED, [{ path: '/cartId', limit: 20 }]])
    expect((await getStockLevel(shop)).reserved).toBe(0)
    const { rows } = await shop.server.db.pool.query(
      'select status from simulated_payments where environment_id = $1',
      [shop.live.environmentId],
    )
    expect(rows).toEqual([{ status: 'canceled' }])
    expect(codeOf(await withBank(15))).toEqual([201, 'requires_action'])
    // Cards and intents count together.
    expect(codeOf(await withBank(6))).toEqual(LIMITED)
    expect(codeOf(await reserve(shop, 6))).toEqual(LIMITED)
    expect((await reserve(shop, 5)).status).toBe(201)
    expect((await getStockLevel(shop)).reserved).toBe(20)
    // A server with a key knows its buyers.
    const { id } = await createReadyCart(shop, { quantity: 60 })
    const trusted = await shop.api.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_3ds' })
    expect(codeOf(trusted)).toEqual([201, 'requires_action'])
  })

  it("does not apply to a customer set by a server, and applies per customer to a server's other carts", async () => {
    const shop = await openCheckoutShop({ onHand: 100 })
    const cartOf = async (email: string) => (await createReadyCart(shop, { quantity: 20, email })).id
    const [company, guest, other] = [
      await cartOf('b2b@example.com'),
      await cartOf('a@example.com'),
      await cartOf('b@example.com'),
    ]
    await shop.api.patch(`/v1/carts/${company}`, { customer: { id: await addCustomer(shop, { name: 'Acme' }) } })
    await shop.api.send(
      'PUT',
      `/v1/carts/${company}/items/${(await shop.api.get(`/v1/carts/${company}`)).body.items[0].id}`,
      { quantity: 50 },
    )
    expect((await openIntent(shop.api, company)).status).toBe(201)
    expect(codeOf(await openIntent(shop.api, guest))).toEqual(LIMITED)
    expect((await shop.api.patch('/v1/workspace', { reservationMaxUnits: 20 })).body.reservationMaxUnits).toBe(20)
    expect((await openIntent(shop.api, guest)).status).toBe(201)
    expect((await openIntent(shop.api, other)).status).toBe(201)
  })
})

describe('duration of an unpaid reservation', () => {
  async function openWithClock() {
    let nowMs = Date.now()
    const shop = await openCheckoutShop({ onHand: 5, clock: () => new Date(nowMs) })
    return {
      shop,
      async pass(ms: number) {
        nowMs += ms
        await reconcileCheckouts.run({ ...shop.server.system, now: new Date(nowMs) })
      },
    }
  }
  const lastsMs = ({ body }: ApiResponse) => Date.parse(body.expiresAt) - Date.parse(body.createdAt)

  it("is a few minutes and can't be renewed forever", async () => {
    const { shop, pass } = await openWithClock()
    const { id } = await createReadyCart(shop)
    const first = await openIntent(shop.storefront, id)
    expect(lastsMs(first)).toBe(5 * MINUTE_MS)
    await pass(5 * MINUTE_MS + 1)
    expect((await getStockLevel(shop)).reserved).toBe(0)
    expect((await openIntent(shop.storefront, id)).status).toBe(201)
    await pass(4 * MINUTE_MS)
    expect((await openIntent(shop.storefront, id)).status).toBe(201)
    await pass(4 * MINUTE_MS)
    const last = await openIntent(shop.storefront, id)
    expect(lastsMs(last)).toBeLessThan(2 * MINUTE_MS)
    await pass(2 * MINUTE_MS)
    const rejected = await openIntent(shop.storefront, id)
    expect([...codeOf(rejected), rejected.headers.get('retry-after')]).toEqual([...LIMITED, '1800'])
    expect((await getStockLevel(shop)).reserved).toBe(0)
    await pass(10 * MINUTE_MS)
    expect((await openIntent(shop.storefront, id)).headers.get('retry-after')).toBe('1200')
    // The buyer can still buy it.
    expect((await checkOut(shop, id)).body.status).toBe('completed')
  })

  it("starts over after a pause, and follows the shop's setting", async () => {
    const { shop, pass } = await openWithClock()
    await shop.api.patch('/v1/workspace', { reservationMinutes: 1 })
    const { id } = await createReadyCart(shop)
    expect(lastsMs(await openIntent(shop.storefront, id))).toBe(MINUTE_MS)
    await pass(4 * MINUTE_MS)
    expect(codeOf(await openIntent(shop.storefront, id))).toEqual(LIMITED)
    await pass(31 * MINUTE_MS)
    expect((await openIntent(shop.storefront, id)).status).toBe(201)
  })

  it('is the full time once a payment is attempted, and half an hour at most', async () => {
    const { shop, pass } = await openWithClock()
    const { body } = await openIntent(shop.storefront, (await createReadyCart(shop)).id)
    const decline = () => shop.storefront.post(`/v1/checkout/${body.id}/confirm`, { paymentMethod: 'pm_card_declined' })
    const leftMs = async () =>
      Date.parse((await shop.storefront.post(`/v1/checkout/${body.id}/retrieve`)).body.expiresAt) -
      Date.parse(body.createdAt)
    await pass(4 * MINUTE_MS)
    expect(codeOf(await decline())).toEqual([422, 'payment_declined'])
    expect(await leftMs()).toBe(19 * MINUTE_MS)
    await pass(14 * MINUTE_MS)
    expect((await getStockLevel(shop)).reserved).toBe(1)
    await decline()
    expect(await leftMs()).toBe(30 * MINUTE_MS)
    await pass(13 * MINUTE_MS)
    expect((await getStockLevel(shop)).reserved).toBe(0)
  })

  it('starts over after a payment attempt', async () => {
    const { shop, pass } = await openWithClock()
    const { id } = await createReadyCart(shop)
    const { body } = await openIntent(shop.storefront, id)
    await pass(4 * MINUTE_MS)
    await shop.storefront.post(`/v1/checkout/${body.id}/confirm`, { paymentMethod: 'pm_card_declined' })
    await pass(12 * MINUTE_MS)
    expect(lastsMs(await openIntent(shop.storefront, id))).toBe(5 * MINUTE_MS)
  })

  it('is not limited without scarce items, or for a customer set by a server', async () => {
    const { shop, pass } = await openWithClock()
    await shop.api.patch('/v1/workspace', { reservationMinutes: 1 })
    const { variants } = await addSimpleProduct(shop, { title: 'Card', sku: 'CARD', price: 300 })
    const free = await createReadyCart(shop, { items: [{ variantId: variants[0].id }] })
    const named = await createReadyCart(shop)
    await shop.api.patch(`/v1/carts/${named.id}`, { customer: { id: await addCustomer(shop, { name: 'Acme' }) } })
    for (const { id } of [free, named]) expect((await openIntent(shop.api, id)).status).toBe(201)
    await pass(4 * MINUTE_MS)
    for (const { id } of [free, named]) expect((await openIntent(shop.api, id)).status).toBe(201)
  })
})
