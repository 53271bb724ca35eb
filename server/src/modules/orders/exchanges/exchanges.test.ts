import { describe, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../../test/cart-shop.ts'
import { type CheckoutShop, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { openShop } from '../../../../test/open-shop.ts'
import { errorOf, fulfillMugs, importJugs } from '../../../../test/sample-orders.ts'
import { eur } from '../../../../test/sample-products.ts'
import { setStock } from '../../../../test/sample-stock.ts'

async function addBowl(shop: CheckoutShop, price: number, onHand: number): Promise<string> {
  const product = await addSimpleProduct(shop, { title: 'Bowl', sku: 'BOWL', price, more: { trackStock: true } })
  await setStock(shop, { variantId: product.variants[0].id, onHand })
  return product.variants[0].id
}

describe('POST /v1/orders/:id/exchanges', () => {
  it('credits what was paid, leaves the difference due and commits the exact stock', async () => {
    const shop = await openCheckoutShop({ onHand: 3 })
    const bowl = await addBowl(shop, 3000, 1)
    const order = await fulfillMugs(shop, 3)
    const body = {
      returns: [{ itemId: order.items[0].id, quantity: 1, reason: 'A bowl is better' }],
      items: [{ variantId: bowl, quantity: 1 }],
    }
    const path = `/v1/orders/${order.id}/exchanges`
    const responses = await Promise.all([1, 2, 3].map(() => shop.api.post(path, body)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const exchange = responses.find(({ status }) => status === 201)?.body
    expect(exchange.return).toMatchObject({
      orderId: order.id,
      status: 'approved',
      items: [{ quantity: 1, received: 0 }],
    })
    expect(exchange.order).toMatchObject({
      source: 'staff',
      status: 'open',
      paymentStatus: 'partially_paid',
      email: 'ada@example.com',
      exchangeOf: { orderId: order.id, number: order.number, returnId: exchange.return.id },
      totals: { total: eur(3000), shipping: eur(0) },
      payments: [
        { kind: 'external', captured: eur(2499), details: { exchangeOf: { orderId: order.id, number: order.number } } },
      ],
    })
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${bowl}`)).body.data
    expect([level.onHand, level.reserved]).toEqual([0, 0])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(2)
    expect((await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data).toHaveLength(1)
    const old = (await shop.api.get(`/v1/orders/${order.id}`)).body
    expect([old.returnStatus, old.totals.total, old.refunded]).toEqual(['in_progress', order.totals.total, eur(0)])
  })

  it('records the rest as an external payment, and never credits more than was paid', async () => {
    const shop = await openCheckoutShop()
    const [bowl, spoon] = [await addBowl(shop, 3000, 9), await addBowl(shop, 500, 9)]
    const order = await fulfillMugs(shop, 2)
    const swap = (variantId: string, more: object = {}) =>
      shop.api.post(`/v1/orders/${order.id}/exchanges`, {
        returns: [{ itemId: order.items[0].id, quantity: 1 }],
        items: [{ variantId, quantity: 1 }],
        ...more,
      })
    const moreExpensive = (await swap(bowl, { payment: 'external' })).body.order
    expect(moreExpensive.payments.map(({ amount }: { amount: object }) => amount)).toEqual([eur(2499), eur(501)])
    expect(moreExpensive.paymentStatus).toBe('paid')
    const cheaper = (await swap(spoon)).body.order
    expect([cheaper.paymentStatus, cheaper.payments[0].amount]).toEqual(['paid', eur(500)])
    const third = await swap(spoon)
    expect([...errorOf(third), third.body.error.details[0].path]).toEqual([409, 'conflict', '/returns/0/quantity'])
  })

  it('credits the payment of a half-paid order once across two exchanges', async () => {
    const shop = await openCheckoutShop()
    const payments = [{ kind: 'external', amount: eur(1500), status: 'paid' }]
    const order = await importJugs(shop.api, { payments })
    const swap = () =>
      shop.api.post(`/v1/orders/${order.id}/exchanges`, {
        returns: [{ itemId: order.items[0].id, quantity: 1 }],
        items: [{ variantId: shop.mug, quantity: 1 }],
      })
    const orders = (await Promise.all([swap(), swap()])).map(({ body }) => body.order)
    const paid = orders.map((one) =>
      one.payments.map(({ captured }: { captured: { amount: number } }) => captured.amount),
    )
    expect(paid.sort((one, other) => other.length - one.length)).toEqual([[1500], []])
  })

  it('never refunds what was credited, nor credits what was refunded', async () => {
    const shop = await openCheckoutShop()
    const bowl = await addBowl(shop, 3000, 9)
    const order = await fulfillMugs(shop, 3)
    const itemId = order.items[0].id
    const refund = (id: string, body: object) => shop.api.post(`/v1/orders/${id}/refunds`, body)
    const credit = async () => {
      const body = { returns: [{ itemId, quantity: 1 }], items: [{ variantId: bowl, quantity: 1 }] }
      return (await shop.api.post(`/v1/orders/${order.id}/exchanges`, body)).body.order
    }
    const first = await credit()
    expect(first.payments).toMatchObject([{ captured: eur(2499) }])
    const paid = order.totals.total.amount
    const tooMuch = await refund(order.id, { amount: eur(paid - 2499 + 1) })
    const { maxAmount } = tooMuch.body.error.details[0]
    expect([...errorOf(tooMuch), maxAmount]).toEqual([422, 'refund_too_large', eur(paid - 2499)])
    expect((await refund(order.id, { items: [{ itemId, quantity: 1 }] })).status).toBe(201)
    expect((await credit()).payments).toMatchObject([{ captured: eur(2499) }])
    expect((await credit()).payments).toEqual([])

    // Refunded on the new order, the credit belongs to the old order again.
    expect((await refund(first.id, { amount: eur(2499) })).body.status).toBe('completed')
    expect((await refund(order.id, { amount: eur(2499) })).body.status).toBe('completed')
  })

  it('previews totals and taxes without changing anything, and returns 409 when they changed', async () => {
    const shop = await openCheckoutShop()
    const bowl = await addBowl(shop, 3000, 9)
    const order = await fulfillMugs(shop, 2)
    const settings = { pricesIncludeTax: false, shippingTax: 'none', rounding: 'item', defaultAddress: null }
    expect((await shop.api.send('PUT', '/v1/taxes/settings', settings)).status).toBe(200)
    const rates = [{ class: 'standard', name: 'VAT', percentage: 20 }]
    const area = { country: order.shippingAddress.country }
    expect((await shop.api.post('/v1/taxes/regions', { area, rates })).status).toBe(201)
    const path = `/v1/orders/${order.id}/exchanges`
    const exchange = (quantity: number, out = 1, query = '?preview=true', expected = {}) =>
      shop.api.post(`${path}${query}`, {
        ...expected,
        returns: [{ itemId: order.items[0].id, quantity }],
        items: [{ variantId: bowl, quantity: out }],
      })
    expect(errorOf(await exchange(3))).toEqual([409, 'conflict'])
    const preview = await exchange(1)
    expect([preview.status, preview.body]).toMatchObject([
      200,
      { credit: eur(2499), totals: { tax: eur(600), total: eur(3600) }, due: eur(1101), remainingCredit: eur(0) },
    ])
    expect((await exchange(2)).body).toMatchObject({ credit: eur(4998), due: eur(0), remainingCredit: eur(1398) })
    expect((await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data).toEqual([])
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(1)

    const expected = { expectedTotal: preview.body.totals.total, expectedDue: preview.body.due }
    const { order: exchangeOrder } = (await exchange(1, 1, '', expected)).body
    expect([exchangeOrder.number, exchangeOrder.totals]).toEqual([order.number + 1, preview.body.totals])
    expect(exchangeOrder.payments).toMatchObject([{ captured: preview.body.credit }])
    for (const [other, amount] of [
      [{ expectedTotal: eur(3599) }, eur(3600)],
      [{ expectedDue: eur(1100) }, eur(1101)],
    ] as const) {
      const { status, body } = await exchange(1, 1, '', { ...expected, ...other })
      const [path] = Object.keys(other)
      expect([status, body.error.code, body.error.details]).toMatchObject([
        409,
        'conflict',
        [{ path: `/${path}`, amount }],
      ])
    }
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(2)
  })

  it('emits returned credit separately, refunds only the rest and sends no email about manual money', async () => {
    const shop = await openCheckoutShop()
    const bowl = await addBowl(shop, 3000, 9)
    const order = await fulfillMugs(shop, 1)
    const returns = [{ itemId: order.items[0].id, quantity: 1 }]
    const body = { returns, items: [{ variantId: bowl, quantity: 1 }], payment: 'external' }
    const { id } = (await shop.api.post(`/v1/orders/${order.id}/exchanges`, body)).body.order
    expect((await shop.api.post(`/v1/orders/${id}/refunds`, { amount: eur(1000) })).status).toBe(201)
    expect((await shop.api.post(`/v1/orders/${id}/cancellation`, {})).status).toBe(200)
    const timeline = (await shop.api.get(`/v1/orders/${id}/timeline`)).body.data.toReversed()
    const ofMoney = timeline.filter(({ data }: { data: { refundId?: string } }) => data.refundId)
    expect(ofMoney.map(({ type, data }: { type: string; data: object }) => [type, data])).toMatchObject([
      ['order.credit_returned', { orderId: id, amount: eur(1000), toOrderId: order.id }],
      ['order.refunded', { orderId: id, amount: eur(501) }],
      ['order.credit_returned', { orderId: id, amount: eur(1499), toOrderId: order.id }],
    ])
    const mail = await shop.api.post('/v1/emails', { kind: 'order_refunded', orderId: id })
    expect(errorOf(mail)).toEqual([409, 'conflict'])
  })

  it('refunds only the difference for a unit exchanged for a cheaper item', async () => {
    const shop = await openCheckoutShop()
    const spoon = await addBowl(shop, 300, 9)
    const order = await fulfillMugs(shop, 1)
    const items = [{ itemId: order.items[0].id, quantity: 1 }]
    const body = { returns: items, items: [{ variantId: spoon, quantity: 1 }] }
    const exchange = (await shop.api.post(`/v1/orders/${order.id}/exchanges`, body)).body
    const { id, number } = exchange.order
    expect(exchange.return.exchange).toEqual({ orderId: id, number, credit: eur(300) })
    expect((await shop.api.post(`/v1/orders/${order.id}/returns/${exchange.return.id}/receipt`, {})).status).toBe(200)

    // With the shipping charge, there would be enough money.
    for (const path of ['refunds?preview=true', 'refunds']) {
      const rejected = await shop.api.post(`/v1/orders/${order.id}/${path}`, { items })
      expect([...errorOf(rejected), rejected.body.error.details[0].available]).toEqual([409, 'conflict', 0])
    }
    const difference = await shop.api.post(`/v1/orders/${order.id}/refunds`, { amount: eur(2199) })
    expect(difference.body).toMatchObject({ status: 'completed', amount: eur(2199) })

    // Refunded on the new order, the unit belongs to the old order again.
    expect((await shop.api.post(`/v1/orders/${id}/cancellation`, {})).body.status).toBe('canceled')
    const [back] = (await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data
    expect(back.exchange.credit).toEqual(eur(0))
    expect((await shop.api.post(`/v1/orders/${order.id}/refunds`, { items, amount: eur(300) })).status).toBe(201)
  })

  it('rejects orders and variants of another workspace', async () => {
    const [shop, other] = [await openCheckoutShop(), await openShop()]
    const foreign = (await addSimpleProduct(other, { title: 'Bowl', sku: 'BOWL', price: 100 })).variants[0].id
    const order = await fulfillMugs(shop, 1)
    const returns = [{ itemId: order.items[0].id, quantity: 1 }]
    const path = `/v1/orders/${order.id}/exchanges`
    expect((await other.api.post(path, { returns, items: [{ variantId: foreign, quantity: 1 }] })).status).toBe(404)
    expect((await shop.api.post(path, { returns, items: [{ variantId: foreign, quantity: 1 }] })).status).toBe(404)
    expect((await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data).toEqual([])
  })
})
