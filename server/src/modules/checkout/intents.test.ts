import { describe, expect, it, vi } from 'vitest'
import { buy, type CheckoutShop, fillShop, levelOf, openCheckoutShop, readyCart } from '../../../test/checkout-shop.ts'
import { openShop } from '../../../test/open-shop.ts'
import { issue } from '../../../test/sample-gift-cards.ts'
import { eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion } from '../../../test/sample-promotions.ts'
import type { Ctx } from '../../ctx.ts'
import { simulatorFor } from '../payments/simulator.ts'
import { lookAfterCheckouts } from './jobs.ts'

const MINUTE_MS = 60_000

async function openIntent(shop: CheckoutShop, more: object = {}, cart?: { id: string }) {
  const { id } = cart ?? (await readyCart(shop))
  const answer = await shop.storefront.post('/v1/checkout/intent', { cartId: id, ...more })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body
}

const confirm = (shop: CheckoutShop, id: string, paymentMethod?: string) =>
  shop.storefront.post(`/v1/checkout/${id}/confirm`, paymentMethod ? { paymentMethod } : {})
const retrieve = async (shop: CheckoutShop, id: string) =>
  (await shop.storefront.post(`/v1/checkout/${id}/retrieve`)).body
const ordersOf = async (shop: CheckoutShop) => (await shop.api.get('/v1/orders')).body.data

/** A clock that a test moves, and the job that the clock asks for. */
async function openWithClock(onHand = 5) {
  let nowMs = Date.now()
  const shop = await openCheckoutShop({ onHand, clock: () => new Date(nowMs) })
  const ctx = (): Ctx => ({ ...shop.server.system, ...shop.live, now: new Date(nowMs), caller: { kind: 'system' } })
  return {
    shop,
    ctx,
    async pass(ms: number) {
      nowMs += ms
      await lookAfterCheckouts.run({ ...shop.server.system, now: new Date(nowMs) })
    },
  }
}

describe('an intent', () => {
  it('holds everything until it is paid, once, however often it is confirmed', async () => {
    const shop = await openCheckoutShop({ onHand: 2 })
    const checkout = await openIntent(shop)
    expect(checkout).toMatchObject({
      status: 'open',
      order: null,
      payment: { status: 'needs_method', amount: eur(2989) },
    })
    expect(checkout.payment.clientSecret).toMatch(/^sim_.+_secret_/)
    expect(Date.parse(checkout.expiresAt) - Date.parse(checkout.createdAt)).toBe(15 * MINUTE_MS)
    expect(await levelOf(shop)).toMatchObject({ onHand: 2, reserved: 1, available: 1 })
    const declined = await confirm(shop, checkout.id, 'pm_card_declined')
    expect([declined.status, declined.body.error.code]).toEqual([422, 'payment_declined'])
    expect((await retrieve(shop, checkout.id)).status).toBe('open')
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(shop, checkout.id, 'pm_card_visa')))
    const [order, ...others] = await ordersOf(shop)
    expect(others).toEqual([])
    expect(answers.map(({ status, body }) => [status, body.status, body.order?.number])).toEqual(
      answers.map(() => [200, 'completed', order.number]),
    )
    expect(await levelOf(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    const over = await shop.storefront.post(`/v1/checkout/${checkout.id}/cancel`)
    expect([over.status, over.body.error.code]).toEqual([409, 'checkout_ended'])
  })

  it('lets go of everything when it is canceled, and the cart can be bought anew', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const card = await issue(shop, 1000)
    const cart = await readyCart(shop, { codes: [card.code] })
    const checkout = await openIntent(shop, {}, cart)
    expect((await shop.api.get(`/v1/gift-cards/${card.id}`)).body.balance).toEqual(eur(0))
    const { body } = await shop.storefront.post(`/v1/checkout/${checkout.id}/cancel`)
    expect([body.status, body.payment.clientSecret]).toEqual(['canceled', null])
    expect((await shop.storefront.post(`/v1/checkout/${checkout.id}/cancel`)).body.status).toBe('canceled')
    expect((await shop.api.get(`/v1/gift-cards/${card.id}`)).body.balance).toEqual(eur(1000))
    expect(await levelOf(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    const late = await confirm(shop, checkout.id, 'pm_card_visa')
    expect([late.status, late.body.error.code]).toEqual([409, 'checkout_ended'])
    expect((await buy(shop, cart.id)).body.status).toBe('completed')
  })

  it('makes room for the next one of the same cart, also for one that pays at once', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const cart = await readyCart(shop)
    const first = await openIntent(shop, {}, cart)
    expect((await shop.storefront.get(`/v1/carts/${cart.id}`)).body.warnings).toEqual([])
    const second = await openIntent(shop, {}, cart)
    expect((await retrieve(shop, first.id)).status).toBe('canceled')
    expect((await buy(shop, cart.id)).body.status).toBe('completed')
    expect((await retrieve(shop, second.id)).status).toBe('canceled')
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it('holds a use of a promotion and a gift card for its cart, not against it', async () => {
    const shop = await openCheckoutShop()
    const card = await issue(shop, 1000)
    const { id } = await addPromotion(shop.api, { title: 'Once', usageLimit: 1, usesPerCustomer: 1 })
    await addCodes(shop.api, id, { codes: ['ONCE'] })
    const cart = await readyCart(shop, { codes: ['ONCE', card.code] })
    const rival = await readyCart(shop, { codes: ['ONCE', card.code] })
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
    expect((await buy(shop, cart.id)).body).toMatchObject({ status: 'completed', totals: cart.totals })
  })

  it('is of its workspace and environment alone', async () => {
    const shop = await openCheckoutShop()
    const other = await openCheckoutShop()
    const { id } = await openIntent(shop)
    for (const deed of ['confirm', 'cancel', 'retrieve']) {
      const body = deed === 'confirm' ? {} : undefined
      expect((await other.storefront.post(`/v1/checkout/${id}/${deed}`, body)).status).toBe(404)
      expect((await shop.sandbox.post(`/v1/checkout/${id}/${deed}`, body)).status).toBe(404)
    }
    expect((await retrieve(shop, id)).status).toBe('open')
  })
})

describe('a payment that goes its own way', () => {
  it('is found out by asking when the bank’s answer is lost: one order, one charge', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const { id } = await readyCart(shop)
    const { status, body } = await buy(shop, id, { paymentMethod: 'pm_card_timeout' })
    expect([status, body.status, body.order.number]).toEqual([201, 'completed', 1001])
    const { rows } = await shop.server.db.pool.query(
      'select captured from simulated_payments where environment_id = $1',
      [shop.live.environmentId],
    )
    expect(rows).toEqual([{ captured: 2989 }])
  })

  it('is followed when the bank takes its time, and made an order, or given up, when it tells', async () => {
    const shop = await openCheckoutShop({ onHand: 5, alone: true })
    await shop.server.startWorker()
    const good = (await buy(shop, (await readyCart(shop)).id, { paymentMethod: 'pm_card_late_success' })).body
    const bad = (await buy(shop, (await readyCart(shop)).id, { paymentMethod: 'pm_card_late_failure' })).body
    expect([good.status, bad.status]).toEqual(['processing', 'processing'])
    expect(await levelOf(shop)).toMatchObject({ onHand: 5, reserved: 2 })
    await vi.waitFor(
      async () =>
        expect([(await retrieve(shop, good.id)).status, (await retrieve(shop, bad.id)).status]).toEqual([
          'completed',
          'declined',
        ]),
      { timeout: 30_000, interval: 200 },
    )
    expect(await levelOf(shop)).toMatchObject({ onHand: 4, reserved: 0 })
  })

  it('is given up when its time is over: nothing stays held, and nobody can pay any more', async () => {
    const { shop, ctx, pass } = await openWithClock(1)
    const checkout = await openIntent(shop)
    await pass(16 * MINUTE_MS)
    expect((await retrieve(shop, checkout.id)).status).toBe('expired')
    expect(await levelOf(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    const payment = { ref: checkout.payment.intentId, amount: 2989, currency: 'EUR', capture: 'now' } as const
    const tried = await simulatorFor(ctx()).confirm(payment, { method: 'pm_card_visa', key: 'x', returnUrl: null })
    expect(tried.status).toBe('canceled')
  })

  it.each([
    [1, 'completed', 0],
    [0, 'refunded', 2989],
  ])('that comes after the end finds %i left: the checkout is %s', async (left, status, refunded) => {
    const { shop, ctx, pass } = await openWithClock(1)
    const checkout = await openIntent(shop)
    // By the bank’s clock it was in time: it is paid, and nobody has told us yet.
    const payment = { ref: checkout.payment.intentId, amount: 2989, currency: 'EUR', capture: 'now' } as const
    await shop.server.db.pool.query("update checkouts set status = 'ended', outcome = 'expired'")
    await shop.server.db.pool.query('update stock_levels set reserved = 0')
    await shop.server.db.pool.query('delete from stock_holds')
    if (left === 0) expect((await buy(shop, (await readyCart(shop)).id)).status).toBe(201)
    await simulatorFor(ctx()).confirm(payment, { method: 'pm_card_visa', key: 'x', returnUrl: null })
    await shop.server.db.pool.query(
      "update checkouts set check_at = now() - interval '1 day' where outcome = 'refunding'",
    )
    const { heardOfPayment } = await import('./checkout.ts')
    await heardOfPayment(ctx(), 'simulator', checkout.payment.intentId)
    await heardOfPayment(ctx(), 'simulator', checkout.payment.intentId)
    await pass(MINUTE_MS)
    expect((await retrieve(shop, checkout.id)).status).toBe(status)
    const { rows } = await shop.server.db.pool.query(
      'select refunded::integer from simulated_payments where ref = $1',
      [payment.ref],
    )
    expect(rows).toEqual([{ refunded }])
    expect(await ordersOf(shop)).toHaveLength(1)
    expect(await levelOf(shop)).toMatchObject({ onHand: 0, reserved: 0 })
  })

  it('is looked after when the server dies between the charge and the order, and before the charge', async () => {
    const { shop, ctx, pass } = await openWithClock(2)
    const [paid, unpaid] = [await readyCart(shop), await readyCart(shop)]
    const { begin } = await import('./begin.ts')
    const { prepare } = await import('./prepare.ts')
    const terms = {
      kind: 'card',
      capture: 'now',
      lastsMs: 15 * MINUTE_MS,
      checkMs: 20_000,
      request: null,
      source: 'api',
    } as const
    const visitor: Ctx = { ...ctx(), caller: { kind: 'visitor' } }
    for (const cart of [paid, unpaid]) {
      const begun = await begin(visitor, await prepare(visitor, { cartId: cart.id, said: {} }), terms)
      if (cart === paid && begun?.checkout.ref) {
        const { ref, due, currency } = begun.checkout
        const payment = { ref, amount: due, currency, capture: 'now' } as const
        await simulatorFor(visitor).confirm(payment, { method: 'pm_card_visa', key: 'x', returnUrl: null })
      }
    }
    expect(await levelOf(shop)).toMatchObject({ onHand: 2, reserved: 2 })
    const busy = await buy(shop, unpaid.id)
    expect([busy.status, busy.body.error.code, busy.headers.get('retry-after')]).toEqual([
      409,
      'checkout_in_progress',
      '2',
    ])
    await pass(21_000)
    expect(await levelOf(shop)).toMatchObject({ onHand: 1, reserved: 0 })
    expect((await ordersOf(shop)).map(({ cartId }: { cartId: string }) => cartId)).toEqual([paid.id])
    expect((await buy(shop, unpaid.id)).body.status).toBe('completed')
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })

  it('of one shop that can’t be asked about does not keep another shop waiting', async () => {
    const { shop, pass } = await openWithClock(5)
    const other = { ...(await openShop(shop.server)), mug: '' }
    other.mug = await fillShop(other, 1)
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

  it('is taken later only where a server says so', async () => {
    const shop = await openCheckoutShop()
    const { id } = await readyCart(shop)
    const answer = await buy(shop, id, { capture: 'later' })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    const mine = await shop.api.post('/v1/checkout/card', {
      cartId: id,
      paymentMethod: 'pm_card_visa',
      capture: 'later',
    })
    expect(mine.body).toMatchObject({ status: 'completed', payment: { status: 'authorized' } })
  })
})
