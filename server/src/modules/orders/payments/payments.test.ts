import { describe, expect, it, vi } from 'vitest'
import { listEventData } from '../../../../test/event-log.ts'
import { buyGiftCards, issueLiveCards, listCards } from '../../../../test/gift-card-orders.ts'
import { getOrder, orderEvents } from '../../../../test/placed-order.ts'
import { eur } from '../../../../test/sample-products.ts'
import { CONNECTION, LIVE_KEY } from '../../../../test/stripe/keys.ts'
import {
  createIntent,
  getStockLevel,
  openStripeShop,
  payByCard,
  type StripeShop,
} from '../../../../test/stripe-shop.ts'
import { reconcilePayments } from '../jobs.ts'
import { reconcileRefundsAndDisputes } from './payments.ts'

const ctxOf = ({ server, live, now }: StripeShop) => ({
  ...server.system,
  ...live,
  now: now(),
  caller: { kind: 'system' as const },
})

async function buy(shop: StripeShop, more: { captureMethod?: string } = {}) {
  const { body } = await payByCard(shop, 'pm_card_visa', more)
  const { id } = body.order as { id: string }
  const ref = body.payment.providerPaymentId as string
  /** What every webhook for this payment triggers. */
  const reconcile = () => reconcileRefundsAndDisputes(ctxOf(shop), 'stripe', ref)
  const refunds = async () => (await shop.api.get(`/v1/orders/${id}/refunds`)).body.data
  return { id, ref, path: `/v1/orders/${id}`, reconcile, refunds, read: () => getOrder(shop, id) }
}

const FAILED_LATER = { status: 'failed', failure_reason: 'expired_or_canceled_card' }

describe('refunds at Stripe', () => {
  it('records dashboard refunds once, whether webhooks are duplicated, concurrent or reordered', async () => {
    const shop = await openStripeShop()
    await shop.server.startWorker()
    const { id, ref, refunds, read } = await buy(shop)
    shop.stripe.refund(ref, 1000)
    shop.stripe.refund(ref, 489)
    const [one, two] = shop.stripe.refunds
    const charge = { object: 'charge', id: 'ch_1', payment_intent: ref }
    const events = [
      shop.stripe.event('refund.updated', two as object),
      shop.stripe.event('charge.refunded', charge, { id: 'evt_same' }),
      shop.stripe.event('charge.refunded', charge, { id: 'evt_same' }),
      shop.stripe.event('refund.created', one as object),
      shop.stripe.event('refund.created', { ...(one as object), amount: 2989 }),
    ]
    expect(await Promise.all(events.map(shop.webhook))).toEqual([200, 200, 200, 200, 200])
    await vi.waitFor(async () => expect((await read()).refunded).toEqual(eur(1489)), { timeout: 120_000, interval: 50 })
    const jobs = async () => (await shop.server.db.pool.query('select from graphile_worker._private_jobs')).rowCount
    await vi.waitFor(async () => expect(await jobs()).toBe(0), { timeout: 120_000, interval: 50 })
    expect(await refunds()).toMatchObject([
      { source: 'provider', status: 'completed', items: [], tenders: [{ method: 'provider', status: 'completed' }] },
      { source: 'provider', status: 'completed', manualAmount: eur(0) },
    ])
    expect(await read()).toMatchObject({
      paymentStatus: 'partially_refunded',
      refunded: eur(1489),
      totals: { due: eur(0) },
    })
    expect(await orderEvents(shop, id)).toEqual(['order.refunded', 'order.refunded'])
    const refundedEvents = await listEventData(shop, 'order.refunded')
    expect(refundedEvents).toContainEqual(expect.objectContaining({ amount: eur(1000), source: 'provider' }))
    expect(refundedEvents).toContainEqual(expect.objectContaining({ amount: eur(489), source: 'provider' }))
    expect(shop.stripe.refunds).toHaveLength(2)
    const tooMuch = await shop.api.post(`/v1/orders/${id}/refunds`, { amount: eur(1501) })
    expect(tooMuch.body.error.details[0].maxAmount).toEqual(eur(1500))
    expect((await shop.api.post(`/v1/orders/${id}/refunds`, { amount: eur(1500) })).body.status).toBe('completed')
    expect((await read()).paymentStatus).toBe('refunded')
  })

  it('reverses completed refunds that fail later, without moving stock', async () => {
    const shop = await openStripeShop()
    const { id, path, reconcile, refunds, read } = await buy(shop)
    const [item] = (await read()).items
    const body = { items: [{ itemId: item.id, quantity: 1 }] }
    expect((await shop.api.post(`${path}/refunds`, body)).body).toMatchObject({ status: 'completed', source: 'api' })
    const level = await getStockLevel(shop)
    expect(level).toMatchObject({ onHand: 100 })
    Object.assign(shop.stripe.refunds[0] as object, FAILED_LATER)
    await Promise.all([reconcile(), reconcile(), reconcile()])
    await reconcile()
    expect(await read()).toMatchObject({
      paymentStatus: 'paid',
      refunded: eur(0),
      payments: [{ captured: eur(2989), refunded: eur(0) }],
      items: [{ quantities: { ordered: 1, current: 0, refunded: 0 } }],
    })
    const failure = 'Stripe: expired or canceled card'
    expect(await refunds()).toMatchObject([{ status: 'failed', tenders: [{ status: 'failed', failure }] }])
    expect(await orderEvents(shop, id)).toEqual(['order.refunded', 'order.refund_failed'])
    expect(await listEventData(shop, 'order.refund_failed')).toMatchObject([
      { amount: eur(2499), reason: failure, reversed: true },
    ])
    const { body: timeline } = await shop.api.get(`${path}/timeline`)
    expect(timeline.data[0]).toMatchObject({ type: 'order.refund_failed', data: { reversed: true } })
    expect(await getStockLevel(shop)).toEqual(level)

    const again = await shop.api.post(`${path}/refunds`, body)
    expect(again.body).toMatchObject({ status: 'completed', items: [{ removed: 0, restocked: 0 }] })
    expect([await getStockLevel(shop), shop.stripe.refunds.length]).toEqual([level, 2])
    await reconcile()
    expect(await read()).toMatchObject({ paymentStatus: 'partially_refunded', refunded: eur(2499) })
  })

  it.each([2000, 1000])('excludes what a capture of %i released', async (captured) => {
    const shop = await openStripeShop()
    const { path, ref, reconcile, refunds, read } = await buy(shop, { captureMethod: 'manual' })
    expect((await shop.api.post(`${path}/captures`, { amount: eur(captured) })).status).toBe(201)
    const released = 2989 - captured
    expect(shop.stripe.refunds).toMatchObject([{ amount: released }])
    await reconcile()
    expect([await refunds(), (await read()).refunded]).toEqual([[], eur(0)])
    const preview = await shop.api.post(`${path}/refunds?preview=true`, { amount: eur(1) })
    expect(preview.body.refundable).toEqual(eur(captured))
    const amount = Math.min(released, captured)
    shop.stripe.refund(ref, amount)
    await reconcile()
    expect(await refunds()).toMatchObject([{ amount: eur(amount), source: 'provider', status: 'completed' }])
    expect((await read()).refunded).toEqual(eur(amount))
  })

  it('counts one refund if ours fails and the same amount is refunded in the dashboard', async () => {
    const shop = await openStripeShop()
    const { path, ref, reconcile, refunds, read } = await buy(shop)
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(2989) })).body.status).toBe('completed')
    Object.assign(shop.stripe.refunds[0] as object, FAILED_LATER)
    shop.stripe.refund(ref, 2989)
    await Promise.all([reconcile(), reconcile()])
    expect((await refunds()).map(({ status }: { status: string }) => status)).toEqual(['completed', 'failed'])
    expect(await read()).toMatchObject({ paymentStatus: 'refunded', refunded: eur(2989) })
  })

  it('applies the current state when a newer webhook overtakes an older one', async () => {
    const shop = await openStripeShop()
    const { ref, reconcile, read } = await buy(shop)
    shop.stripe.refund(ref, 500)
    // The first call has read a successful refund when the second one sees it failed, and finds nothing to do.
    shop.stripe.after('refunds', async () => {
      Object.assign(shop.stripe.refunds[0] as object, FAILED_LATER)
      await reconcile()
    })
    await reconcile()
    expect(await read()).toMatchObject({ paymentStatus: 'paid', refunded: eur(0) })
  })

  it('records refunds even if the key cannot read disputes, and fails the job until it can', async () => {
    const shop = await openStripeShop()
    const { ref, reconcile, read } = await buy(shop)
    shop.stripe.refund(ref, 500)
    shop.stripe.fail('disputes', 'refused')
    await expect(reconcile()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await read()).toMatchObject({ paymentStatus: 'partially_refunded', refunded: eur(500) })
  })

  it('keeps dashboard refunds pending until Stripe decides, and never requests them again', async () => {
    const shop = await openStripeShop()
    const { path, ref, reconcile, refunds, read } = await buy(shop)
    shop.stripe.refund(ref, 700)
    shop.stripe.refund(ref, 300)
    const [good, bad] = shop.stripe.refunds as [object, object]
    for (const refund of [good, bad]) Object.assign(refund, { status: 'pending' })
    await reconcile()
    expect((await refunds()).map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending'])
    expect((await shop.api.post(`${path}/refunds?preview=true`, { amount: eur(1) })).body.refundable).toEqual(eur(1989))
    Object.assign(good, { status: 'succeeded' })
    Object.assign(bad, FAILED_LATER)
    await reconcile()
    expect((await refunds()).map(({ status }: { status: string }) => status)).toEqual(['failed', 'completed'])
    expect(await read()).toMatchObject({ paymentStatus: 'partially_refunded', refunded: eur(700) })
    expect(shop.stripe.refunds).toHaveLength(2)
  })
})

it('records a refund that was reported before its order was placed', async () => {
  const shop = await openStripeShop()
  const { ref } = await createIntent(shop)
  shop.stripe.pay(ref)
  shop.stripe.refund(ref, 500)
  const charge = { object: 'charge', id: 'ch_1', payment_intent: ref }
  expect(await shop.webhook(shop.stripe.event('charge.refunded', charge))).toBe(200)
  await shop.server.startWorker()
  const jobs = async () => (await shop.server.db.pool.query('select from graphile_worker._private_jobs')).rowCount
  await vi.waitFor(async () => expect(await jobs()).toBe(0), { timeout: 120_000, interval: 50 })
  expect((await shop.api.get('/v1/orders')).body.data).toMatchObject([{ refunded: eur(500) }])
})

it('retries a refund that was reported before its capture was recorded', async () => {
  const shop = await openStripeShop()
  const { path, ref, reconcile, read } = await buy(shop, { captureMethod: 'manual' })
  let result: unknown
  shop.stripe.after('capture', async () => {
    shop.stripe.refund(ref, 300)
    result = await reconcile().catch((error: unknown) => error)
  })
  expect((await shop.api.post(`${path}/captures`, {})).status).toBe(201)
  expect(result).toMatchObject({ code: 'unavailable' })
  await reconcile()
  expect((await read()).refunded).toEqual(eur(300))
})

it('records a refund made at Stripe while the outcome of another is unknown', async () => {
  const shop = await openStripeShop()
  const { path, ref, reconcile, refunds } = await buy(shop)
  shop.stripe.fail('refund', 'down')
  const { id: key } = (await shop.api.post(`${path}/refunds`, { amount: eur(100) })).body
  shop.stripe.refund(ref, 100)
  Object.assign(shop.stripe.refunds[0] as object, { metadata: { key } })
  shop.stripe.refund(ref, 200)
  // The outcome of our refund can't be read at first, and then nothing can.
  shop.stripe.before('refunds', () => shop.stripe.fail('refunds', 'down', 2))
  await expect(reconcile()).rejects.toMatchObject({ code: 'unavailable' })
  const stripeRefund = { amount: eur(200), status: 'completed', source: 'provider' }
  expect(await refunds()).toMatchObject([stripeRefund, { id: key, status: 'pending' }])
  await reconcile()
  expect(await refunds()).toMatchObject([stripeRefund, { id: key, status: 'completed' }])
})

it('reports the manual amount of a mixed refund only after the card is refunded', async () => {
  const shop = await openStripeShop()
  const { path, refunds } = await buy(shop, { captureMethod: 'manual' })
  await shop.api.post(`${path}/captures`, { amount: eur(2000) })
  expect((await shop.api.post(`${path}/payments`, {})).body.paymentStatus).toBe('paid')
  const body = { amount: eur(2989) }
  const later = () => {
    shop.advance(60_000)
    return reconcilePayments.run({ ...shop.server.system, now: shop.now() })
  }
  for (const [isRefused, status, manualAmount] of [
    [true, 'failed', eur(0)],
    [false, 'completed', eur(989)],
  ] as const) {
    expect((await shop.api.post(`${path}/refunds?preview=true`, body)).body.manualAmount).toEqual(eur(989))
    shop.stripe.fail('refund', 'down')
    const pending = { status: 'pending', manualAmount: eur(0) }
    expect((await shop.api.post(`${path}/refunds`, body)).body).toMatchObject(pending)
    if (isRefused) shop.stripe.fail('refund', 'refused')
    await later()
    expect((await refunds())[0]).toMatchObject({ status, manualAmount, tenders: [{ status }, { status }] })
  }
  expect(await listEventData(shop, 'order.refunded')).toMatchObject([{ amount: eur(2989), manualAmount: eur(989) }])
})

it('keeps gift cards deactivated when their refund fails later, and reports the amount to reissue', async () => {
  const shop = await openStripeShop()
  // Gift cards are issued for real money only.
  const live = { ...CONNECTION, secretKey: LIVE_KEY, publishableKey: 'pk_live_0123456789abcdef' }
  expect((await shop.api.send('PUT', '/v1/payments/connection', live)).status).toBe(200)
  const { id, path } = await buyGiftCards(shop, 1)
  await issueLiveCards(shop, id)
  const cards = async () => (await listCards(shop)).map(({ status }: { status: string }) => status)
  expect(await cards()).toEqual(['active'])
  expect((await shop.api.post(`${path}/refunds`, { amount: eur(5000) })).body.status).toBe('completed')
  expect(await cards()).toEqual(['deactivated'])
  Object.assign(shop.stripe.refunds[0] as object, FAILED_LATER)
  await reconcileRefundsAndDisputes(ctxOf(shop), 'stripe', 'pi_1')
  await issueLiveCards(shop, id)
  expect(await cards()).toEqual(['deactivated'])
  const checkedEvents = await listEventData(shop, 'order.gift_cards_reviewed')
  expect(checkedEvents).toMatchObject([
    { outcome: 'reissue_required', amount: eur(5000) },
    { outcome: 'deactivated', amount: eur(5000) },
  ])
  expect((await getOrder(shop, id)).paymentStatus).toBe('paid')
})

describe('disputes at Stripe', () => {
  it('sets the payment status from Stripe, not from the webhook', async () => {
    const shop = await openStripeShop()
    const { id, ref, reconcile, read } = await buy(shop)
    const dispute = { id: 'dp_1', object: 'dispute', payment_intent: ref, amount: 2989, currency: 'eur' } as const
    const states: string[] = []
    for (const status of ['warning_needs_response', 'needs_response', 'under_review', 'lost', 'won']) {
      shop.stripe.disputes.splice(0, 1, { ...dispute, status })
      await Promise.all([reconcile(), reconcile()])
      states.push((await read()).paymentStatus)
    }
    expect(states).toEqual(['disputed', 'disputed', 'disputed', 'charged_back', 'paid'])
    // A decided dispute stays decided.
    shop.stripe.disputes.splice(0, 1, { ...dispute, status: 'under_review' })
    await reconcile()
    expect(await listEventData(shop, 'payment.disputed')).toHaveLength(5)
    expect(await read()).toMatchObject({
      disputes: [{ id: 'dp_1', paymentId: expect.stringMatching(/^pay_/), status: 'won', amount: eur(2989) }],
      totals: { due: eur(0) },
    })
    shop.stripe.disputes.push({ ...dispute, id: 'dp_2', amount: 500, status: 'lost' })
    await reconcile()
    const listed = async (status: string) => (await shop.api.get(`/v1/orders?paymentStatus=${status}`)).body.data
    expect([await listed('charged_back'), await listed('disputed')]).toMatchObject([[{ id }], []])
  })
})

describe('totals.due', () => {
  it('is zero for a paid, authorized or canceled order, whatever was refunded', async () => {
    const shop = await openStripeShop()
    const paid = await buy(shop)
    expect((await paid.read()).totals).toMatchObject({ total: eur(2989), due: eur(0) })
    await shop.api.post(`${paid.path}/refunds`, { amount: eur(100) })
    expect((await paid.read()).totals.due).toEqual(eur(0))
    const { body } = await payByCard(shop, 'pm_card_visa', { captureMethod: 'manual' })
    expect((await getOrder(shop, body.order.id)).totals.due).toEqual(eur(0))

    const items = [{ title: 'Work', unitPrice: eur(1000), quantity: 3 }]
    const draft = (await shop.api.post('/v1/orders', { kind: 'draft', items })).body
    const path = `/v1/orders/${draft.id}`
    expect(draft.totals.due).toEqual(draft.totals.total)
    await shop.api.post(`${path}/completion`, { payment: 'pending' })
    const half = (await shop.api.post(`${path}/payments`, { amount: eur(2000) })).body
    expect(half.totals.due).toEqual(eur(half.totals.total.amount - 2000))
    await shop.api.post(`${path}/refunds`, { items: [{ itemId: half.items[0].id, quantity: 1 }] })
    expect((await getOrder(shop, draft.id)).totals.due).toEqual(half.totals.due)
    expect((await shop.api.post(`${path}/payments`, {})).body.totals.due).toEqual(eur(0))
    const other = (await shop.api.post('/v1/orders', { kind: 'draft', items })).body
    await shop.api.post(`/v1/orders/${other.id}/completion`, { payment: 'pending' })
    expect((await shop.api.post(`/v1/orders/${other.id}/cancellation`, {})).body.totals.due).toEqual(eur(0))
  })
})
