import { describe, expect, it } from 'vitest'
import { openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { errorOf, fulfillMugs, importJugs } from '../../../../test/sample-orders.ts'

const ACTIONS = ['approval', 'rejection', 'receipt', 'closure'] as const
type Action = (typeof ACTIONS)[number]

/** The actions that lead to each status, and the actions allowed there. */
const STATES: [state: string, way: Action[], allowed: Action[]][] = [
  ['requested', [], ['approval', 'rejection']],
  ['approved', ['approval'], ['receipt', 'closure']],
  ['rejected', ['rejection'], []],
  ['received', ['approval', 'receipt'], ['closure']],
  ['closed', ['approval', 'closure'], []],
]

async function requestReturn(shop: Shop, order: { id: string; items: { id: string }[] }, quantity = 1) {
  const items = [{ itemId: order.items[0]?.id, quantity, reason: 'Too small' }]
  return shop.api.post(`/v1/orders/${order.id}/returns`, { items, staffNote: 'Unused' })
}

const act = (shop: Shop, { orderId, id }: { orderId: string; id: string }, action: Action, body: object = {}) =>
  shop.api.post(
    `/v1/orders/${orderId}/returns/${id}/${action}`,
    action === 'receipt' || action === 'rejection' ? body : undefined,
  )

describe('order returns', () => {
  it.each(STATES)('allows only the listed actions on a return that is %s', async (state, steps, allowed) => {
    const shop = await openShop()
    for (const action of ACTIONS) {
      const created = (await requestReturn(shop, await importJugs(shop.api))).body
      for (const step of steps) expect((await act(shop, created, step)).status).toBe(200)
      const [stored] = (await shop.api.get(`/v1/orders/${created.orderId}/returns`)).body.data
      expect(stored.status).toBe(state)
      const response = await act(shop, created, action)
      expect([action, response.status]).toEqual([action, allowed.includes(action) ? 200 : 409])
    }
  })

  it('restocks sellable units exactly, and moves no money', async () => {
    const shop = await openCheckoutShop({ onHand: 10 })
    const order = await fulfillMugs(shop, 4)
    const requested = await requestReturn(shop, order, 3)
    expect([requested.status, requested.body]).toMatchObject([
      201,
      {
        status: 'requested',
        staffNote: 'Unused',
        items: [{ quantity: 3, received: 0, restocked: 0, reason: 'Too small' }],
      },
    ])
    const statusOf = async () => (await shop.api.get(`/v1/orders/${order.id}`)).body.returnStatus
    expect(await statusOf()).toBe('requested')
    await act(shop, requested.body, 'approval')
    expect(await statusOf()).toBe('in_progress')
    const [itemId] = [order.items[0].id]
    const first = await act(shop, requested.body, 'receipt', { items: [{ itemId, quantity: 1, restock: false }] })
    expect(first.body).toMatchObject({ status: 'approved', items: [{ received: 1, restocked: 0 }] })
    const rest = await act(shop, requested.body, 'receipt')
    expect(rest.body).toMatchObject({ status: 'received', items: [{ received: 3, restocked: 2 }] })
    const after = (await shop.api.get(`/v1/orders/${order.id}`)).body
    expect([after.returnStatus, after.items[0].quantities]).toEqual([
      'returned',
      { ordered: 4, current: 4, fulfilled: 4, returned: 3, refunded: 0 },
    ])
    expect([after.paymentStatus, after.refunded.amount]).toEqual(['paid', 0])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect([level.onHand, level.reserved]).toEqual([8, 0])
    const { data } = (await shop.api.get('/v1/inventory/movements?reason=restocked')).body
    expect(data).toMatchObject([{ onHandChange: 2, orderId: order.id, reference: null }])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })

  it('never accepts a unit twice: in transit, beyond the fulfilled quantity, or concurrently', async () => {
    const shop = await openCheckoutShop()
    const order = await fulfillMugs(shop, 2)
    const responses = await Promise.all(Array.from({ length: 8 }, () => requestReturn(shop, order)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)])
    const rejected = responses.find(({ status }) => status === 409)
    expect(rejected?.body.error.details).toEqual([
      { path: '/items/0/quantity', message: 'only 0 of 1 can be returned', itemId: order.items[0].id, available: 0 },
    ])
    const [one, other] = responses.filter(({ status }) => status === 201).map(({ body }) => body)
    await act(shop, one, 'rejection', { staffNote: 'Worn' })
    expect((await requestReturn(shop, order)).status).toBe(201)
    await act(shop, other, 'approval')
    const many = await act(shop, other, 'receipt', { items: [{ itemId: order.items[0].id, quantity: 2 }] })
    expect([...errorOf(many), many.body.error.details[0].available]).toEqual([409, 'conflict', 1])
    const receipts = await Promise.all(Array.from({ length: 5 }, () => act(shop, other, 'receipt')))
    expect(receipts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect(level.onHand).toBe(99)
  })

  it('restocks nothing that a refund has restocked, at any location', async () => {
    const shop = await openCheckoutShop({ onHand: 10 })
    const otherLocation = (await shop.api.post('/v1/inventory/locations', { name: 'Elsewhere' })).body
    const order = await fulfillMugs(shop, 3)
    const itemId = order.items[0].id
    const requested = (await requestReturn(shop, order, 3)).body
    await act(shop, requested, 'approval')
    const onHand = async () => {
      const levels: { onHand: number }[] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
      return levels.reduce((sum, level) => sum + level.onHand, 0)
    }
    const receipt = { items: [{ itemId, quantity: 1 }], locationId: otherLocation.id }
    expect((await act(shop, requested, 'receipt', receipt)).body.items[0].restocked).toBe(1)
    const items = [{ itemId, quantity: 1, restock: true }]
    expect((await shop.api.post(`/v1/orders/${order.id}/refunds`, { items })).status).toBe(201)
    expect(await onHand()).toBe(9)
    expect((await act(shop, requested, 'receipt')).body.items[0]).toMatchObject({ received: 3, restocked: 2 })
    expect(await onHand()).toBe(10)
    expect((await shop.api.post(`/v1/orders/${order.id}/refunds`, { items })).status).toBe(201)
    expect(await onHand()).toBe(10)
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })

  it('receives units of a deleted product without restocking', async () => {
    const shop = await openCheckoutShop()
    const order = await fulfillMugs(shop, 1)
    const requested = (await requestReturn(shop, order)).body
    await act(shop, requested, 'approval')
    await shop.api.send('DELETE', `/v1/catalog/products/${order.items[0].productId}`)
    const response = await act(shop, requested, 'receipt')
    expect([response.status, response.body.items]).toMatchObject([200, [{ received: 1, restocked: 0 }]])
  })

  it('rejects requests of another workspace', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const order = await importJugs(shop.api)
    const created = (await requestReturn(shop, order)).body
    expect((await requestReturn(other, order)).status).toBe(404)
    for (const action of ACTIONS) expect((await act(other, created, action)).status).toBe(404)
    const third = await importJugs(shop.api)
    expect((await act(shop, { ...created, orderId: third.id }, 'approval')).status).toBe(404)
  })
})
