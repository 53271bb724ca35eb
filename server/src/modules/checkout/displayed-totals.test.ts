import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { ADDRESS, type CheckoutShop, checkOut, createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { issueCard } from '../../../test/sample-gift-cards.ts'
import { eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion } from '../../../test/sample-promotions.ts'
import { setStock } from '../../../test/sample-stock.ts'
import { signIn } from '../../../test/sign-in.ts'

async function setPrice({ api, mug }: CheckoutShop, amount: number): Promise<void> {
  const { data } = (await api.get('/v1/catalog/products?q=Mug')).body
  const [product] = data
  const path = `/v1/catalog/products/${product.id}/variants/${mug}`
  expect((await api.patch(path, { prices: [{ price: eur(amount) }] })).status).toBe(200)
}

async function setRate({ api }: CheckoutShop, amount: number): Promise<void> {
  const [rate] = (await api.get('/v1/shipping/rate-definitions')).body.data
  const price = { kind: 'flat', amounts: [eur(amount)] }
  expect((await api.patch(`/v1/shipping/rate-definitions/${rate.id}`, { price })).status).toBe(200)
}

const rowOf = async ({ server, live }: CheckoutShop, id: string) =>
  (
    await server.db.pool.query('select version, contents::text from carts where environment_id = $1 and id = $2', [
      live.environmentId,
      id,
    ])
  ).rows[0]

const capturedOf = async ({ server, live }: CheckoutShop): Promise<number[]> =>
  (
    await server.db.pool.query(
      "select captured::integer from simulated_payments where environment_id = $1 and status = 'paid' order by captured",
      [live.environmentId],
    )
  ).rows.map(({ captured }) => captured)

const read = async ({ storefront }: CheckoutShop, id: string) => (await storefront.get(`/v1/carts/${id}`)).body

interface Variant {
  name: string
  /** Creates the cart and the change the buyer does not see. */
  open: (shop: CheckoutShop) => Promise<{ cart: { id: string }; change: () => Promise<unknown> }>
  rejection?: [number, string]
  warning?: string
  due: number
}

const VARIANTS: Variant[] = [
  {
    name: 'a higher price',
    open: async (shop) => ({ cart: await createReadyCart(shop), change: () => setPrice(shop, 109_418) }),
    warning: 'price_changed',
    due: 109_908,
  },
  {
    name: 'a lower price',
    open: async (shop) => ({ cart: await createReadyCart(shop), change: () => setPrice(shop, 1000) }),
    warning: 'price_changed',
    due: 1490,
  },
  {
    name: 'an item that is sold out',
    open: async (shop) => {
      const { variants } = await addSimpleProduct(shop, { title: 'Cup', sku: 'CUP', price: 1000 })
      const items = [{ variantId: variants[0].id }, { variantId: shop.mug }]
      return {
        cart: await createReadyCart(shop, { items }),
        change: () => setStock(shop, { variantId: shop.mug, onHand: 0 }),
      }
    },
    rejection: [422, 'out_of_stock'],
    warning: 'out_of_stock',
    due: 1490,
  },
  {
    name: 'a code that was disabled',
    open: async (shop) => {
      const { id } = await addPromotion(shop.api)
      await addCodes(shop.api, id, { codes: ['TEN'] })
      const cart = await createReadyCart(shop, { codes: ['TEN'] })
      return { cart, change: () => shop.api.patch(`/v1/promotions/${id}`, { active: false }) }
    },
    due: 2989,
  },
  {
    name: 'a gift card that was deactivated',
    open: async (shop) => {
      const card = await issueCard(shop, 1000)
      const cart = await createReadyCart(shop, { codes: [card.code] })
      return { cart, change: () => shop.api.post(`/v1/gift-cards/${card.id}/deactivation`) }
    },
    warning: 'gift_card_expired',
    due: 2989,
  },
  {
    name: 'a higher shipping rate',
    open: async (shop) => ({ cart: await createReadyCart(shop), change: () => setRate(shop, 990) }),
    due: 3489,
  },
]

describe('G1 nobody pays an amount they were not shown', () => {
  it.each(VARIANTS)('$name is rejected repeatedly until the buyer has read the cart', async (variant) => {
    const { open, rejection = [409, 'cart_changed'], warning, due } = variant
    const shop = await openCheckoutShop()
    const { cart, change } = await open(shop)
    await change()
    const before = await rowOf(shop, cart.id)
    const repeated = { email: 'ada@example.com', shippingAddress: ADDRESS, shipping: { service: 'post' } }
    const payment = { cartId: cart.id, paymentMethod: 'pm_card_visa' }
    const attempts: [string, object][] = [
      ['card', payment],
      ['card', payment],
      ['card', { ...payment, ...repeated }],
      ['card', { ...payment, ...repeated }],
      ['intent', { cartId: cart.id }],
      ['intent', { cartId: cart.id, ...repeated }],
    ]
    for (const [method, body] of attempts) {
      const { status, body: response } = await shop.storefront.post(`/v1/checkout/${method}`, body)
      expect([method, status, response.error?.code, response.error?.details[0].path]).toEqual([
        method,
        ...rejection,
        '/cartId',
      ])
      for (const { path } of response.error.details) expect(Object.keys(body)).toContain(path.slice(1))
    }
    expect(await rowOf(shop, cart.id)).toEqual(before)

    const readCart = await read(shop, cart.id)
    expect([readCart.totals.due, readCart.version]).toEqual([eur(due), before.version + 1])
    const codes = readCart.warnings.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(warning ? [warning] : [])
    // Warnings stay until the buyer changes the cart; another read with the same result writes nothing.
    expect(await read(shop, cart.id)).toEqual(readCart)
    const paid = await checkOut(shop, cart.id)
    expect([paid.status, paid.body.payment?.amount]).toEqual([201, eur(due)])
    expect(await capturedOf(shop)).toEqual([due])
  })

  it('compares with expectedTotal if sent, and with the part gift cards paid', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    await setPrice(shop, 2999)
    for (const amount of [2989, 2989, 3490]) {
      const { status, body } = await checkOut(shop, id, { expectedTotal: eur(amount) })
      expect([status, body.error.code, body.error.details[0].path]).toEqual([409, 'cart_changed', '/expectedTotal'])
    }
    const dollars = await checkOut(shop, id, { expectedTotal: { amount: 3489, currency: 'USD' } })
    expect(dollars.status).toBe(409)
    expect((await checkOut(shop, id, { expectedTotal: eur(3489) })).body.payment.amount).toEqual(eur(3489))

    const card = await issueCard(shop, 1000)
    const paidByCard = await createReadyCart(shop, { codes: [card.code] })
    await shop.api.post(`/v1/gift-cards/${card.id}/deactivation`)
    const rejected = await checkOut(shop, paidByCard.id, { expectedTotal: eur(3489) })
    expect([rejected.status, rejected.body.error.details]).toMatchObject([
      409,
      [{ path: '/cartId', amount: eur(3489) }],
    ])
  })

  it('compares with the version in If-Match, which stands for the totals the buyer saw', async () => {
    const shop = await openCheckoutShop()
    const { id, version } = await createReadyCart(shop)
    const payment = { cartId: id, paymentMethod: 'pm_card_visa' }
    const at = (version: number) => ({ 'if-match': `"${version}"` })
    await setPrice(shop, 2999)
    const changed = await shop.storefront.post('/v1/checkout/card', payment, at(version))
    expect([changed.status, changed.body.error.code]).toEqual([409, 'cart_changed'])
    // Another window shows the new total; the first one does not.
    const other = await shop.storefront.get(`/v1/carts/${id}`)
    expect([other.body.version, other.headers.get('etag')]).toEqual([version + 1, `"${version + 1}"`])
    for (const method of ['card', 'intent']) {
      const body = method === 'card' ? payment : { cartId: id }
      const stale = await shop.storefront.post(`/v1/checkout/${method}`, body, at(version))
      expect([stale.status, stale.body.error.code]).toEqual([412, 'precondition_failed'])
    }
    const paid = await shop.storefront.post('/v1/checkout/card', payment, at(version + 1))
    expect([paid.status, paid.body.payment.amount]).toEqual([201, eur(3489)])
  })

  it('ignores what staff, a HEAD request or a dry run saw', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    await setPrice(shop, 2999)
    const before = await rowOf(shop, id)
    const staff = await signIn(shop, 'owner')
    const chosen = { 'x-environment-id': shop.live.environmentId }
    const seen = await staff.get(`/dashboard/api/v1/carts/${id}`, chosen)
    expect([seen.status, seen.body.totals.total]).toEqual([200, eur(3489)])
    expect((await shop.storefront.send('HEAD', `/v1/carts/${id}`)).status).toBe(200)
    await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)
    await shop.storefront.post('/v1/discounts/validate', { cartId: id, code: 'NONE' })
    expect(await rowOf(shop, id)).toEqual(before)
    expect((await checkOut(shop, id)).status).toBe(409)

    // A change by staff does not count either: the buyer still gets the warning.
    const note = await staff.send('PATCH', `/dashboard/api/v1/carts/${id}`, { note: 'Called us' }, chosen)
    expect(note.status).toBe(200)
    expect((await checkOut(shop, id)).status).toBe(409)
    // The shop's own server acts for the buyer.
    const { body } = await shop.api.get(`/v1/carts/${id}`)
    expect([body.note, body.warnings]).toMatchObject(['Called us', [{ code: 'price_changed' }]])
    expect((await checkOut(shop, id)).body.payment.amount).toEqual(eur(3489))

    // Nor does a cart created by staff.
    const items = [{ variantId: shop.mug }]
    const details = { email: 'ada@example.com', shippingAddress: ADDRESS, shipping: { service: 'post' } }
    const cart = (await staff.post('/dashboard/api/v1/carts', { items, ...details }, chosen)).body
    expect((await checkOut(shop, cart.id)).body.error.code).toBe('cart_changed')
    expect((await read(shop, cart.id)).totals.total).toEqual(eur(3489))
    expect((await checkOut(shop, cart.id)).status).toBe(201)
  })

  it('treats a replayed response as what the buyer saw last', async () => {
    const shop = await openCheckoutShop()
    const cart = await createReadyCart(shop)
    const once = { 'idempotency-key': randomUUID() }
    const add = () => shop.storefront.post(`/v1/carts/${cart.id}/items`, { variantId: shop.mug }, once)
    expect((await add()).body.totals.total).toEqual(eur(5488))
    await setPrice(shop, 2999)
    expect((await read(shop, cart.id)).totals.total).toEqual(eur(6488))
    const replayed = await add()
    expect([replayed.headers.get('idempotent-replayed'), replayed.body.totals.total]).toEqual(['true', eur(5488)])
    expect((await checkOut(shop, cart.id)).status).toBe(409)

    const key = { 'idempotency-key': randomUUID() }
    const create = () => shop.storefront.post('/v1/carts', { items: [{ variantId: shop.mug }] }, key)
    const { body: fresh } = await create()
    await setPrice(shop, 3999)
    await read(shop, fresh.id)
    expect((await create()).body.totals.total).toEqual(eur(2999))
    const details = { email: 'ada@example.com', shippingAddress: ADDRESS, shipping: { service: 'post' } }
    const intent = await shop.storefront.post('/v1/checkout/intent', { cartId: fresh.id, ...details })
    expect([intent.status, intent.body.error?.code]).toEqual([409, 'cart_changed'])
  })

  it("lets an intent's address and shipping change the total, which it shows and charges", async () => {
    const shop = await openCheckoutShop()
    const { body: cart } = await shop.storefront.post('/v1/carts', { items: [{ variantId: shop.mug }] })
    const details = { email: 'ada@example.com', shippingAddress: ADDRESS, shipping: { service: 'post' } }
    const unseen = await checkOut(shop, cart.id, details)
    expect([unseen.status, unseen.body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
      409,
      ['/shipping', '/shippingAddress', '/email'],
    ])
    const { body: intent } = await shop.storefront.post('/v1/checkout/intent', { cartId: cart.id, ...details })
    expect(intent.totals.total).toEqual(eur(2989))
    await setPrice(shop, 2999)
    // The buyer reads the cart in between, which does not change it.
    expect((await read(shop, cart.id)).totals.total).toEqual(eur(2999))
    const confirm = (more: object) =>
      shop.storefront.post(`/v1/checkout/${intent.id}/confirm`, { paymentMethod: 'pm_card_visa', ...more })
    const other = await confirm({ expectedTotal: eur(3489) })
    expect([other.status, other.body.error.details[0].path]).toEqual([409, '/expectedTotal'])
    expect((await confirm({ expectedTotal: eur(2989) })).body).toMatchObject({ status: 'completed' })
    expect(await capturedOf(shop)).toEqual([2989])
  })

  it('honors a quoted price after the rate changes', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const [{ quoteId }] = (await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)).body.data
    await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId } })
    await setRate(shop, 990)
    expect((await checkOut(shop, id)).body.payment.amount).toEqual(eur(2989))
  })

  it('charges each of many buyers what their last response showed while the price keeps changing', async () => {
    const shop = await openCheckoutShop({ onHand: 500 })
    let isOver = false
    const flip = async () => {
      for (let turn = 0; turn < 40 && !isOver; turn++) await setPrice(shop, turn % 2 ? 2499 : 9999)
    }
    const buyer = async () => {
      let cart = await createReadyCart(shop)
      for (let attempt = 1; ; attempt++) {
        const { status, body } = await checkOut(shop, cart.id)
        if (status === 201) return { displayed: cart.totals.due.amount, charged: body.payment.amount.amount }
        expect([status, body.error.code]).toEqual([409, 'cart_changed'])
        // Every other attempt retries without reading.
        if (attempt % 2 === 0) cart = await read(shop, cart.id)
      }
    }
    const flips = flip()
    const charges = await Promise.all(Array.from({ length: 16 }, buyer))
    isOver = true
    await flips
    expect(charges.map(({ charged }) => charged)).toEqual(charges.map(({ displayed }) => displayed))
    expect(await capturedOf(shop)).toEqual(
      charges.map(({ displayed }) => displayed).toSorted((one, other) => one - other),
    )
  })
})
