import { describe, expect, it, vi } from 'vitest'
import {
  type CheckoutShop,
  checkOut,
  createReadyCart,
  getStockLevel,
  openCheckoutShop,
  seedShop,
} from '../../../test/checkout-shop.ts'
import { openShop } from '../../../test/open-shop.ts'
import { issueCard } from '../../../test/sample-gift-cards.ts'
import { eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion } from '../../../test/sample-promotions.ts'
import type { Ctx } from '../../ctx.ts'
import { simulatorFor } from '../payments/simulator.ts'
import { reconcileCheckouts } from './jobs.ts'

const MINUTE_MS = 60_000

async function openIntent(shop: CheckoutShop, more: object = {}, cart?: { id: string }) {
  const { id } = cart ?? (await createReadyCart(shop))
  const response = await shop.storefront.post('/v1/checkout/intent', { cartId: id, ...more })
  expect([response.status, response.body.error]).toEqual([201, undefined])
  return response.body
}

const confirm = (shop: CheckoutShop, id: string, paymentMethod?: string) =>
  shop.storefront.post(`/v1/checkout/${id}/confirm`, paymentMethod ? { paymentMethod } : {})
const retrieve = async (shop: CheckoutShop, id: string) =>
  (await shop.storefront.post(`/v1/checkout/${id}/retrieve`)).body
const ordersOf = async (shop: CheckoutShop) => (await shop.api.get('/v1/orders')).body.data

/** A shop with an adjustable clock, and the job that runs on it. */
async function openWithClock(onHand = 5) {
  let nowMs = Date.now()
  const shop = await openCheckoutShop({ onHand, clock: () => new Date(nowMs) })
  const ctx = (): Ctx => ({ ...shop.server.system, ...shop.live, now: new Date(nowMs), caller: { kind: 'system' } })
  return {
    shop,
    ctx,
    async pass(ms: number) {
      nowMs += ms
      await reconcileCheckouts.run({ ...shop.server.system, now: new Date(nowMs) })
    },
  }
}

describe('checkout intents', () => {
  it('reserves everything until paid, and orders once however often it is confirmed', async () => {
    const shop = await openCheckoutShop({ onHand: 2 })
    const checkout = await openIntent(shop)
    expect(checkout).toMatchObject({
      status: 'open',
      order: null,
      payment: { status: 'requires_payment_method', amount: eur(2989) },
    })
    expect(checkout.payment.clientSecret).toMatch(/^sim_.+_secret_/)
    expect(Date.parse(checkout.expiresAt) - Date.parse(checkout.createdAt)).toBe(5 * MINUTE_MS)
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 2, reserved: 1, available: 1 })
    const declined = await confirm(shop, checkout.id, 'pm_card_declined')
    expect([declined.status, declined.body.error.code]).toEqual([422, 'payment_declined'])
    expect((await retrieve(shop, checkout.id)).status).toBe('open')
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(shop, checkout.id, 'pm_card_visa')))
    const [order, ...others] = await ordersOf(shop)
    expect(others).toEqual([])
    expect(responses.map(({ status, body }) => [status, body.status, body.order?.number])).toEqual(
      responses.map(() => [200, 'completed', order.number]),
    )
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    const paid = { status: 'paid', decline: null, nextAction: null, method: { last4: '4242' } }
    expect(await retrieve(shop, checkout.id)).toMatchObject({ status: 'completed', payment: paid })
    expect((await confirm(shop, checkout.id)).body).toMatchObject({ status: 'completed', payment: paid })
    const over = await shop.storefront.post(`/v1/checkout/${checkout.id}/cancel`)
    expect([over.status, over.body.error.code]).toEqual([409, 'checkout_ended'])
  })

  it('orders once when gift cards pay, and returns the order to all concurrent confirmations', async () => {
    const shop = await openCheckoutShop()
    const card = await issueCard(shop, 9000)
    const checkout = await openIntent(shop, {}, await createReadyCart(shop, { codes: [card.code] }))
    const responses = await Promise.all(Array.from({ length: 6 }, () => confirm(shop, checkout.id)))
    const [order, ...others] = await ordersOf(shop)
    expect(others).toEqual([])
    expect(responses.map(({ status, body }) => [status, body.status, body.order?.number])).toEqual(
      responses.map(() => [200, 'completed', order.number]),
    )
  })

  it.each([{ first: undefined, last: 'pm_card_visa' }, { first: 'pm_card_3ds', last: undefined }, { isFree: true }])(
    'cancels an unpaid intent when the cart has changed: %o',
    async ({ first, last, isFree }) => {
      const shop = await openCheckoutShop({ onHand: 9 })
      const cart = await createReadyCart(shop, { codes: isFree ? [(await issueCard(shop, 9000)).code] : [] })
      const checkout = await openIntent(shop, {}, cart)
      if (first) expect((await confirm(shop, checkout.id, first)).body.status).toBe('requires_action')
      expect((await shop.storefront.post(`/v1/carts/${cart.id}/items`, { variantId: shop.mug })).status).toBe(200)
      const rejected = await confirm(shop, checkout.id, last)
      expect([rejected.status, rejected.body.error?.code]).toEqual([409, 'cart_changed'])
      expect((await retrieve(shop, checkout.id)).status).toBe('canceled')
      expect(await getStockLevel(shop)).toMatchObject({ onHand: 9, reserved: 0 })
      expect((await openIntent(shop, {}, cart)).items).toMatchObject([{ quantity: 2 }])
      expect(await ordersOf(shop)).toEqual([])
    },
  )

  it('orders the original contents when the bank approves after the cart changed, and shows them in the cart', async () => {
    const shop = await openCheckoutShop()
    const cart = await createReadyCart(shop)
    const checkout = await openIntent(shop, {}, cart)
    const waiting = await confirm(shop, checkout.id, 'pm_card_3ds')
    await shop.storefront.post(`/v1/carts/${cart.id}/items`, { variantId: shop.mug, quantity: 4 })
    const { pathname, search } = new URL(waiting.body.payment.nextAction.url)
    await fetch(`${shop.server.url}${pathname}${search}`, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'approve' }),
    })
    const { body } = await confirm(shop, checkout.id)
    expect(body).toMatchObject({ status: 'completed', items: [{ quantity: 1 }], payment: { nextAction: null } })
    expect(await retrieve(shop, checkout.id)).toMatchObject({ payment: { status: 'paid', nextAction: null } })
    const finished = (await shop.storefront.get(`/v1/carts/${cart.id}`)).body
    expect(finished).toMatchObject({ status: 'completed', orderId: body.order.id, items: [{ quantity: 1 }] })
  })

  it('leaves one of many concurrent intents for a cart', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const cart = await createReadyCart(shop)
    const request = { cartId: cart.id }
    const start = () => shop.storefront.post('/v1/checkout/intent', request)
    const responses = await Promise.all(Array.from({ length: 8 }, start))
    const rejected = responses.filter(({ status }) => status !== 201)
    for (const { status, body, headers } of rejected) {
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([409, 'checkout_in_progress', '2'])
    }
    const opened = responses.filter(({ status }) => status === 201)
    const now = await Promise.all(opened.map(({ body }) => retrieve(shop, body.id)))
    const alive = now.filter(({ status }) => status === 'open')
    expect(alive).toHaveLength(1)
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 1, reserved: 1 })
    expect((await confirm(shop, alive[0].id, 'pm_card_visa')).body.status).toBe('completed')
  })

  it('accepts another card in place of one that requires authentication', async () => {
    const shop = await openCheckoutShop()
    const checkout = await openIntent(shop)
    expect((await confirm(shop, checkout.id, 'pm_card_3ds')).body.status).toBe('requires_action')
    const other = await confirm(shop, checkout.id, 'pm_card_mastercard')
    expect(other.body).toMatchObject({ status: 'completed', payment: { status: 'paid', method: { last4: '4444' } } })
  })

  it('either orders or returns checkout_ended when canceled while being paid', async () => {
    const shop = await openCheckoutShop()
    const checkout = await openIntent(shop)
    const cancel = () => shop.storefront.post(`/v1/checkout/${checkout.id}/cancel`)
    const pairs = Array.from({ length: 6 }, () => [cancel(), confirm(shop, checkout.id, 'pm_card_visa')] as const)
    const responses = await Promise.all(pairs.map((pair) => Promise.all(pair)))
    const isOrdered = (await ordersOf(shop)).length === 1
    const codesOf = (which: 0 | 1) =>
      new Set(responses.map((pair) => pair[which].body.error?.code ?? pair[which].body.status))
    expect([...codesOf(0)]).toEqual([isOrdered ? 'checkout_ended' : 'canceled'])
    expect([...codesOf(1)]).toEqual([isOrdered ? 'completed' : 'checkout_ended'])
  })

  it('releases everything on cancellation, and the cart can be bought again', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const card = await issueCard(shop, 1000)
    const cart = await createReadyCart(shop, { codes: [card.code] })
    const checkout = await openIntent(shop, {}, cart)
    expect((await shop.api.get(`/v1/gift-cards/${card.id}`)).body.balance).toEqual(eur(0))
    const { body } = await shop.storefront.post(`/v1/checkout/${checkout.id}/cancel`)
    expect([body.status, body.payment.clientSecret]).toEqual(['canceled', null])
    expect((await shop.storefront.post(`/v1/checkout/${checkout.id}/cancel`)).body.status).toBe('canceled')
    expect((await shop.api.get(`/v1/gift-cards/${card.id}`)).body.balance).toEqual(eur(1000))
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    const late = await confirm(shop, checkout.id, 'pm_card_visa')
    expect([late.status, late.body.error.code]).toEqual([409, 'checkout_ended'])
    expect((await checkOut(shop, cart.id)).body.status).toBe('completed')
  })

  it('gives way to the next checkout of the same cart, including a card checkout', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const cart = await createReadyCart(shop)
    const first = await openIntent(shop, {}, cart)
    expect((await shop.storefront.get(`/v1/carts/${cart.id}`)).body.warnings).toEqual([])
    const second = await openIntent(shop, {}, cart)
    expect((await retrieve(shop, first.id)).status).toBe('canceled')
    expect((await checkOut(shop, cart.id)).body.status).toBe('completed')
    expect((await retrieve(shop, second.id)).status).toBe('canceled')
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it('keeps its promotion use and gift card available to its own cart', async () => {
    const shop = await openCheckoutShop()
    const card = await issueCard(shop, 1000)
    const { id } = await addPromotion(shop.api, { title: 'Once', usageLimit: 1, usageLimitPerCustomer: 1 })
    await addCodes(shop.api, id, { codes: ['ONCE'] })
    const cart = await createReadyCart(shop, { codes: ['ONCE', card.code] })
    const rival = await createReadyCart(shop, { codes: ['ONCE', card.code] })
    await openIntent(shop, {}, cart)
    for (const { get } of [shop.storefront, shop.api]) {
      const { promotions, rejectedPromotions, giftCards, totals } = (await get(`/v1/carts/${cart.id}`)).body
      expect({ promotions, rejectedPromotions, giftCards, totals }).toMatchObject({
        promotions: cart.promotions,
        rejectedPromotions: [],
        giftCards: cart.giftCards,
        totals: cart.totals,
      })
      const other = (await get(`/v1/carts/${rival.id}`)).body
      expect([other.rejectedPromotions[0].reason, other.totals.giftCards]).toEqual(['usage_limit', eur(0)])
    }
    expect((await checkOut(shop, cart.id)).body).toMatchObject({ status: 'completed', totals: cart.totals })
  })

  it('is isolated by workspace and environment', async () => {
    const shop = await openCheckoutShop()
    const other = await openCheckoutShop()
    const { id } = await openIntent(shop)
    for (const action of ['confirm', 'cancel', 'retrieve']) {
      const body = action === 'confirm' ? {} : undefined
      expect((await other.storefront.post(`/v1/checkout/${id}/${action}`, body)).status).toBe(404)
      expect((await shop.sandbox.post(`/v1/checkout/${id}/${action}`, body)).status).toBe(404)
    }
    expect((await retrieve(shop, id)).status).toBe('open')
  })
})

describe('payment reconciliation', () => {
  it('queries the provider after a lost response: one order, one charge', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const { id } = await createReadyCart(shop)
    const { status, body } = await checkOut(shop, id, { paymentMethod: 'pm_card_timeout' })
    expect([status, body.status, body.order.number]).toEqual([201, 'completed', 1001])
    const { rows } = await shop.server.db.pool.query(
      'select captured from simulated_payments where environment_id = $1',
      [shop.live.environmentId],
    )
    expect(rows).toEqual([{ captured: 2989 }])
  })

  it('follows a slow bank, and orders or cancels on its response', async () => {
    const shop = await openCheckoutShop({ onHand: 5, isolated: true })
    await shop.server.startWorker()
    const good = (await checkOut(shop, (await createReadyCart(shop)).id, { paymentMethod: 'pm_card_late_success' }))
      .body
    const bad = (await checkOut(shop, (await createReadyCart(shop)).id, { paymentMethod: 'pm_card_late_failure' })).body
    expect([good.status, bad.status]).toEqual(['processing', 'processing'])
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 5, reserved: 2 })
    await vi.waitFor(
      async () =>
        expect([(await retrieve(shop, good.id)).status, (await retrieve(shop, bad.id)).status]).toEqual([
          'completed',
          'declined',
        ]),
      { timeout: 120_000, interval: 200 },
    )
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 4, reserved: 0 })
  })

  it('expires an unpaid checkout, releases everything and prevents payment', async () => {
    const { shop, ctx, pass } = await openWithClock(1)
    const checkout = await openIntent(shop)
    await pass(16 * MINUTE_MS)
    expect((await retrieve(shop, checkout.id)).status).toBe('expired')
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    const payment = {
      ref: checkout.payment.providerPaymentId,
      amount: 2989,
      currency: 'EUR',
      captureMethod: 'automatic',
    } as const
    const confirmed = await simulatorFor(ctx()).confirm(payment, { method: 'pm_card_visa', key: 'x', returnUrl: null })
    expect(confirmed.status).toBe('canceled')
  })

  it.each([
    [1, 'completed', 0],
    [0, 'refunded', 2989],
  ])('handles a late payment with %i left: the checkout is %s', async (left, status, refunded) => {
    const { shop, ctx, pass } = await openWithClock(1)
    const checkout = await openIntent(shop)
    // By the bank's clock the payment was in time, but the notification is still missing.
    const payment = {
      ref: checkout.payment.providerPaymentId,
      amount: 2989,
      currency: 'EUR',
      captureMethod: 'automatic',
    } as const
    await shop.server.db.pool.query("update checkouts set status = 'ended', outcome = 'expired'")
    await shop.server.db.pool.query('update stock_levels set reserved = 0')
    await shop.server.db.pool.query('delete from stock_holds')
    if (left === 0) expect((await checkOut(shop, (await createReadyCart(shop)).id)).status).toBe(201)
    await simulatorFor(ctx()).confirm(payment, { method: 'pm_card_visa', key: 'x', returnUrl: null })
    await shop.server.db.pool.query(
      "update checkouts set check_at = now() - interval '1 day' where outcome = 'refunding'",
    )
    const { handlePaymentUpdate } = await import('./checkout.ts')
    await handlePaymentUpdate(ctx(), 'simulator', checkout.payment.providerPaymentId)
    await handlePaymentUpdate(ctx(), 'simulator', checkout.payment.providerPaymentId)
    await pass(MINUTE_MS)
    expect((await retrieve(shop, checkout.id)).status).toBe(status)
    const { rows } = await shop.server.db.pool.query(
      'select refunded::integer from simulated_payments where ref = $1',
      [payment.ref],
    )
    expect(rows).toEqual([{ refunded }])
    expect(await ordersOf(shop)).toHaveLength(1)
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 0, reserved: 0 })
  })

  it('recovers from a crash between charge and order, and before the charge', async () => {
    const { shop, ctx, pass } = await openWithClock(2)
    const [paid, unpaid] = [await createReadyCart(shop), await createReadyCart(shop)]
    const { startCheckout } = await import('./start-checkout.ts')
    const { prepareCheckout } = await import('./prepare-checkout.ts')
    const terms = {
      kind: 'card',
      captureMethod: 'automatic',
      durationMs: 15 * MINUTE_MS,
      checkAfterMs: 20_000,
      requestKey: null,
      source: 'api',
    } as const
    const visitor: Ctx = { ...ctx(), caller: { kind: 'visitor' } }
    for (const cart of [paid, unpaid]) {
      const started = await startCheckout(
        visitor,
        await prepareCheckout(visitor, { cartId: cart.id, buyerDetails: {} }),
        terms,
      )
      if (cart === paid && started?.checkout.ref) {
        const { ref, due, currency } = started.checkout
        const payment = { ref, amount: due, currency, captureMethod: 'automatic' } as const
        await simulatorFor(visitor).confirm(payment, { method: 'pm_card_visa', key: 'x', returnUrl: null })
      }
    }
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 2, reserved: 2 })
    const busy = await checkOut(shop, unpaid.id)
    expect([busy.status, busy.body.error.code, busy.headers.get('retry-after')]).toEqual([
      409,
      'checkout_in_progress',
      '2',
    ])
    await pass(21_000)
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    expect((await ordersOf(shop)).map(({ cartId }: { cartId: string }) => cartId)).toEqual([paid.id])
    expect((await checkOut(shop, unpaid.id)).body.status).toBe('completed')
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })

  it("does not delay other shops when one shop's provider is unavailable", async () => {
    const { shop, pass } = await openWithClock(5)
    const other = { ...(await openShop(shop.server)), mug: '' }
    other.mug = await seedShop(other, 1)
    const stuck = await openIntent(shop)
    const waiting = await openIntent(other)
    await shop.server.db.pool.query("update checkouts set provider = 'nobody' where id = $1", [stuck.id])
    await pass(16 * MINUTE_MS)
    expect((await retrieve(other, waiting.id)).status).toBe('expired')
    const { rows } = await shop.server.db.pool.query('select check_at > $2 as later from checkouts where id = $1', [
      stuck.id,
      new Date(Date.now() + 16 * MINUTE_MS),
    ])
    expect(rows).toEqual([{ later: true }])
  })

  it('captures later only if a server requests it', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const response = await checkOut(shop, id, { captureMethod: 'manual' })
    expect([response.status, response.body.error.code]).toEqual([401, 'unauthorized'])
    const authorized = await shop.api.post('/v1/checkout/card', {
      cartId: id,
      paymentMethod: 'pm_card_visa',
      captureMethod: 'manual',
    })
    expect(authorized.body).toMatchObject({ status: 'completed', payment: { status: 'authorized' } })
  })
})
