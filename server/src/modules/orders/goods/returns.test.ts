import { describe, expect, it } from 'vitest'
import { openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { importJugs, refusal, sendMugs } from '../../../../test/sample-orders.ts'

const DEEDS = ['approval', 'rejection', 'receipt', 'closure'] as const
type Deed = (typeof DEEDS)[number]

/** What brings a return where, and what may be done with it there. */
const STATES: [state: string, way: Deed[], allowed: Deed[]][] = [
  ['requested', [], ['approval', 'rejection']],
  ['approved', ['approval'], ['receipt', 'closure']],
  ['rejected', ['rejection'], []],
  ['received', ['approval', 'receipt'], ['closure']],
  ['closed', ['approval', 'closure'], []],
]

async function askFor(shop: Shop, order: { id: string; items: { id: string }[] }, quantity = 1) {
  const lines = [{ lineId: order.items[0]?.id, quantity, reason: 'Too small' }]
  return shop.api.post(`/v1/orders/${order.id}/returns`, { lines, note: 'Unused' })
}

const doTo = (shop: Shop, { orderId, id }: { orderId: string; id: string }, deed: Deed, body: object = {}) =>
  shop.api.post(
    `/v1/orders/${orderId}/returns/${id}/${deed}`,
    deed === 'receipt' || deed === 'rejection' ? body : undefined,
  )

describe('returns of an order', () => {
  it.each(STATES)('one that is %s goes only where the table lets it', async (state, way, allowed) => {
    const shop = await openShop()
    for (const deed of DEEDS) {
      const made = (await askFor(shop, await importJugs(shop.api))).body
      for (const step of way) expect((await doTo(shop, made, step)).status).toBe(200)
      const [found] = (await shop.api.get(`/v1/orders/${made.orderId}/returns`)).body.data
      expect(found.status).toBe(state)
      const answer = await doTo(shop, made, deed)
      expect([deed, answer.status]).toEqual([deed, allowed.includes(deed) ? 200 : 409])
    }
  })

  it('put back on the shelf what can be sold again, to the unit, and move no money', async () => {
    const shop = await openCheckoutShop({ onHand: 10 })
    const order = await sendMugs(shop, 4)
    const asked = await askFor(shop, order, 3)
    expect([asked.status, asked.body]).toMatchObject([
      201,
      { status: 'requested', note: 'Unused', lines: [{ quantity: 3, received: 0, restocked: 0, reason: 'Too small' }] },
    ])
    const statusOf = async () => (await shop.api.get(`/v1/orders/${order.id}`)).body.returnStatus
    expect(await statusOf()).toBe('requested')
    await doTo(shop, asked.body, 'approval')
    expect(await statusOf()).toBe('in_progress')
    const [lineId] = [order.items[0].id]
    const first = await doTo(shop, asked.body, 'receipt', { lines: [{ lineId, quantity: 1, restock: false }] })
    expect(first.body).toMatchObject({ status: 'approved', lines: [{ received: 1, restocked: 0 }] })
    const rest = await doTo(shop, asked.body, 'receipt')
    expect(rest.body).toMatchObject({ status: 'received', lines: [{ received: 3, restocked: 2 }] })
    const after = (await shop.api.get(`/v1/orders/${order.id}`)).body
    expect([after.returnStatus, after.items[0].quantities]).toEqual([
      'returned',
      { ordered: 4, current: 4, fulfilled: 4, returned: 3, refunded: 0 },
    ])
    expect([after.paymentStatus, after.refunded.amount]).toEqual(['paid', 0])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect([level.onHand, level.reserved]).toEqual([8, 0])
    const { data } = (await shop.api.get('/v1/inventory/movements?reason=restocked')).body
    expect(data).toMatchObject([{ onHandChange: 2, reference: order.id }])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })

  it('take nothing back twice: not what is on its way, not more than was sent, not of eight at once', async () => {
    const shop = await openCheckoutShop()
    const order = await sendMugs(shop, 2)
    const answers = await Promise.all(Array.from({ length: 8 }, () => askFor(shop, order)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.error.details).toEqual([
      { path: '/lines/0/quantity', message: 'only 0 of 1 can be returned', actual: 0 },
    ])
    const [one, other] = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    await doTo(shop, one, 'rejection', { note: 'Worn' })
    expect((await askFor(shop, order)).status).toBe(201)
    await doTo(shop, other, 'approval')
    const many = await doTo(shop, other, 'receipt', { lines: [{ lineId: order.items[0].id, quantity: 2 }] })
    expect([...refusal(many), many.body.error.details[0].actual]).toEqual([409, 'conflict', 1])
    const receipts = await Promise.all(Array.from({ length: 5 }, () => doTo(shop, other, 'receipt')))
    expect(receipts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect(level.onHand).toBe(99)
  })

  it('put nothing back that a refund has put back, wherever it lies now', async () => {
    const shop = await openCheckoutShop({ onHand: 10 })
    const elsewhere = (await shop.api.post('/v1/locations', { name: 'Elsewhere' })).body
    const order = await sendMugs(shop, 3)
    const lineId = order.items[0].id
    const asked = (await askFor(shop, order, 3)).body
    await doTo(shop, asked, 'approval')
    const onHand = async () => {
      const levels: { onHand: number }[] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
      return levels.reduce((sum, level) => sum + level.onHand, 0)
    }
    const there = { lines: [{ lineId, quantity: 1 }], locationId: elsewhere.id }
    expect((await doTo(shop, asked, 'receipt', there)).body.lines[0].restocked).toBe(1)
    const lines = [{ lineId, quantity: 1, restock: true }]
    expect((await shop.api.post(`/v1/orders/${order.id}/refunds`, { lines })).status).toBe(201)
    expect(await onHand()).toBe(9)
    expect((await doTo(shop, asked, 'receipt')).body.lines[0]).toMatchObject({ received: 3, restocked: 2 })
    expect(await onHand()).toBe(10)
    expect((await shop.api.post(`/v1/orders/${order.id}/refunds`, { lines })).status).toBe(201)
    expect(await onHand()).toBe(10)
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })

  it('go on when the thing is no longer in the catalogue: it is here, and lies nowhere', async () => {
    const shop = await openCheckoutShop()
    const order = await sendMugs(shop, 1)
    const asked = (await askFor(shop, order)).body
    await doTo(shop, asked, 'approval')
    await shop.api.send('DELETE', `/v1/catalog/products/${order.items[0].productId}`)
    const answer = await doTo(shop, asked, 'receipt')
    expect([answer.status, answer.body.lines]).toMatchObject([200, [{ received: 1, restocked: 0 }]])
  })

  it('are not for other workspaces', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const order = await importJugs(shop.api)
    const made = (await askFor(shop, order)).body
    expect((await askFor(other, order)).status).toBe(404)
    for (const deed of DEEDS) expect((await doTo(other, made, deed)).status).toBe(404)
    const third = await importJugs(shop.api)
    expect((await doTo(shop, { ...made, orderId: third.id }, 'approval')).status).toBe(404)
  })
})
