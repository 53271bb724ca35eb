import { describe, expect, it, vi } from 'vitest'
import { eur } from '../../../test/sample-products.ts'
import {
  levelOf,
  openIntent,
  openStripeShop,
  orderCountOf,
  payByCard,
  type StripeShop,
  statusOf,
} from '../../../test/stripe-shop.ts'
import { newsOf } from '../../../test/told.ts'

const MINUTE_MS = 60_000
const SUCCEEDED = 'payment_intent.succeeded'

const intentOf = (shop: StripeShop, ref: string) => shop.stripe.intents.get(ref) as object
const eventually = (shop: StripeShop, id: string, status: string) =>
  vi.waitFor(async () => expect(await statusOf(shop, id)).toBe(status), { timeout: 30_000, interval: 50 })

/** Whoever follows payments has heard of all of it. */
const finishJobs = ({ server: { db } }: StripeShop) =>
  vi.waitFor(async () => expect((await db.pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0), {
    timeout: 30_000,
    interval: 50,
  })

describe('webhooks of Stripe', () => {
  it('before, after, instead of the confirmation, and twice: one order and one charge each', async () => {
    const shop = await openStripeShop()
    await shop.server.startWorker()
    const told = (ref: string, id?: string) => shop.webhook(shop.stripe.event(SUCCEEDED, intentOf(shop, ref), { id }))
    const confirm = (id: string) => shop.storefront.post(`/v1/checkout/${id}/confirm`, {})

    const instead = await openIntent(shop)
    shop.stripe.pay(instead.ref)
    expect(await Promise.all([told(instead.ref, 'evt_1'), told(instead.ref, 'evt_1')])).toEqual([200, 200])
    await eventually(shop, instead.id, 'completed')
    expect(await told(instead.ref, 'evt_1')).toBe(200)
    expect(await newsOf(shop, 'payment.updated')).toEqual([{ provider: 'stripe', ref: instead.ref }])

    const before = await openIntent(shop)
    shop.stripe.pay(before.ref)
    const [, confirmed] = await Promise.all([told(before.ref), confirm(before.id)])
    expect(confirmed.body.status).toBe('completed')

    const after = (await payByCard(shop, 'pm_card_visa')).body
    expect([after.status, await told(after.payment.intentId)]).toEqual(['completed', 200])

    await finishJobs(shop)
    expect(await newsOf(shop, 'payment.updated')).toHaveLength(3)
    expect([shop.stripe.charges.length, await orderCountOf(shop), shop.stripe.refunds]).toEqual([3, 3, []])
    expect(await levelOf(shop)).toEqual({ onHand: 97, reserved: 0 })
  })

  it('that say more than is true change nothing: Stripe is asked', async () => {
    const shop = await openStripeShop()
    await shop.server.startWorker()
    const { id, ref } = await openIntent(shop)
    shop.stripe.deeds.length = 0
    const untrue = { ...intentOf(shop, ref), status: 'succeeded', amount_received: 2989 }
    expect(await shop.webhook(shop.stripe.event(SUCCEEDED, untrue))).toBe(200)
    await finishJobs(shop)
    expect(shop.stripe.deeds).toEqual(['retrieve'])
    expect([await statusOf(shop, id), await orderCountOf(shop)]).toEqual(['open', 0])
  })

  it('of money that came after its time make the order if everything is left, and else give it back, once', async () => {
    const shop = await openStripeShop({ onHand: 2 })
    const [lucky, late] = [await openIntent(shop), await openIntent(shop)]
    shop.wait(16 * MINUTE_MS)
    await shop.lookAfter()
    expect([await statusOf(shop, lucky.id), await statusOf(shop, late.id)]).toEqual(['expired', 'expired'])
    expect((await payByCard(shop, 'pm_card_visa')).body.status).toBe('completed')
    await shop.server.startWorker()
    for (const { ref } of [lucky, late]) shop.stripe.pay(ref)
    const told = ({ ref }: { ref: string }) =>
      shop.webhook(shop.stripe.event(SUCCEEDED, intentOf(shop, ref), { at: shop.now() }))
    await told(lucky)
    await eventually(shop, lucky.id, 'completed')
    expect([await told(late), await told(late)]).toEqual([200, 200])
    await eventually(shop, late.id, 'refunded')
    await finishJobs(shop)
    expect(shop.stripe.refunds).toMatchObject([{ payment_intent: late.ref, amount: 2989 }])
    expect([await orderCountOf(shop), await levelOf(shop)]).toEqual([2, { onHand: 0, reserved: 0 }])
  })

  it('of disputes are told with their order as Stripe says, and what is not of this shop is not', async () => {
    const shop = await openStripeShop()
    await shop.server.startWorker()
    const { order, payment } = (await payByCard(shop, 'pm_card_visa')).body
    const sum = { amount: 2989, currency: 'eur' }
    const dispute = { object: 'dispute', id: 'dp_1', payment_intent: payment.intentId, status: 'lost', ...sum } as const
    shop.stripe.disputes.push(dispute)
    for (const [type, object] of [
      ['charge.dispute.closed', dispute],
      // It comes late.
      ['charge.dispute.created', { ...dispute, status: 'needs_response' }],
      ['charge.dispute.funds_withdrawn', dispute],
      ['charge.dispute.created', { ...dispute, payment_intent: 'pi_of_somebody' }],
      ['charge.dispute.created', { ...dispute, payment_intent: null }],
      ['payment_intent.created', { id: payment.intentId }],
      ['customer.created', { id: 'cus_1' }],
      [SUCCEEDED, { id: 'pi_of_somebody' }],
    ] as const) {
      expect(await shop.webhook(shop.stripe.event(type, object))).toBe(200)
    }
    const about = { disputeId: 'dp_1', amount: eur(2989) }
    const told = { provider: 'stripe', ref: payment.intentId, orderId: order.id, ...about }
    await finishJobs(shop)
    expect(await newsOf(shop, 'payment.disputed')).toEqual([{ ...told, status: 'lost' }])
    expect(await newsOf(shop, 'payment.updated')).toHaveLength(3)
    expect((await shop.api.get(`/v1/orders/${order.id}`)).body.paymentStatus).toBe('charged_back')
  })

  it('of a dispute that was lost leave nothing to refund: the order is canceled without asking Stripe for it', async () => {
    const shop = await openStripeShop()
    const { order, payment } = (await payByCard(shop, 'pm_card_visa')).body
    const taken = { id: 'dp_1', payment_intent: payment.intentId, status: 'lost', amount: 2989, currency: 'eur' }
    shop.stripe.disputes.push({ object: 'dispute', ...taken })
    await shop.server.startWorker()
    await shop.webhook(shop.stripe.event('charge.dispute.closed', { object: 'dispute', ...taken }))
    await finishJobs(shop)
    const refund = await shop.api.post(`/v1/orders/${order.id}/refunds`, { amount: eur(1) })
    expect([refund.status, refund.body.error.code, refund.body.error.details[0].actual]).toEqual([
      422,
      'refund_too_large',
      0,
    ])
    const { status, body } = await shop.api.post(`/v1/orders/${order.id}/cancellation`, { reason: 'fraud' })
    expect([status, body.status]).toEqual([200, 'canceled'])
    expect(shop.stripe.refunds).toEqual([])
    expect(await levelOf(shop)).toMatchObject({ onHand: 100, reserved: 0 })
  })

  it('that Stripe has not signed, or long ago, or for somebody else, are refused', async () => {
    const shop = await openStripeShop()
    const { ref } = await openIntent(shop)
    const intent = intentOf(shop, ref)
    const good = shop.stripe.event(SUCCEEDED, intent)
    const { 'stripe-signature': _, ...unsigned } = good.headers
    const old = new Date(shop.now().getTime() - 6 * MINUTE_MS)
    for (const event of [
      { ...good, headers: unsigned },
      { ...good, headers: { ...good.headers, 'stripe-signature': 'nonsense' } },
      { ...good, body: good.body.replace(ref, 'pi_2') },
      shop.stripe.event(SUCCEEDED, intent, { secret: 'whsec_of_somebody_else' }),
      shop.stripe.event(SUCCEEDED, intent, { at: old }),
    ]) {
      expect(await shop.webhook(event)).toBe(400)
    }
    const tooMuch = shop.stripe.event(SUCCEEDED, { ...intent, much: 'x'.repeat(1_048_577) })
    expect(await shop.webhook(tooMuch)).toBe(413)
    expect(await newsOf(shop, 'payment.updated')).toEqual([])
    const lastHeard = async () => (await shop.api.get('/v1/payments/connection')).body.lastWebhookAt
    expect(await lastHeard()).toBeNull()
    expect(await shop.webhook(good)).toBe(200)
    expect(await lastHeard()).toEqual(expect.any(String))

    const { webhookUrl } = (await shop.api.get('/v1/payments/connection')).body
    const { pathname } = new URL(webhookUrl)
    const [, token = ''] = /([^/]+)$/.exec(pathname) ?? []
    const elsewhere = [
      token.replace(shop.live.environmentId, shop.test.environmentId),
      shop.live.environmentId,
      `${token}x`,
      'x',
    ]
    for (const other of elsewhere) {
      const answer = await fetch(`${shop.server.url}/hooks/stripe/${other}`, { method: 'POST', ...good })
      expect([other, answer.status]).toEqual([other, 404])
    }
  })
})
