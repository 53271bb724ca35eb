import { describe, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../../test/cart-shop.ts'
import { type CheckoutShop, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { bankTotals, getOrder, orderEvents, placeOrder, stockOnHand, systemCtx } from '../../../../test/placed-order.ts'
import { cardBalance, issueCard } from '../../../../test/sample-gift-cards.ts'
import { addProduct, eur } from '../../../../test/sample-products.ts'
import { addCodes, addPromotion } from '../../../../test/sample-promotions.ts'
import { reconcilePayments } from '../jobs.ts'
import { beginRefund } from './refunds.ts'

const refund = ({ api }: CheckoutShop, orderId: string, body: object, headers = {}) =>
  api.post(`/v1/orders/${orderId}/refunds`, body, headers)
const units = (order: { items: { id: string }[] }, quantity: number, more: object = {}) => ({
  items: [{ itemId: order.items[0]?.id, quantity, ...more }],
})

describe('POST /v1/orders/:id/refunds', () => {
  it('refunds units as charged, removes unsent ones and restocks them', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const benefit = { kind: 'percentage', target: 'order', percentage: 20 } as const
    const { id: promotionId } = await addPromotion(shop.api, { benefit })
    const codes = await addCodes(shop.api, promotionId, { count: 1 })
    const order = await placeOrder(shop, { quantity: 3, codes })
    const { amount: total } = order.items[0].total
    expect(total % 3).not.toBe(0)
    const amounts = []
    for (const quantity of [1, 1, 1]) {
      const { status, body } = await refund(shop, order.id, { ...units(order, quantity), reason: 'too blue' })
      expect([status, body.status, body.items[0]]).toMatchObject([201, 'completed', { removed: 1, restocked: 1 }])
      amounts.push(body.amount.amount)
    }
    expect(amounts.reduce((sum, amount) => sum + amount)).toBe(total)
    expect(await getOrder(shop, order.id)).toMatchObject({
      paymentStatus: 'partially_refunded',
      fulfillmentStatus: 'not_required',
      refunded: eur(total),
      items: [{ quantities: { ordered: 3, current: 0, refunded: 3 } }],
      payments: [{ refunded: eur(total) }],
    })
    expect(await stockOnHand(shop, shop.mug)).toBe(5)
    expect(await bankTotals(shop)).toMatchObject({ refunded: total, refunds: 3 })
    const fourth = await refund(shop, order.id, units(order, 1))
    expect([fourth.status, fourth.body.error.code, fourth.body.error.details[0].available]).toEqual([
      409,
      'conflict',
      0,
    ])
    const list = (await shop.api.get(`/v1/orders/${order.id}/refunds?limit=2`)).body
    expect(list).toMatchObject({ data: [{ reason: 'too blue' }, {}], nextCursor: expect.any(String) })
    expect(await orderEvents(shop, order.id)).toEqual(['order.refunded', 'order.refunded', 'order.refunded'])
  })

  it('refunds the gift card before money, and never more than each paid', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const card = await issueCard(shop, 1000)
    const order = await placeOrder(shop, { codes: [card.code] })
    expect(await cardBalance(shop, card.id)).toBe(0)
    const first = (await refund(shop, order.id, { amount: eur(1500) })).body
    expect(first).toMatchObject({
      status: 'completed',
      tenders: [
        { kind: 'gift_card', amount: eur(1000), status: 'completed' },
        { kind: 'provider', amount: eur(500), status: 'completed' },
      ],
    })
    expect([await cardBalance(shop, card.id), (await bankTotals(shop)).refunded]).toEqual([1000, 500])
    const tooMuch = await refund(shop, order.id, { amount: eur(1490) })
    expect([tooMuch.status, tooMuch.body.error.details]).toMatchObject([
      422,
      [{ path: '/amount', maxAmount: eur(1489) }],
    ])
    const rest = (await refund(shop, order.id, { shipping: eur(490), amount: eur(1489) })).body
    expect(rest.tenders).toMatchObject([{ kind: 'provider', amount: eur(1489) }])
    expect(await getOrder(shop, order.id)).toMatchObject({ paymentStatus: 'refunded', refunded: eur(2989) })
    expect(await cardBalance(shop, card.id)).toBe(1000)
  })

  it('changes nothing when the provider rejects, including the gift card', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const card = await issueCard(shop, 1000)
    const order = await placeOrder(shop, { codes: [card.code], paymentMethod: 'pm_card_refund_fails' })
    const failed = await refund(shop, order.id, units(order, 1))
    expect([failed.status, failed.body]).toMatchObject([
      201,
      { status: 'failed', tenders: [{ status: 'failed' }, { status: 'failed' }] },
    ])
    const after = await getOrder(shop, order.id)
    expect(after).toMatchObject({
      paymentStatus: 'paid',
      refunded: eur(0),
      items: [{ quantities: { current: 1, refunded: 0 } }],
    })
    expect([await cardBalance(shop, card.id), await stockOnHand(shop, shop.mug)]).toEqual([0, 4])
    expect(await orderEvents(shop, order.id)).toEqual(['order.refund_failed'])
    // The gift card's share can still be refunded on its own.
    expect((await refund(shop, order.id, { amount: eur(1000) })).body.status).toBe('completed')
  })

  it('counts what one provider refunded before another rejected', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const [order, other] = [await placeOrder(shop), await placeOrder(shop, { paymentMethod: 'pm_card_refund_fails' })]
    // Set directly, since no order has two provider payments yet.
    const move = 'update order_payments set order_id = $1 where order_id = $2'
    await shop.server.db.pool.query(move, [order.id, other.id])
    const failed = (await refund(shop, order.id, { ...units(order, 1), amount: eur(5000) })).body
    expect([failed.status, failed.tenders]).toMatchObject([
      'failed',
      [
        { amount: eur(2989), status: 'completed' },
        { amount: eur(2011), status: 'failed' },
      ],
    ])
    expect(await getOrder(shop, order.id)).toMatchObject({
      refunded: eur(2989),
      items: [{ quantities: { current: 1, refunded: 0 } }],
    })
    expect(await bankTotals(shop)).toMatchObject({ refunded: 2989, refunds: 1 })
    expect(await orderEvents(shop, order.id)).toEqual(['order.refunded', 'order.refund_failed'])
    const again = await refund(shop, order.id, { amount: eur(2990) })
    expect([again.status, again.body.error.details[0].maxAmount]).toEqual([422, eur(2989)])
  })

  it('returns a preview without changing anything', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const order = await placeOrder(shop, { quantity: 2 })
    const body = { ...units(order, 1), shipping: eur(490) }
    const preview = await shop.api.post(`/v1/orders/${order.id}/refunds?preview=true`, body)
    expect([preview.status, preview.body]).toMatchObject([
      200,
      { amount: eur(2989), tenders: [{ kind: 'provider', amount: eur(2989) }], refundable: eur(5488) },
    ])
    expect(await getOrder(shop, order.id)).toEqual(order)
    expect((await shop.api.get(`/v1/orders/${order.id}/refunds`)).body.data).toEqual([])
    expect(await bankTotals(shop)).toMatchObject({ refunded: 0, refunds: 0 })
    const done = (await refund(shop, order.id, body)).body
    expect([done.amount, done.items, done.shipping]).toEqual([
      preview.body.amount,
      preview.body.items,
      preview.body.shipping,
    ])
  })

  it('reports no restock for untracked or already restocked units', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const poster = await addSimpleProduct(shop, { title: 'Poster', sku: 'POSTER', price: 900 })
    const uncounted = await placeOrder({ ...shop, mug: poster.variants[0].id })
    const body = units(uncounted, 1, { restock: true })
    const preview = await shop.api.post(`/v1/orders/${uncounted.id}/refunds?preview=true`, body)
    const refunded = await refund(shop, uncounted.id, body)
    expect([preview, refunded].map(({ body }) => body.items[0])).toMatchObject([
      { removed: 1, restocked: 0 },
      { removed: 1, restocked: 0 },
    ])
    const sent = await placeOrder(shop, { quantity: 2 })
    await shop.api.post(`/v1/orders/${sent.id}/fulfillments`, {})
    const returnBody = { items: [{ itemId: sent.items[0].id, quantity: 1 }] }
    const back = (await shop.api.post(`/v1/orders/${sent.id}/returns`, returnBody)).body
    const at = `/v1/orders/${sent.id}/returns/${back.id}`
    await shop.api.post(`${at}/approval`)
    expect((await shop.api.post(`${at}/receipt`, {})).body.items[0].restocked).toBe(1)
    expect((await refund(shop, sent.id, units(sent, 2, { restock: true }))).body.items[0].restocked).toBe(1)
    expect(await stockOnHand(shop, shop.mug)).toBe(5)
  })

  it('never refunds more than was captured under concurrent requests', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const order = await placeOrder(shop)
    const responses = await Promise.all(Array.from({ length: 6 }, () => refund(shop, order.id, { amount: eur(1000) })))
    const good = responses.filter(({ status }) => status === 201)
    expect([good.length, responses.filter(({ body }) => body.error?.code === 'refund_too_large').length]).toEqual([
      2, 4,
    ])
    expect(await bankTotals(shop)).toMatchObject({ refunded: 2000, refunds: 2 })
    expect((await getOrder(shop, order.id)).refunded).toEqual(eur(2000))
    const twice = await Promise.all([1, 2].map(() => refund(shop, order.id, units(order, 1, { restock: false }))))
    expect(twice.map(({ status }) => status)).toEqual([422, 422])
  })

  it('refunds once after a lost response and a retried request', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const order = await placeOrder(shop, { paymentMethod: 'pm_card_timeout' })
    const once = { 'idempotency-key': 'refund-1' }
    const first = await refund(shop, order.id, units(order, 1), once)
    expect([first.status, first.body.status]).toEqual([201, 'completed'])
    const again = await refund(shop, order.id, units(order, 1), once)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await bankTotals(shop)).toMatchObject({ refunded: 2499, refunds: 1 })
  })

  it('is finished by a retry or a job if the server crashes', async () => {
    const shop = await openCheckoutShop({ onHand: 5, isolated: true })
    const [one, other] = [await placeOrder(shop), await placeOrder(shop)]
    await beginRefund(systemCtx(shop), one.id, units(one, 1) as never, 'cut-off')
    const ctx = {
      ...systemCtx(shop),
      caller: { kind: 'key' as const, keyId: 'key_1', scope: 'full' as const },
    }
    await beginRefund(ctx, other.id, units(other, 1) as never, null)
    expect(await bankTotals(shop)).toMatchObject({ refunded: 0 })
    const meanwhile = await refund(shop, one.id, { amount: eur(2990) })
    expect([meanwhile.status, meanwhile.body.error.code]).toEqual([422, 'refund_too_large'])

    const retry = await refund(shop, one.id, units(one, 1), { 'idempotency-key': 'cut-off' })
    expect([retry.status, retry.body.status]).toEqual([201, 'completed'])
    expect(await bankTotals(shop)).toMatchObject({ refunded: 2499, refunds: 1 })
    await reconcilePayments.run({ ...shop.server.system, now: new Date() })
    expect((await getOrder(shop, other.id)).refunded).toEqual(eur(0))
    const later = { ...shop.server.system, now: new Date(Date.now() + 60_000) }
    // Simulates two servers: within one, the second run would be skipped.
    const otherServer = { ...later, db: { ...later.db } }
    await Promise.all([reconcilePayments.run(later), reconcilePayments.run(otherServer)])
    expect(await bankTotals(shop)).toMatchObject({ refunded: 4998, refunds: 2 })
    expect((await shop.api.get(`/v1/orders/${other.id}/refunds`)).body.data).toMatchObject([{ status: 'completed' }])
    expect([(await getOrder(shop, other.id)).refunded, await stockOnHand(shop, shop.mug)]).toEqual([eur(2499), 5])
    expect(await orderEvents(shop, other.id)).toEqual(['order.refunded'])
    // The actor is the requester, not the job that finished it.
    const [entry] = (await shop.api.get(`/v1/orders/${other.id}/timeline`)).body.data
    expect(entry.data.actor).toBe('key:key_1')
  })

  it.each([
    ['JPY', 337],
    ['KWD', 3337],
  ])('refunds whole minor units in currencies without cents: %s', async (currency, amount) => {
    const shop = await openCheckoutShop()
    const variant = { options: { Size: 'One' }, sku: 'E-BOOK', prices: [{ price: { amount, currency } }] }
    const { variants } = await addProduct(shop.api, {
      title: 'E-book',
      options: [{ name: 'Size', values: ['One'] }],
      variants: [{ ...variant, trackStock: false, requiresShipping: false }],
    })
    const { id } = await addPromotion(shop.api)
    const codes = await addCodes(shop.api, id, { count: 1 })
    const items = [{ variantId: variants[0].id, quantity: 3 }]
    const cart = (await shop.storefront.post('/v1/carts', { currency, items, codes, email: 'ada@example.com' })).body
    const paid = (await shop.storefront.post('/v1/checkout/card', { cartId: cart.id, paymentMethod: 'pm_card_visa' }))
      .body
    const order = await getOrder(shop, paid.order.id)
    expect(order.items[0].total.amount % 3).not.toBe(0)
    const amounts = []
    for (const quantity of [2, 1]) amounts.push((await refund(shop, order.id, units(order, quantity))).body.amount)
    expect(amounts.map((amount) => amount.currency)).toEqual([currency, currency])
    expect(amounts[0].amount + amounts[1].amount).toBe(order.items[0].total.amount)
    expect((await getOrder(shop, order.id)).paymentStatus).toBe('refunded')
  })

  it('rejects invalid refunds, and orders of another workspace', async () => {
    const shop = await openCheckoutShop()
    const order = await placeOrder(shop)
    for (const body of [
      {},
      { items: [] },
      { amount: { amount: 100, currency: 'USD' } },
      { amount: eur(-1) },
      { items: [...units(order, 1).items, ...units(order, 1).items] },
    ]) {
      const { status, body: response } = await refund(shop, order.id, body)
      expect([body, status, response.error.code]).toEqual([body, 400, 'invalid_request'])
    }
    const unknown = await refund(shop, order.id, { items: [{ itemId: 'nobody', quantity: 1 }] })
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([404, '/items/0/itemId'])
    const tooMany = (await refund(shop, order.id, units(order, 99))).body.error
    expect([tooMany.code, tooMany.details[0].path]).toEqual(['conflict', '/items/0/quantity'])
    for (const caller of [shop.sandbox, (await openCheckoutShop()).api]) {
      for (const path of ['refunds', 'captures', 'cancellation']) {
        const body = path === 'refunds' ? { amount: eur(1) } : {}
        expect((await caller.post(`/v1/orders/${order.id}/${path}`, body)).status).toBe(404)
      }
      expect((await caller.get(`/v1/orders/${order.id}/refunds`)).status).toBe(404)
    }
    expect(await getOrder(shop, order.id)).toEqual(order)
  })
})
