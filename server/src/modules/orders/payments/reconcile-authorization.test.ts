import { expect, it, vi } from 'vitest'
import { getOrder, orderEvents } from '../../../../test/placed-order.ts'
import { eur } from '../../../../test/sample-products.ts'
import { openStripeShop, payByCard, type StripeShop } from '../../../../test/stripe-shop.ts'
import { reconcilePayments } from '../jobs.ts'

async function authorize(shop: StripeShop): Promise<{ id: string; ref: string }> {
  const { body } = await payByCard(shop, 'pm_card_visa', { captureMethod: 'manual' })
  return { id: body.order.id, ref: body.payment.providerPaymentId }
}

it('updates an order captured or voided at Stripe, after a webhook', async () => {
  const shop = await openStripeShop()
  await shop.server.startWorker()
  const [captured, canceled, untouched] = [await authorize(shop), await authorize(shop), await authorize(shop)]
  shop.stripe.capture(captured.ref, 1000)
  Object.assign(shop.stripe.intents.get(canceled.ref) as object, { status: 'canceled', amount_capturable: 0 })
  for (const [type, { ref }] of [
    ['payment_intent.canceled', untouched],
    ['payment_intent.succeeded', captured],
    ['payment_intent.succeeded', captured],
    ['payment_intent.canceled', canceled],
  ] as const) {
    expect(await shop.webhook(shop.stripe.event(type, { id: ref }))).toBe(200)
  }
  const states = async () =>
    Promise.all([captured, canceled, untouched].map(async ({ id }) => (await getOrder(shop, id)).paymentStatus))
  const expected = ['partially_paid', 'voided', 'authorized']
  await vi.waitFor(async () => expect(await states()).toEqual(expected), { timeout: 120_000, interval: 50 })
  expect((await getOrder(shop, captured.id)).payments).toMatchObject([{ status: 'paid', captured: eur(1000) }])
  expect([
    await orderEvents(shop, captured.id),
    await orderEvents(shop, canceled.id),
    await orderEvents(shop, untouched.id),
  ]).toEqual([['order.captured'], ['order.updated'], []])
})

it.each([
  ['refused', 'Stripe: The charge has expired.'],
  ['declined', 'Stripe: The bank has refused.'],
] as const)(
  'fails a capture that Stripe has %s permanently, with the reason, and allows a retry',
  async (fault, reason) => {
    const shop = await openStripeShop()
    const { id } = await authorize(shop)
    shop.stripe.fail('capture', fault)
    const rejected = await shop.api.post(`/v1/orders/${id}/captures`, {})
    expect([rejected.status, rejected.body.error]).toMatchObject([
      422,
      { code: 'payment_declined', message: expect.stringContaining(reason) },
    ])
    expect(await getOrder(shop, id)).toMatchObject({ status: 'open', paymentStatus: 'authorized' })
    const [events] = (await shop.api.get('/v1/events?type=order.capture_failed')).body.data
    expect(events.data).toMatchObject({ orderId: id, amount: eur(2989), reason, actor: expect.stringContaining('key') })
    expect((await shop.api.post(`/v1/orders/${id}/captures`, {})).body.paymentStatus).toBe('paid')
    expect(await orderEvents(shop, id)).toEqual(['order.capture_failed', 'order.captured'])
  },
)

it('fails a refund that Stripe rejects permanently, with the reason, and allows a retry', async () => {
  const shop = await openStripeShop()
  const { body } = await payByCard(shop, 'pm_card_visa')
  const path = `/v1/orders/${body.order.id}/refunds`
  shop.stripe.fail('refund', 'declined')
  const rejected = await shop.api.post(path, { amount: eur(100) })
  expect([rejected.status, rejected.body.status, rejected.body.tenders]).toMatchObject([
    201,
    'failed',
    [{ status: 'failed', failure: 'Stripe: The bank has refused.' }],
  ])
  const [events] = (await shop.api.get('/v1/events?type=order.refund_failed')).body.data
  expect(events.data.reason).toBe('Stripe: The bank has refused.')
  expect((await shop.api.post(path, { amount: eur(100) })).body).toMatchObject({ status: 'completed' })
  expect(shop.stripe.refunds.map(({ amount }) => amount)).toEqual([100])
})

it('reports a permanently rejected void once, and records when the authorization expires', async () => {
  const shop = await openStripeShop()
  const { id, ref } = await authorize(shop)
  shop.stripe.fail('cancel', 'refused')
  const { body } = await shop.api.post(`/v1/orders/${id}/cancellation`, {})
  expect([body.status, body.paymentStatus]).toEqual(['canceled', 'authorized'])
  shop.advance(120_000)
  await reconcilePayments.run({ ...shop.server.system, now: shop.now() })
  expect(shop.stripe.operations.filter((operation) => operation === 'cancel')).toHaveLength(1)
  const events = (await shop.api.get('/v1/events?type=order.void_failed')).body.data
  const reason = 'Stripe: The charge has expired.'
  expect(events).toMatchObject([{ data: { orderId: id, amount: eur(2989), reason } }])
  const intent = Object.assign(shop.stripe.intents.get(ref) as object, { status: 'canceled', amount_capturable: 0 })
  await shop.webhook(shop.stripe.event('payment_intent.canceled', intent, { at: shop.now() }))
  await shop.server.startWorker()
  await vi.waitFor(async () => expect((await getOrder(shop, id)).paymentStatus).toBe('voided'), { timeout: 120_000 })
})

it('emits order.capture_failed once an unknown capture outcome turns out to be a failure', async () => {
  const shop = await openStripeShop()
  const { id, ref } = await authorize(shop)
  shop.stripe.fail('capture', 'down')
  shop.stripe.fail('retrieve', 'down')
  expect((await shop.api.post(`/v1/orders/${id}/captures`, {})).status).toBe(503)
  Object.assign(shop.stripe.intents.get(ref) as object, { status: 'canceled', amount_capturable: 0 })
  shop.advance(120_000)
  await reconcilePayments.run({ ...shop.server.system, now: shop.now() })
  expect([(await getOrder(shop, id)).paymentStatus, await orderEvents(shop, id)]).toEqual([
    'voided',
    ['order.capture_failed'],
  ])
  const canceled = await shop.api.post(`/v1/orders/${id}/cancellation`, { reason: 'declined' })
  expect([canceled.status, canceled.body.status, canceled.body.paymentStatus]).toEqual([200, 'canceled', 'voided'])
})
