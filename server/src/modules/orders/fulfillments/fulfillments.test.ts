import { describe, expect, it } from 'vitest'
import { openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { openShop } from '../../../../test/open-shop.ts'
import { errorOf, importJugs, orderMugs } from '../../../../test/sample-orders.ts'

describe('POST /v1/orders/:id/fulfillments', () => {
  it('fulfills some units, then the rest, and completes the order', async () => {
    const shop = await openCheckoutShop()
    const { id, items } = await orderMugs(shop, 3)
    const path = `/v1/orders/${id}/fulfillments`
    const tracking = { carrier: 'Post', number: '4711', url: 'https://post.example.com/4711' }
    const some = await shop.api.post(path, { items: [{ itemId: items[0].id, quantity: 2 }], tracking, notify: false })
    expect([some.status, some.body]).toMatchObject([
      201,
      { orderId: id, status: 'shipped', items: [{ itemId: items[0].id, quantity: 2 }], tracking, deliveredAt: null },
    ])
    const partial = (await shop.api.get(`/v1/orders/${id}`)).body
    expect([partial.status, partial.fulfillmentStatus, partial.items[0].status]).toEqual([
      'open',
      'partially_fulfilled',
      'partially_fulfilled',
    ])
    const rest = await shop.api.post(path, {})
    expect(rest.body.items).toEqual([{ itemId: items[0].id, quantity: 1 }])
    const order = (await shop.api.get(`/v1/orders/${id}`)).body
    expect([order.status, order.fulfillmentStatus, order.items[0].quantities.fulfilled]).toEqual([
      'archived',
      'fulfilled',
      3,
    ])
    expect((await shop.api.get(path)).body.data.map(({ id }: { id: string }) => id)).toEqual([
      rest.body.id,
      some.body.id,
    ])
    const { data } = (await shop.api.get('/v1/events?type=order.fulfilled')).body
    expect(data.map((event: { data: object }) => event.data)).toMatchObject([
      { orderId: id, fulfillmentId: rest.body.id, notify: true, actor: expect.stringMatching(/^key:key_/) },
      { orderId: id, fulfillmentId: some.body.id, notify: false },
    ])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect(level.onHand).toBe(97)
  })

  it('rejects excessive quantities with the available ones, unknown items and duplicates', async () => {
    const shop = await openCheckoutShop()
    const { id, items } = await orderMugs(shop, 2)
    const send = (...items: object[]) => shop.api.post(`/v1/orders/${id}/fulfillments`, { items })
    const [itemId] = [items[0].id]
    const many = await send({ itemId, quantity: 3 })
    expect([...errorOf(many), many.body.error.details]).toEqual([
      409,
      'conflict',
      [{ path: '/items/0/quantity', message: 'only 2 of 3 can be fulfilled', available: 2, itemId }],
    ])
    expect(errorOf(await send({ itemId: 'li_unknown', quantity: 1 }))).toEqual([404, 'not_found'])
    const twice = await send({ itemId, quantity: 1 }, { itemId, quantity: 1 })
    expect(errorOf(twice)).toEqual([400, 'invalid_request'])
    expect((await shop.api.get(`/v1/orders/${id}`)).body.items[0].quantities.fulfilled).toBe(0)
    expect((await shop.api.get('/v1/events?type=order.fulfilled')).body.data).toEqual([])
  })

  it('fulfills exactly five of five units in twenty concurrent requests', async () => {
    const shop = await openCheckoutShop()
    const order = await orderMugs(shop, 5)
    const { id } = order
    const items = [{ itemId: order.items[0].id, quantity: 1 }]
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => shop.api.post(`/v1/orders/${id}/fulfillments`, { items })),
    )
    const count = (status: number) => responses.filter((response) => response.status === status).length
    expect([count(201), count(409)]).toEqual([5, 15])
    expect((await shop.api.get(`/v1/orders/${id}`)).body.items[0].quantities.fulfilled).toBe(5)
    expect((await shop.api.get('/v1/events?type=order.fulfilled')).body.data).toHaveLength(5)
  })

  it('rejects an order or location of another workspace, and a canceled order', async () => {
    const [shop, other] = [await openCheckoutShop(), await openShop()]
    const { id } = await orderMugs(shop, 1)
    expect((await other.api.post(`/v1/orders/${id}/fulfillments`, {})).status).toBe(404)
    expect((await other.api.get(`/v1/orders/${id}/fulfillments`)).status).toBe(404)
    const foreignLocation = (await other.api.post('/v1/inventory/locations', { name: 'Elsewhere' })).body.id
    expect((await shop.api.post(`/v1/orders/${id}/fulfillments`, { locationId: foreignLocation })).status).toBe(404)
    const canceled = await importJugs(shop.api, { fulfilled: false, canceledAt: '2026-01-06T10:00:00.000Z' })
    expect(errorOf(await shop.api.post(`/v1/orders/${canceled.id}/fulfillments`, {}))).toEqual([409, 'conflict'])
  })
})

describe('PATCH /v1/orders/:id/fulfillments/:fulfillmentId', () => {
  it('reverts a canceled fulfillment once, and keeps a delivered one', async () => {
    const shop = await openCheckoutShop()
    const { id, items } = await orderMugs(shop, 2)
    const path = `/v1/orders/${id}/fulfillments`
    const sent = (await shop.api.post(path, {})).body
    const canceled = await shop.api.patch(`${path}/${sent.id}`, { status: 'canceled' })
    expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled'])
    const open = (await shop.api.get(`/v1/orders/${id}`)).body
    expect([open.status, open.fulfillmentStatus]).toEqual(['open', 'unfulfilled'])
    for (const change of [{ status: 'canceled' }, { status: 'delivered' }, { tracking: { number: '1' } }]) {
      expect(errorOf(await shop.api.patch(`${path}/${sent.id}`, change))).toEqual([409, 'conflict'])
    }
    const again = (await shop.api.post(path, {})).body
    expect(again.items).toEqual([{ itemId: items[0].id, quantity: 2 }])
    const arrived = await shop.api.patch(`${path}/${again.id}`, { status: 'delivered', tracking: { number: '7' } })
    expect(arrived.body).toMatchObject({
      status: 'delivered',
      tracking: { number: '7' },
      deliveredAt: expect.any(String),
    })
    expect(errorOf(await shop.api.patch(`${path}/${again.id}`, { status: 'canceled' }))).toEqual([409, 'conflict'])
    const types = (await shop.api.get(`/v1/orders/${id}/timeline`)).body.data.map(({ type }: { type: string }) => type)
    expect(types).toEqual([
      'order.delivered',
      'order.fulfilled',
      'order.fulfillment_canceled',
      'order.fulfilled',
      'order.created',
    ])
  })

  it('rejects canceling a fulfillment with a pending return', async () => {
    const shop = await openShop()
    const { id, items } = await importJugs(shop.api)
    const path = `/v1/orders/${id}`
    const [sent] = (await shop.api.get(`${path}/fulfillments`)).body.data
    await shop.api.post(`${path}/returns`, { items: [{ itemId: items[0].id, quantity: 1 }] })
    const response = await shop.api.patch(`${path}/fulfillments/${sent.id}`, { status: 'canceled' })
    expect([...errorOf(response), response.body.error.details[0].available]).toEqual([409, 'conflict', 1])
  })
})
