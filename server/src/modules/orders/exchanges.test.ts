import { describe, expect, it } from 'vitest'
import { addThing } from '../../../test/cart-shop.ts'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openShop } from '../../../test/open-shop.ts'
import { importJugs, refusal, sendMugs } from '../../../test/sample-orders.ts'
import { eur } from '../../../test/sample-products.ts'
import { put } from '../../../test/sample-stock.ts'

async function addBowl(shop: CheckoutShop, price: number, onHand: number): Promise<string> {
  const product = await addThing(shop, { title: 'Bowl', sku: 'BOWL', price, more: { trackStock: true } })
  await put(shop, { variantId: product.variants[0].id, onHand })
  return product.variants[0].id
}

describe('POST /v1/orders/:id/exchanges', () => {
  it('takes goods back for others: what was paid counts, the difference is due, stock is taken exactly', async () => {
    const shop = await openCheckoutShop({ onHand: 3 })
    const bowl = await addBowl(shop, 3000, 1)
    const order = await sendMugs(shop, 3)
    const wanted = {
      returns: [{ lineId: order.items[0].id, quantity: 1, reason: 'A bowl is better' }],
      items: [{ variantId: bowl, quantity: 1 }],
    }
    const path = `/v1/orders/${order.id}/exchanges`
    const answers = await Promise.all([1, 2, 3].map(() => shop.api.post(path, wanted)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const made = answers.find(({ status }) => status === 201)?.body
    expect(made.return).toMatchObject({ orderId: order.id, status: 'approved', lines: [{ quantity: 1, received: 0 }] })
    expect(made.order).toMatchObject({
      source: 'staff',
      status: 'open',
      paymentStatus: 'partially_paid',
      email: 'ada@example.com',
      exchangeOf: { orderId: order.id, number: order.number, returnId: made.return.id },
      totals: { total: eur(3000), shipping: eur(0) },
      payments: [{ kind: 'external', captured: eur(2499), details: { exchangeOf: order.number } }],
    })
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${bowl}`)).body.data
    expect([level.onHand, level.reserved]).toEqual([0, 0])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(2)
    expect((await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data).toHaveLength(1)
    const old = (await shop.api.get(`/v1/orders/${order.id}`)).body
    expect([old.returnStatus, old.totals.total, old.refunded]).toEqual(['in_progress', order.totals.total, eur(0)])
  })

  it('notes the rest as paid where it is, and never gives more than was paid', async () => {
    const shop = await openCheckoutShop()
    const [bowl, spoon] = [await addBowl(shop, 3000, 9), await addBowl(shop, 500, 9)]
    const order = await sendMugs(shop, 2)
    const swap = (variantId: string, more: object = {}) =>
      shop.api.post(`/v1/orders/${order.id}/exchanges`, {
        returns: [{ lineId: order.items[0].id, quantity: 1 }],
        items: [{ variantId, quantity: 1 }],
        ...more,
      })
    const dearer = (await swap(bowl, { payment: 'external' })).body.order
    expect(dearer.payments.map(({ amount }: { amount: object }) => amount)).toEqual([eur(2499), eur(501)])
    expect(dearer.paymentStatus).toBe('paid')
    const cheaper = (await swap(spoon)).body.order
    expect([cheaper.paymentStatus, cheaper.payments[0].amount]).toEqual(['paid', eur(500)])
    const third = await swap(spoon)
    expect([...refusal(third), third.body.error.details[0].path]).toEqual([409, 'conflict', '/returns/0/quantity'])
  })

  it('spends what was paid once: of an order that is half paid, two exchanges get no more than that half', async () => {
    const shop = await openCheckoutShop()
    const payments = [{ kind: 'external', amount: eur(1500), status: 'paid' }]
    const order = await importJugs(shop.api, { payments })
    const swap = () =>
      shop.api.post(`/v1/orders/${order.id}/exchanges`, {
        returns: [{ lineId: order.items[0].id, quantity: 1 }],
        items: [{ variantId: shop.mug, quantity: 1 }],
      })
    const made = (await Promise.all([swap(), swap()])).map(({ body }) => body.order)
    const paid = made.map((one) =>
      one.payments.map(({ captured }: { captured: { amount: number } }) => captured.amount),
    )
    expect(paid.sort((one, other) => other.length - one.length)).toEqual([[1500], []])
  })

  it('and refunds know each other: what was credited is not refunded, and what was refunded is not credited', async () => {
    const shop = await openCheckoutShop()
    const bowl = await addBowl(shop, 3000, 9)
    const order = await sendMugs(shop, 3)
    const lineId = order.items[0].id
    const refund = (id: string, wanted: object) => shop.api.post(`/v1/orders/${id}/refunds`, wanted)
    const credit = async () => {
      const wanted = { returns: [{ lineId, quantity: 1 }], items: [{ variantId: bowl, quantity: 1 }] }
      return (await shop.api.post(`/v1/orders/${order.id}/exchanges`, wanted)).body.order
    }
    const first = await credit()
    expect(first.payments).toMatchObject([{ captured: eur(2499) }])
    const paid = order.totals.total.amount
    const tooMuch = await refund(order.id, { amount: eur(paid - 2499 + 1) })
    expect([...refusal(tooMuch), tooMuch.body.error.details[0].actual]).toEqual([422, 'refund_too_large', paid - 2499])
    expect((await refund(order.id, { lines: [{ lineId, quantity: 1 }] })).status).toBe(201)
    expect((await credit()).payments).toMatchObject([{ captured: eur(2499) }])
    expect((await credit()).payments).toEqual([])

    // Given back where it went, it is the old order's again.
    expect((await refund(first.id, { amount: eur(2499) })).body.status).toBe('completed')
    expect((await refund(order.id, { amount: eur(2499) })).body.status).toBe('completed')
  })

  it('is not for other workspaces, nor with their variants', async () => {
    const [shop, other] = [await openCheckoutShop(), await openShop()]
    const foreign = (await addThing(other, { title: 'Bowl', sku: 'BOWL', price: 100 })).variants[0].id
    const order = await sendMugs(shop, 1)
    const returns = [{ lineId: order.items[0].id, quantity: 1 }]
    const path = `/v1/orders/${order.id}/exchanges`
    expect((await other.api.post(path, { returns, items: [{ variantId: foreign, quantity: 1 }] })).status).toBe(404)
    expect((await shop.api.post(path, { returns, items: [{ variantId: foreign, quantity: 1 }] })).status).toBe(404)
    expect((await shop.api.get(`/v1/orders/${order.id}/returns`)).body.data).toEqual([])
  })
})
