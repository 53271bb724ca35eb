import { beforeEach, describe, expect, it } from 'vitest'
import { addProducts, addShippingRates, expectFieldsOf, listExamples, loadExample } from '../../../test/acp-examples.ts'
import { expectValid, requireFixtures } from '../../../test/acp-schemas.ts'
import { type Agent, createAgent, paymentWith } from '../../../test/agent.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'

beforeEach(requireFixtures)

interface PurchasedOrder extends Shop {
  agent: Agent
  sessionId: string
  /** Such as `/v1/orders/…`. */
  path: string
  /** By SKU. */
  itemIds: Record<string, string>
}

const ADDRESS = { name: 'J', line_one: '1 Road', line_two: 'Apt 4B', city: 'Reno', state: 'NV', country: 'US' }

/** Buys the items of the example at its prices. */
async function buyAsIn(order: ReturnType<typeof loadExample>, isShipped = true): Promise<PurchasedOrder> {
  const shop = await openShop()
  const items = order.line_items ?? [{ id: 'li_thing', quantity: { ordered: 1 }, unit_price: 100 }]
  await addProducts(
    shop,
    items.map(({ id, unit_price }: { id: string; unit_price: number }) => ({
      sku: id,
      price: unit_price,
      requiresShipping: isShipped,
    })),
  )
  await addShippingRates(shop, { standard: 100 })
  const agent = createAgent(shop.api)
  const { body: session } = await agent.post('', {
    currency: 'usd',
    line_items: items.map(({ id, quantity }: Line) => ({ id, quantity: quantity.ordered })),
    fulfillment_details: { address: { ...ADDRESS, postal_code: '89501' } },
    capabilities: {},
  })
  const { body } = await agent.post(`/${session.id}/complete`, paymentWith('spt_1'))
  expect(body.status).toBe('completed')
  const skus = new Map<string, string>(body.line_items.map(({ id, sku }: { id: string; sku: string }) => [sku, id]))
  return {
    ...shop,
    agent,
    sessionId: session.id,
    path: `/v1/orders/${body.order.id}`,
    itemIds: Object.fromEntries(skus),
  }
}

interface Line {
  id: string
  quantity: { ordered: number }
}

async function fulfill({ api, path, itemIds }: PurchasedOrder, items: Line[]): Promise<string> {
  const { id } = (
    await api.post(`${path}/fulfillments`, {
      items: items.map(({ id, quantity }) => ({ itemId: itemIds[id], quantity: quantity.ordered })),
      tracking: { carrier: 'UPS', number: '1Z', url: 'https://ups.example.com/1Z' },
    })
  ).body
  expect((await api.patch(`${path}/fulfillments/${id}`, { status: 'delivered' })).status).toBe(200)
  return id
}

const orderOf = async ({ agent, sessionId }: PurchasedOrder) => {
  const { order } = (await agent.get(`/${sessionId}`)).body
  expectValid(order, 'Order')
  return order
}

/** What happens to the order in each example. */
const ACTIONS: Record<string, (purchase: PurchasedOrder, order: ReturnType<typeof loadExample>) => Promise<unknown>> = {
  'simple-order': async () => {},
  'shipped-order': (purchase, order) => fulfill(purchase, order.line_items),
  'partial-fulfillment': (purchase, order) => fulfill(purchase, order.line_items.slice(0, 1)),
  'digital-fulfillment': async () => {},
  'refunded-order': async (purchase, order) => {
    await fulfill(purchase, order.line_items)
    const items = [{ itemId: purchase.itemIds.li_headphones, quantity: 1 }]
    expect((await purchase.api.post(`${purchase.path}/refunds`, { items, reason: 'defective' })).status).toBe(201)
  },
}

describe('ACP order examples', () => {
  it('covers all examples', () => {
    const examples = listExamples().filter((name) => name.includes('/orders/'))
    expect(examples).toEqual(Object.keys(ACTIONS).map(fileOf).toSorted())
  })

  it.each(Object.entries(ACTIONS))('%s: our order matches the example', async (name, action) => {
    const { $schema: _, _description: __, ...order } = loadExample(fileOf(name))
    expectValid(order, 'Order')
    const purchase = await buyAsIn(order, name !== 'digital-fulfillment')
    await action(purchase, order)
    const response = await orderOf(purchase)
    expectFieldsOf(order, response, name)
    if (!order.line_items) return
    expect(summaryOf(response)).toEqual(summaryOf(order))
  })
})

const fileOf = (name: string) => `2026-04-17/orders/${name}.json`

/** The order without names, amounts and times. */
const summaryOf = ({ status, line_items, fulfillments, adjustments = [], totals }: ReturnType<typeof loadExample>) => ({
  status,
  items: line_items.map(({ quantity, unit_price, subtotal, status }: Record<string, unknown>) => ({
    ...{ quantity, unit_price, subtotal, status },
  })),
  fulfillments: fulfillments.map(({ type, status, line_items, events }: WebhookOrder) => ({
    type,
    status,
    quantities: line_items.map(({ quantity }) => quantity),
    isDelivered: events.some((event) => event.type === 'delivered'),
  })),
  adjustments: adjustments.map(({ type, status, line_items, reason }: WebhookOrder) => ({
    ...{ type, status, reason },
    quantities: line_items.map(({ quantity }) => quantity),
  })),
  isRefunded: totals.some(({ type }: { type: string }) => type === 'amount_refunded'),
})

interface WebhookOrder {
  type: string
  status: string
  reason?: string
  line_items: { quantity: number }[]
  events: { type: string }[]
}

describe('order adjustments', () => {
  it('lists returns, exchanges and rejected returns, each once', async () => {
    const order = loadExample(fileOf('refunded-order'))
    const purchase = await buyAsIn(order)
    const { api, path, itemIds } = purchase
    await fulfill(purchase, order.line_items)
    const of = (quantity: number, reason: string) => ({
      items: [{ itemId: itemIds.li_headphones, quantity, reason }],
    })
    const rejected = (await api.post(`${path}/returns`, of(1, 'Too loud'))).body
    expect((await orderOf(purchase)).adjustments).toMatchObject([
      { id: rejected.id, type: 'return', status: 'pending' },
    ])
    expect((await api.post(`${path}/returns/${rejected.id}/rejection`, {})).status).toBe(200)
    const back = (await api.post(`${path}/returns`, of(2, 'Broken'))).body
    await api.post(`${path}/returns/${back.id}/approval`)
    await api.post(`${path}/returns/${back.id}/receipt`, { items: [{ itemId: itemIds.li_headphones, quantity: 1 }] })
    const ref = [{ id: itemIds.li_headphones, quantity: 1 }]
    const variantId = (await api.get('/v1/catalog/products')).body.data[0].variants[0].id
    const returns = [{ itemId: itemIds.li_cable, quantity: 1 }]
    const swapped = await api.post(`${path}/exchanges`, { returns, items: [{ variantId, quantity: 1 }] })
    expect([swapped.status, swapped.body.error]).toEqual([201, undefined])
    expect((await orderOf(purchase)).adjustments).toEqual([
      {
        id: rejected.id,
        type: 'return',
        occurred_at: rejected.createdAt,
        status: 'failed',
        line_items: ref,
        description: 'Too loud',
      },
      {
        id: back.id,
        type: 'return',
        occurred_at: back.createdAt,
        status: 'pending',
        line_items: ref,
        description: 'Broken',
      },
      {
        id: swapped.body.return.id,
        type: 'exchange',
        occurred_at: swapped.body.return.createdAt,
        status: 'pending',
        line_items: [{ id: itemIds.li_cable, quantity: 1 }],
      },
    ])
    await api.post(`${path}/returns/${back.id}/closure`)
    expect((await orderOf(purchase)).adjustments[1]).toMatchObject({ status: 'completed', line_items: ref })
  })

  it('lists a cancellation with its refund, and leaves no pending fulfillment', async () => {
    const purchase = await buyAsIn(loadExample(fileOf('shipped-order')))
    expect((await orderOf(purchase)).fulfillments).toMatchObject([{ status: 'pending', type: 'shipping' }])
    await purchase.api.post(`${purchase.path}/cancellation`, { reason: 'customer' })
    const order = await orderOf(purchase)
    expect([order.status, order.fulfillments]).toEqual(['canceled', []])
    expect(order.adjustments).toMatchObject([{ type: 'cancellation', status: 'completed', currency: 'usd' }])
  })
})
