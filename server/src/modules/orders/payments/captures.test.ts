import { describe, expect, it } from 'vitest'
import { type CheckoutShop, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { bankTotals, getOrder, orderEvents, placeOrder, systemCtx } from '../../../../test/placed-order.ts'
import { issueCard } from '../../../../test/sample-gift-cards.ts'
import { eur } from '../../../../test/sample-products.ts'
import { reconcilePayments } from '../jobs.ts'
import { beginCapture } from './captures.ts'

const capture = ({ api }: CheckoutShop, orderId: string, body: object = {}, headers = {}) =>
  api.post(`/v1/orders/${orderId}/captures`, body, headers)

describe('POST /v1/orders/:id/captures', () => {
  it('captures the authorized amount that a gift card did not cover', async () => {
    const shop = await openCheckoutShop()
    const card = await issueCard(shop, 1000)
    const order = await placeOrder(shop, { codes: [card.code], captureMethod: 'manual' })
    expect([order.paymentStatus, await bankTotals(shop)]).toMatchObject(['authorized', { captured: 0 }])
    const { status, body } = await capture(shop, order.id)
    expect([
      status,
      body.paymentStatus,
      body.payments.map((payment: { captured: object }) => payment.captured),
    ]).toEqual([201, 'paid', [eur(1000), eur(1989)]])
    expect(await bankTotals(shop)).toMatchObject({ captured: 1989 })
    expect(await orderEvents(shop, order.id)).toEqual(['order.captured'])
    const again = await capture(shop, order.id)
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
  })

  it('emits `order.paid` once the order is paid in full', async () => {
    const shop = await openCheckoutShop()
    const paidOrders = async () =>
      (await shop.api.get('/v1/events?type=order.paid')).body.data.map((event: { data: object }) => event.data)
    const authorized = await placeOrder(shop, { captureMethod: 'manual' })
    expect(await paidOrders()).toEqual([])
    await capture(shop, authorized.id)
    const first = { orderId: authorized.id, total: authorized.totals.total, actor: expect.stringMatching(/^key:/) }
    expect(await paidOrders()).toEqual([first])
    await shop.api.post(`/v1/orders/${authorized.id}/refunds`, { amount: eur(100) })
    const paid = await placeOrder(shop, {})
    expect(await paidOrders()).toMatchObject([{ orderId: paid.id, total: paid.totals.total }, first])
  })

  it('records the actor in every event of the order', async () => {
    const shop = await openCheckoutShop()
    const order = await placeOrder(shop, { captureMethod: 'manual' })
    await capture(shop, order.id)
    await shop.api.post(`/v1/orders/${order.id}/refunds`, { amount: eur(100) })
    await shop.api.post(`/v1/orders/${order.id}/cancellation`, {})
    type EventBody = { type: string; data: { actor?: string } }
    const { data } = (await shop.api.get(`/v1/orders/${order.id}/timeline`)).body as { data: EventBody[] }
    expect(data.reverse().map(({ type, data }) => [type, data.actor?.split(':')[0]])).toEqual([
      ['order.created', 'key'],
      ['order.captured', 'key'],
      ['order.refunded', 'key'],
      ['order.canceled', 'key'],
      ['order.refunded', 'key'],
    ])
  })

  it('captures less after units were removed, and rejects more than is authorized', async () => {
    const shop = await openCheckoutShop()
    const order = await placeOrder(shop, { quantity: 2, captureMethod: 'manual' })
    const items = [{ itemId: order.items[0].id, quantity: 1 }]
    const rejected = await shop.api.post(`/v1/orders/${order.id}/refunds`, { items })
    expect([rejected.status, rejected.body.error.details[0].maxAmount]).toEqual([422, eur(0)])
    const removed = await shop.api.post(`/v1/orders/${order.id}/refunds`, { items, amount: eur(0) })
    expect([removed.status, removed.body.status, removed.body.tenders]).toEqual([201, 'completed', []])
    // No money moved, so the only event is that the order changed.
    expect(await orderEvents(shop, order.id)).toEqual(['order.updated'])
    const tooMuch = await capture(shop, order.id, { amount: eur(5489) })
    expect([tooMuch.status, tooMuch.body.error.code]).toEqual([422, 'capture_too_large'])
    expect((await capture(shop, order.id, { amount: { amount: 1, currency: 'USD' } })).status).toBe(400)
    const { body } = await capture(shop, order.id)
    expect([body.paymentStatus, body.payments[0].captured]).toEqual(['paid', eur(2989)])
    expect(await bankTotals(shop)).toMatchObject({ captured: 2989 })
  })

  it('captures the amount due after a gift card was refunded for removed units', async () => {
    const shop = await openCheckoutShop()
    const card = await issueCard(shop, 1000)
    const order = await placeOrder(shop, { codes: [card.code], captureMethod: 'manual' })
    const body = { items: [{ itemId: order.items[0].id, quantity: 1 }], amount: eur(1000) }
    const refund = (await shop.api.post(`/v1/orders/${order.id}/refunds`, body)).body
    expect([refund.status, refund.tenders]).toMatchObject(['completed', [{ kind: 'gift_card', amount: eur(1000) }]])
    expect((await getOrder(shop, order.id)).paymentStatus).toBe('authorized')
    expect((await capture(shop, order.id)).body.payments).toMatchObject([
      { captured: eur(1000) },
      { captured: eur(490) },
    ])
  })

  it('captures once under concurrent requests', async () => {
    const shop = await openCheckoutShop()
    const order = await placeOrder(shop, { captureMethod: 'manual' })
    const responses = await Promise.all(Array.from({ length: 4 }, () => capture(shop, order.id, { amount: eur(1000) })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await bankTotals(shop)).toMatchObject({ captured: 1000 })
    expect(await orderEvents(shop, order.id)).toEqual(['order.captured'])
  })

  it('recovers the outcome after a lost response or a server crash', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const lost = await placeOrder(shop, { captureMethod: 'manual', paymentMethod: 'pm_card_timeout' })
    expect((await capture(shop, lost.id)).body.paymentStatus).toBe('paid')

    const [one, other] = [
      await placeOrder(shop, { captureMethod: 'manual' }),
      await placeOrder(shop, { captureMethod: 'manual' }),
    ]
    await beginCapture(systemCtx(shop), one.id, {}, 'cut-off')
    await beginCapture(systemCtx(shop), other.id, {}, null)
    const busy = await capture(shop, other.id)
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([409, '2'])
    const retry = await capture(shop, one.id, {}, { 'idempotency-key': 'cut-off' })
    expect([retry.status, retry.body.paymentStatus]).toEqual([201, 'paid'])
    await reconcilePayments.run({ ...shop.server.system, now: new Date(Date.now() + 60_000) })
    expect((await getOrder(shop, other.id)).paymentStatus).toBe('paid')
    expect(await bankTotals(shop)).toMatchObject({ captured: 3 * 2989 })
    expect(await orderEvents(shop, other.id)).toEqual(['order.captured'])
  })
})
