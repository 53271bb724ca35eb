import { describe, expect, it } from 'vitest'
import { openShop } from '../../../../test/open-shop.ts'
import { systemCtx } from '../../../../test/placed-order.ts'
import { errorOf, importJugs } from '../../../../test/sample-orders.ts'
import { eur } from '../../../../test/sample-products.ts'
import { createEmailForEvent } from '../../emails/emails.ts'

describe('POST /v1/orders/:id/payments', () => {
  it('records partial external payments, and completes a fulfilled order', async () => {
    const shop = await openShop()
    const order = await importJugs(shop.api)
    expect(order).toMatchObject({ status: 'open', paymentStatus: 'pending' })
    const path = `/v1/orders/${order.id}/payments`
    const part = await shop.api.post(path, { amount: eur(1000), reference: 'Transfer', staffNote: 'By Grace' })
    expect([part.status, part.body]).toMatchObject([
      201,
      {
        paymentStatus: 'partially_paid',
        payments: [
          { kind: 'external', captured: eur(1000), reference: 'Transfer', details: { staffNote: 'By Grace' } },
        ],
      },
    ])
    const rest = (await shop.api.post(path, {})).body
    expect(rest).toMatchObject({ status: 'archived', paymentStatus: 'paid', payments: [{}, { amount: eur(2000) }] })
    expect(errorOf(await shop.api.post(path, {}))).toEqual([409, 'conflict'])
    const [entry] = (await shop.api.get(`/v1/orders/${order.id}/timeline`)).body.data
    expect(entry).toMatchObject({
      type: 'order.payment_recorded',
      data: { paymentId: rest.payments[1].id, amount: eur(2000) },
    })
    expect(entry.data.actor).toMatch(/^key:/)
  })

  it('never records more than is due under concurrent requests', async () => {
    const shop = await openShop()
    const path = `/v1/orders/${(await importJugs(shop.api)).id}/payments`
    const responses = await Promise.all([1, 2, 3].map(() => shop.api.post(path, { amount: eur(1500) })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 422])
    const tooMuch = responses.find(({ status }) => status === 422)?.body.error
    expect([tooMuch.code, tooMuch.details[0].maxAmount]).toEqual(['payment_too_large', eur(0)])
  })

  it('rejects another currency, a draft and an order of another workspace', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const path = `/v1/orders/${(await importJugs(shop.api)).id}/payments`
    expect((await shop.api.post(path, { amount: { amount: 1, currency: 'USD' } })).status).toBe(400)
    expect((await shop.api.post(path, { amount: eur(0) })).status).toBe(400)
    expect((await other.api.post(path, {})).status).toBe(404)
    const items = [{ title: 'Work', unitPrice: eur(900), quantity: 1 }]
    const draft = (await shop.api.post('/v1/orders', { kind: 'draft', items })).body
    expect((await shop.api.post(`/v1/orders/${draft.id}/payments`, {})).status).toBe(409)
  })
})

describe('refund of an external payment', () => {
  it('reports a manual amount in preview and result, and sends the buyer no email', async () => {
    const shop = await openShop()
    const items = [{ title: 'Work', unitPrice: eur(1200), quantity: 2 }]
    const { id } = (await shop.api.post('/v1/orders', { kind: 'draft', email: 'ada@example.com', items })).body
    const path = `/v1/orders/${id}`
    const order = (await shop.api.post(`${path}/completion`, { payment: 'external' })).body
    const body = { items: [{ itemId: order.items[0].id, quantity: 1 }] }
    const expected = {
      amount: order.items[0].unitPrice,
      manualAmount: order.items[0].unitPrice,
      tenders: [{ kind: 'external', method: 'manual' }],
    }
    expect((await shop.api.post(`${path}/refunds?preview=true`, body)).body).toMatchObject(expected)
    expect((await shop.api.post(`${path}/refunds`, body)).body).toMatchObject({ ...expected, status: 'completed' })
    const [entry] = (await shop.api.get(`${path}/timeline`)).body.data
    expect(entry).toMatchObject({ type: 'order.refunded', data: { manualAmount: expected.amount } })
    const subject = { kind: 'order_refunded' as const, orderId: id, refundId: entry.data.refundId }
    await createEmailForEvent(systemCtx(shop), { send: async () => undefined }, subject)
    expect((await shop.api.get('/v1/emails?kind=order_refunded')).body.data).toEqual([])
  })
})
