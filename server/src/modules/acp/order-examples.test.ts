import { beforeEach, describe, expect, it } from 'vitest'
import { example, exampleFiles, expectAllOf, sell, ship } from '../../../test/acp-examples.ts'
import { expectValid, needFixtures } from '../../../test/acp-schemas.ts'
import { type Agent, agentOf, paidWith } from '../../../test/agent.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'

beforeEach(needFixtures)

interface Bought extends Shop {
  agent: Agent
  sessionId: string
  /** `/v1/orders/…` */
  path: string
  /** By their SKUs. */
  lines: Record<string, string>
}

const ADDRESS = { name: 'J', line_one: '1 Road', line_two: 'Apt 4B', city: 'Reno', state: 'NV', country: 'US' }

/** What the example’s buyer has bought, at its prices. */
async function buyAsIn(order: ReturnType<typeof example>, isShipped = true): Promise<Bought> {
  const shop = await openShop()
  const things = order.line_items ?? [{ id: 'li_thing', quantity: { ordered: 1 }, unit_price: 100 }]
  await sell(
    shop,
    things.map(({ id, unit_price }: { id: string; unit_price: number }) => ({
      sku: id,
      price: unit_price,
      requiresShipping: isShipped,
    })),
  )
  await ship(shop, { standard: 100 })
  const agent = agentOf(shop.api)
  const { body: session } = await agent.post('', {
    currency: 'usd',
    line_items: things.map(({ id, quantity }: Line) => ({ id, quantity: quantity.ordered })),
    fulfillment_details: { address: { ...ADDRESS, postal_code: '89501' } },
    capabilities: {},
  })
  const { body } = await agent.post(`/${session.id}/complete`, paidWith('spt_1'))
  expect(body.status).toBe('completed')
  const skus = new Map<string, string>(body.line_items.map(({ id, sku }: { id: string; sku: string }) => [sku, id]))
  return {
    ...shop,
    agent,
    sessionId: session.id,
    path: `/v1/orders/${body.order.id}`,
    lines: Object.fromEntries(skus),
  }
}

interface Line {
  id: string
  quantity: { ordered: number }
}

async function send({ api, path, lines }: Bought, things: Line[]): Promise<string> {
  const { id } = (
    await api.post(`${path}/fulfillments`, {
      lines: things.map(({ id, quantity }) => ({ lineId: lines[id], quantity: quantity.ordered })),
      tracking: { carrier: 'UPS', number: '1Z', url: 'https://ups.example.com/1Z' },
    })
  ).body
  expect((await api.patch(`${path}/fulfillments/${id}`, { status: 'delivered' })).status).toBe(200)
  return id
}

const orderOf = async ({ agent, sessionId }: Bought) => {
  const { order } = (await agent.get(`/${sessionId}`)).body
  expectValid(order, 'Order')
  return order
}

/** What became of the buyer's things in each example. */
const DEEDS: Record<string, (bought: Bought, order: ReturnType<typeof example>) => Promise<unknown>> = {
  'simple-order': async () => {},
  'shipped-order': (bought, order) => send(bought, order.line_items),
  'partial-fulfillment': (bought, order) => send(bought, order.line_items.slice(0, 1)),
  'digital-fulfillment': async () => {},
  'refunded-order': async (bought, order) => {
    await send(bought, order.line_items)
    const lines = [{ lineId: bought.lines.li_headphones, quantity: 1 }]
    expect((await bought.api.post(`${bought.path}/refunds`, { lines, reason: 'defective' })).status).toBe(201)
  },
}

describe('the examples of ACP’s orders', () => {
  it('are all here', () => {
    const found = exampleFiles().filter((name) => name.includes('/orders/'))
    expect(found).toEqual(Object.keys(DEEDS).map(fileOf).toSorted())
  })

  it.each(Object.entries(DEEDS))('%s: an agent is told the same of such an order of ours', async (name, deed) => {
    const { $schema: _, _description: __, ...order } = example(fileOf(name))
    expectValid(order, 'Order')
    const bought = await buyAsIn(order, name !== 'digital-fulfillment')
    await deed(bought, order)
    const ours = await orderOf(bought)
    expectAllOf(order, ours, name)
    if (!order.line_items) return
    expect(storyOf(ours)).toEqual(storyOf(order))
  })
})

const fileOf = (name: string) => `2026-04-17/orders/${name}.json`

/** What an order says of itself, without names, sums and times. */
const storyOf = ({ status, line_items, fulfillments, adjustments = [], totals }: ReturnType<typeof example>) => ({
  status,
  lines: line_items.map(({ quantity, unit_price, subtotal, status }: Record<string, unknown>) => ({
    ...{ quantity, unit_price, subtotal, status },
  })),
  fulfillments: fulfillments.map(({ type, status, line_items, events }: Told) => ({
    type,
    status,
    quantities: line_items.map(({ quantity }) => quantity),
    isDelivered: events.some((event) => event.type === 'delivered'),
  })),
  adjustments: adjustments.map(({ type, status, line_items, reason }: Told) => ({
    ...{ type, status, reason },
    quantities: line_items.map(({ quantity }) => quantity),
  })),
  isRefunded: totals.some(({ type }: { type: string }) => type === 'amount_refunded'),
})

interface Told {
  type: string
  status: string
  reason?: string
  line_items: { quantity: number }[]
  events: { type: string }[]
}

describe('what comes after an order', () => {
  it('is told as adjustments: what comes back, what is exchanged and what is refused, each once', async () => {
    const order = example(fileOf('refunded-order'))
    const bought = await buyAsIn(order)
    const { api, path, lines } = bought
    await send(bought, order.line_items)
    const of = (quantity: number, reason: string) => ({
      lines: [{ lineId: lines.li_headphones, quantity, reason }],
    })
    const kept = (await api.post(`${path}/returns`, of(1, 'Too loud'))).body
    expect((await orderOf(bought)).adjustments).toMatchObject([{ id: kept.id, type: 'return', status: 'pending' }])
    expect((await api.post(`${path}/returns/${kept.id}/rejection`, {})).status).toBe(200)
    const back = (await api.post(`${path}/returns`, of(2, 'Broken'))).body
    await api.post(`${path}/returns/${back.id}/approval`)
    await api.post(`${path}/returns/${back.id}/receipt`, { lines: [{ lineId: lines.li_headphones, quantity: 1 }] })
    const ref = [{ id: lines.li_headphones, quantity: 1 }]
    const variantId = (await api.get('/v1/catalog/products')).body.data[0].variants[0].id
    const returns = [{ lineId: lines.li_cable, quantity: 1 }]
    const swapped = await api.post(`${path}/exchanges`, { returns, items: [{ variantId, quantity: 1 }] })
    expect([swapped.status, swapped.body.error]).toEqual([201, undefined])
    expect((await orderOf(bought)).adjustments).toEqual([
      {
        id: kept.id,
        type: 'return',
        occurred_at: kept.createdAt,
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
        line_items: [{ id: lines.li_cable, quantity: 1 }],
      },
    ])
    await api.post(`${path}/returns/${back.id}/closure`)
    expect((await orderOf(bought)).adjustments[1]).toMatchObject({ status: 'completed', line_items: ref })
  })

  it('is told as a cancellation with its money, and nothing waits to be sent any more', async () => {
    const bought = await buyAsIn(example(fileOf('shipped-order')))
    expect((await orderOf(bought)).fulfillments).toMatchObject([{ status: 'pending', type: 'shipping' }])
    await bought.api.post(`${bought.path}/cancellation`, { reason: 'customer' })
    const order = await orderOf(bought)
    expect([order.status, order.fulfillments]).toEqual(['canceled', []])
    expect(order.adjustments).toMatchObject([{ type: 'cancellation', status: 'completed', currency: 'usd' }])
  })
})
