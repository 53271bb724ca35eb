import { describe, expect, it } from 'vitest'
import {
  type CheckoutShop,
  checkOut,
  createReadyCart,
  getStockLevel,
  openCheckoutShop,
} from '../../../test/checkout-shop.ts'
import { bankTotals, getOrder } from '../../../test/placed-order.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { cardBalance, issueCard, listCardEntries } from '../../../test/sample-gift-cards.ts'
import { expectCleanLedger, listLiabilities } from '../../../test/sample-ledger.ts'
import { createProgram, grantPoints, listPointEntries, pointsBalance } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'
import type { Ctx } from '../../ctx.ts'
import { expireGiftCards } from '../gift-cards/expiry.ts'
import { simulatorFor } from '../payments/simulator.ts'
import { handlePaymentUpdate } from './checkout.ts'

/** Two mugs cost 54.88 with shipping. */
async function cartOf(shop: CheckoutShop & { ada: string }, points: number, more: object = {}) {
  const cart = await createReadyCart(shop, { quantity: 2, ...more })
  const { status, body } = await shop.api.patch(`/v1/carts/${cart.id}`, {
    customer: { id: shop.ada },
    points: { requested: points },
  })
  expect(status).toBe(200)
  return body
}

async function openPointShop(points = 1000, pointValue = { points: 100, amount: 100 }) {
  const opened = await openCheckoutShop()
  const shop = { ...opened, ada: await addCustomer(opened) }
  await createProgram(shop, { pointValues: [{ currency: 'EUR', ...pointValue }] })
  await grantPoints(shop, shop.ada, points)
  return shop
}

const refund = ({ api }: CheckoutShop, orderId: string, body: object, query = '') =>
  api.post(`/v1/orders/${orderId}/refunds${query}`, body)
const tendersOf = ({ tenders }: { tenders: { kind: string; amount: { amount: number }; points?: number }[] }) =>
  tenders.map(({ kind, amount, points }) => [kind, amount.amount, ...(points === undefined ? [] : [points])])

/** The payment succeeded at the bank after the checkout had ended. */
async function payTooLate(shop: CheckoutShop, { id, payment }: IntentResponse) {
  const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' }, now: new Date() }
  await shop.server.db.pool.query('delete from simulated_payments where ref = $1', [payment.providerPaymentId])
  const open = {
    ref: payment.providerPaymentId,
    amount: payment.amount.amount,
    currency: 'EUR',
    captureMethod: 'automatic',
  } as const
  await simulatorFor(ctx).confirm(open, { method: 'pm_card_visa', key: 'late', returnUrl: null })
  await handlePaymentUpdate(ctx, 'simulator', payment.providerPaymentId)
  return (await shop.storefront.post(`/v1/checkout/${id}/retrieve`)).body
}

interface IntentResponse {
  id: string
  payment: { providerPaymentId: string; amount: { amount: number } }
}

describe('checkout with points', () => {
  it('uses gift cards, then points, then the card for the rest, and restores all of them on a decline', async () => {
    const shop = await openPointShop()
    const card = await issueCard(shop, 2000)
    const { id } = await cartOf(shop, 800, { codes: [card.code] })
    const declined = await checkOut(shop, id, { paymentMethod: 'pm_card_declined' })
    expect([declined.body.error.code, await pointsBalance(shop, shop.ada), await cardBalance(shop, card.id)]).toEqual([
      'payment_declined',
      1000,
      2000,
    ])
    const { body } = await checkOut(shop, id)
    expect(body).toMatchObject({
      status: 'completed',
      totals: { total: eur(5488), giftCards: eur(2000), points: eur(800), due: eur(2688) },
      points: { used: 800, amount: eur(800) },
      payment: { amount: eur(2688) },
    })
    const order = await getOrder(shop, body.order.id)
    expect(order).toMatchObject({
      paymentStatus: 'paid',
      customerId: shop.ada,
      totals: { points: eur(800) },
      payments: [
        { kind: 'gift_card', captured: eur(2000) },
        { kind: 'points', customerId: shop.ada, reference: null, captured: eur(800), details: { points: 800 } },
        { kind: 'provider', captured: eur(2688) },
      ],
    })
    expect(await listPointEntries(shop, shop.ada)).toEqual([
      ['adjusted', 1000, 1000],
      ['redeemed', -800, 200],
      ['restored', 800, 1000],
      ['redeemed', -800, 200],
    ])
    await expectCleanLedger(shop)
  })

  it('needs no card when points pay everything', async () => {
    const shop = await openPointShop(9000)
    const { id } = await cartOf(shop, 9000)
    const { body } = await shop.storefront.post('/v1/checkout/card', { cartId: id })
    expect(body).toMatchObject({ status: 'completed', payment: null, points: { used: 5488 }, totals: { due: eur(0) } })
    expect([await pointsBalance(shop, shop.ada), await bankTotals(shop)]).toMatchObject([3512, { captured: 0 }])
  })

  it('charges no more than displayed when points or a gift card cover less, until the buyer has seen the change', async () => {
    const shop = await openPointShop()
    const card = await issueCard(shop, 2000)
    const { id, totals } = await cartOf(shop, 1000, { codes: [card.code] })
    expect(totals.due).toEqual(eur(2488))
    await shop.api.post(`/v1/loyalty/accounts/${shop.ada}/entries`, { points: -1000, reason: 'Spent at the till' })
    const rejected = await checkOut(shop, id, { expectedTotal: eur(5488) })
    expect([rejected.status, rejected.body.error]).toMatchObject([
      409,
      { code: 'cart_changed', details: [{ path: '/cartId', amount: eur(3488) }] },
    ])
    await shop.api.post(`/v1/gift-cards/${card.id}/deactivation`)
    expect((await checkOut(shop, id)).body.error).toMatchObject({
      code: 'cart_changed',
      details: [{ amount: eur(5488) }],
    })
    expect((await checkOut(shop, id)).body.error).toMatchObject({
      code: 'cart_changed',
      details: [{ amount: eur(5488) }],
    })
    expect(await bankTotals(shop)).toMatchObject({ captured: 0 })
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body.totals.due).toEqual(eur(5488))
    expect((await checkOut(shop, id)).body).toMatchObject({ status: 'completed', totals: { due: eur(5488) } })
  })

  it('can use the points reserved by an intent of the same cart', async () => {
    const shop = await openPointShop(9000)
    const { id } = await cartOf(shop, 9000)
    const intent = await shop.storefront.post('/v1/checkout/intent', { cartId: id })
    expect([intent.status, await pointsBalance(shop, shop.ada)]).toEqual([201, 3512])
    expect((await shop.storefront.post('/v1/checkout/card', { cartId: id })).body).toMatchObject({
      status: 'completed',
      points: { used: 5488 },
    })
    expect(await pointsBalance(shop, shop.ada)).toBe(3512)
    await expectCleanLedger(shop)
  })

  it('restores points when canceled, and on a late payment redeems them again or refunds it if they are spent', async () => {
    const shop = await openPointShop()
    const payLate = async () => {
      const cart = await cartOf(shop, 1000)
      const { body } = await shop.storefront.post('/v1/checkout/intent', { cartId: cart.id })
      expect(await pointsBalance(shop, shop.ada)).toBe(0)
      await shop.storefront.post(`/v1/checkout/${body.id}/cancel`)
      expect(await pointsBalance(shop, shop.ada)).toBe(1000)
      return body
    }
    const [first, second] = [await payLate(), await payLate()]
    expect(await payTooLate(shop, first)).toMatchObject({ status: 'completed', points: { used: 1000 } })
    expect(await pointsBalance(shop, shop.ada)).toBe(0)
    expect((await payTooLate(shop, second)).status).toBe('refunded')
    expect([await pointsBalance(shop, shop.ada), (await getStockLevel(shop)).reserved]).toEqual([0, 0])
    await expectCleanLedger(shop)
  })

  it('redeems the same points and gift card once among many concurrent checkouts', async () => {
    const shop = await openPointShop(500)
    const card = await issueCard(shop, 500)
    // Some use the card, some the points, some both.
    const codes = [card.code]
    const kinds = [
      () => createReadyCart(shop, { quantity: 2, codes }),
      () => cartOf(shop, 500),
      () => cartOf(shop, 500, { codes }),
    ]
    const carts = await Promise.all([...kinds, ...kinds, ...kinds, ...kinds].map((make) => make()))
    const responses = await Promise.all(carts.map(({ id }) => checkOut(shop, id, { expectedTotal: eur(5488) })))
    const errorCodes = new Set(responses.flatMap(({ body }) => body.error?.code ?? []))
    const expected = ['points_rejected', 'gift_card_rejected', 'cart_changed']
    expect([...errorCodes].filter((code) => !expected.includes(code))).toEqual([])
    // Nobody pays more than displayed.
    expect(
      responses.flatMap(({ status, body }, at) => (status === 201 ? [[carts[at]?.id, body.totals.due]] : [])),
    ).toEqual(responses.flatMap(({ status }, at) => (status === 201 ? [[carts[at]?.id, carts[at]?.totals.due]] : [])))
    const sold = responses.filter(({ status }) => status === 201).map(({ body }) => body.totals)
    const sum = (field: string) => sold.reduce((total, totals) => total + totals[field].amount, 0)
    expect([sum('points'), sum('giftCards'), sum('due')]).toEqual([500, 500, sold.length * 5488 - 1000])
    expect([await pointsBalance(shop, shop.ada), await cardBalance(shop, card.id)]).toEqual([0, 0])
    expect(await bankTotals(shop)).toMatchObject({ captured: sum('due'), refunded: 0 })
    await expectCleanLedger(shop)
  })
})

describe('a gift card that ends during a checkout', () => {
  it('keeps no balance after the checkout is canceled, and pays nothing on a late payment', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const endings = {
      deactivated: (id: string) => shop.api.post(`/v1/gift-cards/${id}/deactivation`),
      expired: async (id: string) => {
        const [soon, later] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000))
        await shop.api.patch(`/v1/gift-cards/${id}`, { expiresAt: soon })
        await expireGiftCards.run({ ...shop.server.system, now: later as Date })
      },
    }
    for (const [kind, end] of Object.entries(endings)) {
      const card = await issueCard(shop, 2000)
      const cart = await createReadyCart(shop, { codes: [card.code] })
      const { body } = await shop.storefront.post('/v1/checkout/intent', { cartId: cart.id })
      expect(body.totals.giftCards).toEqual(eur(2000))
      await end(card.id)
      await shop.storefront.post(`/v1/checkout/${body.id}/cancel`)
      const entries = [
        ['issued', 2000, 2000],
        ['debited', -2000, 0],
        [kind, 0, 0],
        ['restored', 2000, 2000],
        [kind, -2000, 0],
      ]
      expect(await listCardEntries(shop, card.id)).toEqual(entries)
      expect((await payTooLate(shop, body)).status).toBe('refunded')
      expect(await listCardEntries(shop, card.id)).toEqual(entries)
    }
    expect((await listLiabilities(shop))[0]).toMatchObject({
      accountType: 'gift_card',
      unit: 'EUR',
      outstanding: 0,
      issued: 4000,
      redeemed: 0,
      writtenOff: 4000,
    })
    await expectCleanLedger(shop)
  })
})

describe('refunds after paying with points', () => {
  it('goes to gift cards, points and the card in this order, in parts that add up to the last point', async () => {
    const shop = await openPointShop(1000, { points: 3, amount: 2 })
    const card = await issueCard(shop, 1000)
    const { id } = await cartOf(shop, 1000, { codes: [card.code] })
    const order = await getOrder(shop, (await checkOut(shop, id)).body.order.id)
    // 1,000 points would be 6.666 euros: 999 pay 6.66.
    expect([order.totals.points, await pointsBalance(shop, shop.ada)]).toEqual([eur(666), 1])
    // Spent elsewhere since, and with another value: the paid points are still refunded.
    await shop.api.post(`/v1/loyalty/accounts/${shop.ada}/entries`, { points: -1, reason: 'Spent at the till' })
    await createProgram(shop, { active: false })

    const request = { amount: eur(1100) }
    const preview = (await refund(shop, order.id, request, '?preview=true')).body
    expect([tendersOf(preview), await pointsBalance(shop, shop.ada)]).toEqual([
      [
        ['gift_card', 1000],
        ['points', 100, 150],
      ],
      0,
    ])
    expect(tendersOf((await refund(shop, order.id, request)).body)).toEqual(tendersOf(preview))
    // A cent is a point and a half: one now, two with the next refund.
    expect(tendersOf((await refund(shop, order.id, { amount: eur(1) })).body)).toEqual([['points', 1, 1]])
    expect(tendersOf((await refund(shop, order.id, { amount: eur(1) })).body)).toEqual([['points', 1, 2]])
    const rest = (await refund(shop, order.id, { amount: eur(600) })).body
    expect(tendersOf(rest)).toEqual([
      ['points', 564, 846],
      ['provider', 36],
    ])
    expect([await pointsBalance(shop, shop.ada), await cardBalance(shop, card.id)]).toEqual([999, 1000])
    const refundable = 5488 - 1000 - 666 - 36
    const tooMuch = await refund(shop, order.id, { amount: eur(refundable + 1) })
    expect([tooMuch.status, tooMuch.body.error.details[0].maxAmount]).toEqual([422, eur(refundable)])
    await expectCleanLedger(shop)
  })

  it('restores only points while the card is authorized, captures the rest, and pays an exchange with it', async () => {
    const shop = await openPointShop()
    const authorizeOrder = async () => {
      const { id } = await cartOf(shop, 500)
      const request = { cartId: id, paymentMethod: 'pm_card_visa', captureMethod: 'manual' }
      return (await shop.api.post('/v1/checkout/card', request)).body.order.id
    }
    const [canceledId, capturedId] = [await authorizeOrder(), await authorizeOrder()]
    const canceled = (await shop.api.post(`/v1/orders/${canceledId}/cancellation`, {})).body
    expect([canceled.payments[1].status, await pointsBalance(shop, shop.ada)]).toEqual(['voided', 500])
    const { payments } = (await shop.api.post(`/v1/orders/${capturedId}/captures`, {})).body
    expect(payments).toMatchObject([{ captured: eur(500) }, { captured: eur(4988) }])

    const { items } = await getOrder(shop, capturedId)
    await shop.api.post(`/v1/orders/${capturedId}/fulfillments`, {})
    const exchange = await shop.api.post(`/v1/orders/${capturedId}/exchanges`, {
      returns: [{ itemId: items[0].id, quantity: 1 }],
      items: [{ variantId: shop.mug, quantity: 1 }],
    })
    expect(exchange.body.order).toMatchObject({ paymentStatus: 'paid', totals: { points: eur(0) } })
    // The card paid one mug's price for the exchange; points are still refunded first.
    const preview = (await refund(shop, capturedId, { amount: eur(700) }, '?preview=true')).body
    expect([preview.refundable, tendersOf(preview)]).toEqual([
      eur(5488 - 2499),
      [
        ['points', 500, 500],
        ['provider', 200],
      ],
    ])
  })

  it('restores all points on a cancellation, and none if the bank rejects the refund', async () => {
    const shop = await openPointShop()
    const sold = async (paymentMethod: string) =>
      (await checkOut(shop, (await cartOf(shop, 500)).id, { paymentMethod })).body.order.id
    const good = await sold('pm_card_visa')
    const bad = await sold('pm_card_refund_fails')
    expect(await pointsBalance(shop, shop.ada)).toBe(0)
    const failed = (await refund(shop, bad, { amount: eur(600) })).body
    expect([failed.status, tendersOf(failed)]).toEqual([
      'failed',
      [
        ['points', 500, 0],
        ['provider', 100],
      ],
    ])
    expect(await pointsBalance(shop, shop.ada)).toBe(0)
    const canceled = await shop.api.post(`/v1/orders/${good}/cancellation`, {})
    expect(canceled.body).toMatchObject({ paymentStatus: 'refunded', payments: [{ refunded: eur(500) }, {}] })
    expect(await listPointEntries(shop, shop.ada)).toEqual([
      ['adjusted', 1000, 1000],
      ['redeemed', -500, 500],
      ['redeemed', -500, 0],
      ['restored', 500, 500],
    ])
    await expectCleanLedger(shop)
  })
})
