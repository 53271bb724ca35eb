import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { bankTotals, getOrder, orderEvents, placeOrder } from '../../../test/placed-order.ts'
import { errorOf, fulfillMugs } from '../../../test/sample-orders.ts'
import { pointsBalance } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'

let shop: CheckoutShop
beforeAll(async () => {
  shop = await openCheckoutShop()
})

const addTicket = async (more: object = { requester: { email: 'ada@example.com' } }) => {
  const { status, body } = await shop.api.post('/v1/tickets', { subject: 'A broken mug', ...more })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const perform = (ticketId: string, body: object, headers = {}) =>
  shop.api.post(`/v1/tickets/${ticketId}/actions`, body, headers)
const historyOf = async (ticketId: string) => (await shop.api.get(`/v1/tickets/${ticketId}/events`)).body.data
const stateOf = async (ticketId: string) => ({
  ticket: (await shop.api.get(`/v1/tickets/${ticketId}`)).body,
  history: await historyOf(ticketId),
  actions: (await shop.api.get(`/v1/tickets/${ticketId}/actions`)).body.data,
})

it('refunds an order once, and records it on the ticket and the order', async () => {
  const [ticket, order] = [await addTicket(), await placeOrder(shop)]
  const before = await bankTotals(shop)
  const body = { type: 'refund', orderId: order.id, amount: eur(500), reason: 'damaged' }
  const once = { 'idempotency-key': randomUUID() }
  const first = await perform(ticket.id, body, once)
  expect([first.status, first.body]).toMatchObject([
    201,
    {
      ticketId: ticket.id,
      type: 'refund',
      status: 'completed',
      orderId: order.id,
      amount: eur(500),
      reason: 'damaged',
      refundId: expect.stringMatching(/^rf_/),
      code: null,
      actor: expect.stringMatching(/^key:/),
    },
  ])
  expect((await perform(ticket.id, body, once)).body).toEqual(first.body)
  // The stored response has expired, or was never stored.
  await shop.server.db.pool.query('delete from idempotency_keys where key = $1', [once['idempotency-key']])
  expect((await perform(ticket.id, body, once)).body).toEqual(first.body)
  expect((await bankTotals(shop)).refunded - before.refunded).toBe(500)

  const { ticket: after, history, actions } = await stateOf(ticket.id)
  expect(after.orderIds).toEqual([order.id])
  expect(actions).toEqual([first.body])
  expect(history.map(({ type }: { type: string }) => type)).toEqual(['updated', 'action', 'created'])
  expect(history[1]).toMatchObject({
    source: 'api',
    data: { actionId: first.body.id, action: 'refund', orderId: order.id, amount: eur(500) },
  })
  // What staff write about a person is in one place.
  expect(JSON.stringify(history)).not.toContain('damaged')
  expect((await orderEvents(shop, order.id)).toSorted()).toEqual(['order.refunded', 'ticket.action_performed'])
})

it('records a refund that the provider declines as failed', async () => {
  const [ticket, order] = [await addTicket(), await placeOrder(shop, { paymentMethod: 'pm_card_refund_fails' })]
  const { status, body } = await perform(ticket.id, { type: 'refund', orderId: order.id, amount: eur(500) })
  expect([status, body.status]).toEqual([201, 'failed'])
  const { history, actions } = await stateOf(ticket.id)
  expect([actions[0].status, history[0].type, history[0].data.actionId]).toEqual(['failed', 'action_failed', body.id])
  expect((await getOrder(shop, order.id)).refunded).toEqual(eur(0))
})

it('refunds once when the same request arrives twice at once', async () => {
  const [ticket, order] = [await addTicket(), await placeOrder(shop)]
  const before = await bankTotals(shop)
  const body = { type: 'refund', orderId: order.id, amount: eur(500) }
  const once = { 'idempotency-key': randomUUID() }
  const responses = await Promise.all([1, 2, 3].map(() => perform(ticket.id, body, once)))
  expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
  expect((await perform(ticket.id, body, once)).status).toBe(201)
  expect((await bankTotals(shop)).refunded - before.refunded).toBe(500)
  expect((await stateOf(ticket.id)).actions).toHaveLength(1)
})

it('exchanges items, resends emails and creates codes through the same functions as the API', async () => {
  const [ticket, order] = [await addTicket(), await fulfillMugs(shop, 1)]
  const exchanged = await perform(ticket.id, {
    type: 'exchange',
    orderId: order.id,
    returns: [{ itemId: order.items[0].id, quantity: 1 }],
    items: [{ variantId: shop.mug, quantity: 1 }],
  })
  expect([exchanged.status, exchanged.body]).toMatchObject([201, { amount: eur(2499), returnId: expect.any(String) }])
  const newOrder = await getOrder(shop, exchanged.body.newOrderId)
  expect(newOrder.exchangeOf).toMatchObject({ orderId: order.id, returnId: exchanged.body.returnId })

  const resend = (more: object) => perform(ticket.id, { type: 'resend', orderId: order.id, ...more })
  const sent = await resend({ kind: 'order_confirmation' })
  expect([sent.status, (await shop.api.get(`/v1/emails/${sent.body.emailId}`)).body]).toMatchObject([
    201,
    { kind: 'order_confirmation', orderId: order.id, to: 'ada@example.com', status: 'queued' },
  ])
  expect((await resend({ emailId: sent.body.emailId })).body.emailId).toBe(sent.body.emailId)

  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const coded = await perform(ticket.id, { type: 'discount_code', percentage: 15, minimum: eur(2000), expiresAt })
  expect([coded.status, coded.body]).toMatchObject([201, { percentage: 15, code: expect.any(String), orderId: null }])
  const { body: promotion } = await shop.api.get(`/v1/promotions/${coded.body.promotionId}`)
  expect(promotion).toMatchObject({ usageLimit: 1, endsAt: expiresAt, title: `Ticket #${ticket.number}` })
  const cart = { items: [{ variantId: shop.mug, quantity: 1 }], codes: [coded.body.code] }
  expect((await shop.storefront.post('/v1/carts', cart)).body.totals.discount.amount).toBe(375)

  const { ticket: after, actions } = await stateOf(ticket.id)
  expect(after.orderIds).toEqual([order.id])
  expect(actions.map(({ type }: { type: string }) => type)).toEqual(['discount_code', 'resend', 'resend', 'exchange'])
  const [latest] = (await shop.api.get(`/v1/tickets/${ticket.id}/actions?limit=1`)).body.data
  expect(latest.id).toBe(coded.body.id)
})

it('gives the customer of the ticket points and store credit', async () => {
  const ticket = await addTicket()
  const points = await perform(ticket.id, { type: 'goodwill_points', points: 250, reason: 'Late' })
  const credit = await perform(ticket.id, { type: 'store_credit', amount: eur(1500), reason: 'Late' })
  expect([points.status, credit.status]).toEqual([201, 201])
  expect([points.body, credit.body]).toMatchObject([
    { customerId: ticket.customerId, points: 250, reason: 'Late' },
    { customerId: ticket.customerId, amount: eur(1500) },
  ])
  expect(await pointsBalance(shop, ticket.customerId)).toBe(250)
  const accounts = (await shop.api.get(`/v1/customers/${ticket.customerId}/store-credit`)).body.data
  expect(accounts).toMatchObject([{ balance: eur(1500) }])
})

it('rejects what the API rejects, with the same error and without a change', async () => {
  const [ticket, order] = [await addTicket(), await placeOrder(shop)]
  const anonymous = await addTicket({})
  const otherEmail = (
    await perform((await addTicket()).id, {
      type: 'resend',
      orderId: (await placeOrder(shop)).id,
      kind: 'order_confirmation',
    })
  ).body.emailId
  const orderId = order.id
  const before = await stateOf(ticket.id)
  const tooLarge = { amount: eur(999_999) }
  const items = [{ itemId: 'nobody', quantity: 1 }]
  const missing = 'ord_01k9z3h8x2f7mtv4q6bw0ncdre'
  const cases: [object, number, string, (string | undefined)?][] = [
    [{ type: 'refund', orderId, ...tooLarge }, 422, 'refund_too_large', `/v1/orders/${orderId}/refunds`],
    [{ type: 'refund', orderId, items }, 404, 'not_found', `/v1/orders/${orderId}/refunds`],
    [{ type: 'refund', orderId: missing, amount: eur(1) }, 404, 'not_found'],
    [{ type: 'resend', orderId, kind: 'order_refunded' }, 409, 'conflict'],
    [{ type: 'resend', orderId, emailId: otherEmail }, 404, 'not_found'],
    [{ type: 'resend', orderId }, 400, 'invalid_request'],
    [{ type: 'exchange', orderId, returns: items, items: [{ variantId: shop.mug, quantity: 1 }] }, 404, 'not_found'],
    [{ type: 'goodwill_points', points: -1, reason: 'Late' }, 400, 'invalid_request'],
    [{ type: 'goodwill_points', points: 1_000_000_000, reason: 'Late' }, 422, 'points_rejected'],
    [{ type: 'store_credit', amount: { amount: 1, currency: 'XXX' }, reason: 'Late' }, 400, 'invalid_request'],
    [{ type: 'store_credit', amount: eur(1), reason: 'Late', orderId: missing }, 404, 'not_found'],
    [{ type: 'discount_code' }, 400, 'invalid_request'],
    [{ type: 'discount_code', percentage: 5, expiresAt: '2020-01-01T00:00:00.000Z' }, 400, 'invalid_request'],
    [{ type: 'gift' }, 400, 'invalid_request'],
  ]
  await shop.api.post(`/v1/loyalty/accounts/${ticket.customerId}/entries`, { points: 1, reason: 'Any' })
  for (const [body, status, code, path] of cases) {
    const rejected = await perform(ticket.id, body)
    expect([body, ...errorOf(rejected)]).toEqual([body, status, code])
    if (!path) continue
    const { type: _, orderId: __, ...own } = body as Record<string, unknown>
    const direct = await shop.api.post(path, own)
    const { requestId: _1, ...error } = rejected.body.error
    const { requestId: _2, ...expected } = direct.body.error
    expect(error).toEqual(expected)
  }
  expect(await stateOf(ticket.id)).toEqual(before)
  const nobody = await perform(anonymous.id, { type: 'goodwill_points', points: 1, reason: 'Late' })
  expect(errorOf(nobody)).toEqual([409, 'conflict'])
  for (const path of ['', '?limit=1'])
    expect((await shop.sandbox.get(`/v1/tickets/${ticket.id}/actions${path}`)).status).toBe(404)
  const foreign = await shop.sandbox.post(`/v1/tickets/${ticket.id}/actions`, { type: 'discount_code', percentage: 5 })
  expect(foreign.status).toBe(404)
})
