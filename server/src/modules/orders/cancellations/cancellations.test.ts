import { describe, expect, it } from 'vitest'
import { type CheckoutShop, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { bankTotals, getOrder, orderEvents, placeOrder, stockOnHand, systemCtx } from '../../../../test/placed-order.ts'
import { cardBalance, issueCard } from '../../../../test/sample-gift-cards.ts'
import { eur } from '../../../../test/sample-products.ts'
import { addCodes, addPromotion } from '../../../../test/sample-promotions.ts'
import { reconcilePayments } from '../jobs.ts'
import { beginCancellation } from './cancellations.ts'

const cancel = ({ api }: CheckoutShop, orderId: string, body: object = {}, headers = {}) =>
  api.post(`/v1/orders/${orderId}/cancellation`, body, headers)

describe('POST /v1/orders/:id/cancellation', () => {
  it('reverts the payment, the gift card, the stock and the promotion use', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const card = await issueCard(shop, 1000)
    const { id: promotionId } = await addPromotion(shop.api)
    const codes = await addCodes(shop.api, promotionId, { count: 1 })
    const order = await placeOrder(shop, { quantity: 2, codes: [...codes, card.code] })
    expect([await stockOnHand(shop, shop.mug), await cardBalance(shop, card.id)]).toEqual([3, 0])
    const once = { 'idempotency-key': 'cancel-1' }
    const { status, body } = await cancel(shop, order.id, { reason: 'customer', staffNote: 'Rang us up' }, once)
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'canceled',
        paymentStatus: 'refunded',
        fulfillmentStatus: 'not_required',
        refunded: order.totals.total,
        canceledAt: expect.any(String),
        items: [{ status: 'removed', quantities: { ordered: 2, current: 0, refunded: 2 } }],
      },
    ])
    expect([await stockOnHand(shop, shop.mug), await cardBalance(shop, card.id)]).toEqual([5, 1000])
    expect(await bankTotals(shop)).toMatchObject({
      refunded: order.totals.total.amount - order.totals.giftCards.amount,
      refunds: 1,
    })
    expect((await shop.api.get(`/v1/promotions/${promotionId}`)).body.usageCount).toBe(0)
    expect(await orderEvents(shop, order.id)).toEqual(['order.canceled', 'order.refunded'])
    expect((await cancel(shop, order.id, { reason: 'customer', staffNote: 'Rang us up' }, once)).body).toEqual(body)
    expect((await cancel(shop, order.id)).status).toBe(409)
    expect(await stockOnHand(shop, shop.mug)).toBe(5)
  })

  it('voids an authorized payment, and honors restock: false and refund: false', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const reserved = await placeOrder(shop, { captureMethod: 'manual' })
    const { body } = await cancel(shop, reserved.id, { restock: false })
    expect(body).toMatchObject({ status: 'canceled', paymentStatus: 'voided', payments: [{ status: 'voided' }] })
    expect([await stockOnHand(shop, shop.mug), await bankTotals(shop)]).toMatchObject([4, { captured: 0 }])
    expect((await shop.api.post(`/v1/orders/${reserved.id}/captures`, {})).status).toBe(409)

    const paid = await placeOrder(shop)
    expect((await cancel(shop, paid.id, { refund: false })).body).toMatchObject({
      status: 'canceled',
      paymentStatus: 'paid',
      refunded: eur(0),
    })
    // The payment can still be refunded later.
    const items = [{ itemId: paid.items[0].id, quantity: 1 }]
    const later = (await shop.api.post(`/v1/orders/${paid.id}/refunds`, { items })).body
    expect([later.status, later.amount, await stockOnHand(shop, shop.mug)]).toEqual(['completed', eur(2499), 4])
  })

  it('rejects an order with fulfilled items', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const order = await placeOrder(shop, { quantity: 2 })
    // Set directly, to test the cancellation without a fulfillment.
    await shop.server.db.pool.query('update order_items set fulfilled = 1 where order_id = $1', [order.id])
    const { status, body } = await cancel(shop, order.id)
    expect([status, body.error.code]).toEqual([409, 'conflict'])
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'open', canceledAt: null, refunded: eur(0) })
    expect([await stockOnHand(shop, shop.mug), (await bankTotals(shop)).refunds]).toEqual([3, 0])
  })

  it('cancels once under concurrency, and never keeps the money of a concurrent capture', async () => {
    const shop = await openCheckoutShop({ onHand: 10 })
    const order = await placeOrder(shop)
    const responses = await Promise.all([1, 2, 3].map(() => cancel(shop, order.id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect([await stockOnHand(shop, shop.mug), (await bankTotals(shop)).refunds]).toEqual([10, 1])

    for (let round = 0; round < 3; round++) {
      const { id } = await placeOrder(shop, { captureMethod: 'manual' })
      const before = await bankTotals(shop)
      const [captured, canceled] = await Promise.all([shop.api.post(`/v1/orders/${id}/captures`, {}), cancel(shop, id)])
      const after = await bankTotals(shop)
      const net = after.captured - after.refunded - (before.captured - before.refunded)
      // A capture followed by the cancellation is fine too: the money was refunded.
      expect([captured.status, canceled.status, net]).toEqual(
        canceled.status === 200
          ? [expect.toSatisfy((status) => [201, 409].includes(status)), 200, 0]
          : [201, 409, 2989],
      )
    }
  })

  it('is finished by the job if the server crashes before the refund', async () => {
    const shop = await openCheckoutShop({ onHand: 5, isolated: true })
    const [paid, reserved] = [await placeOrder(shop), await placeOrder(shop, { captureMethod: 'manual' })]
    for (const { id } of [paid, reserved]) await beginCancellation(systemCtx(shop), id, {}, null)
    expect(await getOrder(shop, paid.id)).toMatchObject({ status: 'canceled', paymentStatus: 'paid' })
    expect([await stockOnHand(shop, shop.mug), (await bankTotals(shop)).refunds]).toEqual([5, 0])
    const later = { ...shop.server.system, now: new Date(Date.now() + 60_000) }
    // Simulates two servers: within one, the second run would be skipped.
    const otherServer = { ...later, db: { ...later.db } }
    await Promise.all([reconcilePayments.run(later), reconcilePayments.run(otherServer)])
    expect((await getOrder(shop, paid.id)).paymentStatus).toBe('refunded')
    expect((await getOrder(shop, reserved.id)).paymentStatus).toBe('voided')
    expect([await stockOnHand(shop, shop.mug), await bankTotals(shop)]).toMatchObject([
      5,
      { refunded: 2989, refunds: 1 },
    ])
  })
})
