import { beforeAll, expect, it } from 'vitest'
import { type CheckoutShop, openCheckoutShop, seedShop } from '../../../test/checkout-shop.ts'
import { createApiClient, openShop } from '../../../test/open-shop.ts'
import { fulfillMugs, orderMugs } from '../../../test/sample-orders.ts'
import { setStock } from '../../../test/sample-stock.ts'
import type { SetupChecklist } from './schemas.ts'

let shop: CheckoutShop
beforeAll(async () => {
  shop = await openCheckoutShop()
})

const waitingWork = async () => (await shop.api.get('/v1/home/waiting-work')).body

async function doneSteps({ api }: Pick<CheckoutShop, 'api'>): Promise<string[]> {
  const { data }: SetupChecklist = (await api.get('/v1/home/setup-checklist')).body
  return data.filter(({ done }) => done).map(({ step }) => step)
}

it('counts what waits for somebody, and nothing that is done', async () => {
  const nothing = await waitingWork()
  expect(new Set(Object.values(nothing))).toEqual(new Set([0]))
  const order = await orderMugs(shop, 2)
  const fulfilled = await fulfillMugs(shop, 1)
  const canceled = await orderMugs(shop, 1)
  await shop.api.post(`/v1/orders/${canceled.id}/cancellation`, {})
  const [item] = fulfilled.items
  const request = { items: [{ itemId: item.id, quantity: 1 }] }
  expect((await shop.api.post(`/v1/orders/${fulfilled.id}/returns`, request)).status).toBe(201)
  await shop.api.post('/v1/tickets', {
    subject: 'Where is it?',
    message: { text: 'Hello?' },
    requester: { email: 'a@example.com' },
  })
  await setStock(shop, { variantId: shop.mug, lowStockThreshold: 1000 })
  expect(await waitingWork()).toEqual({
    ...nothing,
    ordersToFulfill: 1,
    returnsToReview: 1,
    lowStock: 1,
    openTickets: 1,
    waitingTickets: 1,
  })
  const { body } = await shop.api.get('/v1/orders?toFulfill=true')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([order.id])
  expect(Object.values((await shop.sandbox.get('/v1/home/waiting-work')).body).every((count) => count === 0)).toBe(true)
})

it('ticks off the setup from data, with an order in the sandbox', async () => {
  const empty = await openShop(shop.server)
  expect(await doneSteps(empty)).toEqual([])
  expect(await doneSteps(shop)).toEqual(['product', 'shipping', 'order'])
  await empty.api.post('/v1/mailboxes', { address: `help@${empty.live.workspaceId}.example`, name: 'Help' })
  const region = { area: { country: 'AT' }, rates: [{ class: 'standard', name: 'VAT', percentage: 20 }] }
  await empty.api.post('/v1/taxes/regions', region)
  await empty.api.post('/v1/orders', {
    kind: 'import',
    placedAt: '2026-01-05T10:00:00.000Z',
    currency: 'EUR',
    items: [{ title: 'Jug', quantity: 1, unitPrice: { amount: 1500, currency: 'EUR' } }],
  })
  expect(await doneSteps(empty)).toEqual(['taxes', 'email'])
  const storefront = createApiClient(shop.server.url, { 'x-workspace-id': empty.test.environmentId })
  const sandbox = { ...empty, api: empty.sandbox, storefront }
  await orderMugs({ ...sandbox, mug: await seedShop(sandbox, 1) }, 1)
  expect(await doneSteps(empty)).toContain('order')
})

it('lists what happened, newest first, with names and amounts', async () => {
  const order = await orderMugs(shop, 1)
  await shop.api.post(`/v1/orders/${order.id}/refunds`, { items: [{ itemId: order.items[0].id, quantity: 1 }] })
  const { body } = await shop.api.get('/v1/home/activity?limit=2')
  expect(body.data).toMatchObject([
    { type: 'order.refunded', subject: { type: 'order', id: order.id, name: `#${order.number}` } },
    { type: 'order.created', subject: { name: `#${order.number}` }, amount: order.totals.total },
  ])
  expect(body.data[1].person).toBe(order.shippingAddress.name)
  expect((await shop.sandbox.get('/v1/home/activity')).body.data).toEqual([])
})
