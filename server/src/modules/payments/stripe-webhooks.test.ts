import { describe, expect, it, vi } from 'vitest'
import { listEventData } from '../../../test/event-log.ts'
import { finishJobs } from '../../../test/finish-jobs.ts'
import { eur } from '../../../test/sample-products.ts'
import {
  countOrders,
  createIntent,
  getCheckoutStatus,
  getStockLevel,
  openStripeShop,
  payByCard,
  type StripeShop,
} from '../../../test/stripe-shop.ts'

const MINUTE_MS = 60_000
const SUCCEEDED = 'payment_intent.succeeded'

const intentOf = (shop: StripeShop, ref: string) => shop.stripe.intents.get(ref) as object
const waitForStatus = (shop: StripeShop, id: string, status: string) =>
  vi.waitFor(async () => expect(await getCheckoutStatus(shop, id)).toBe(status), { timeout: 120_000, interval: 50 })

describe('Stripe webhooks', () => {
  it('places one order per charge, with webhooks before, after, instead of the confirmation, and duplicated', async () => {
    const shop = await openStripeShop()
    await shop.server.startWorker()
    const sendEvent = (ref: string, id?: string) =>
      shop.webhook(shop.stripe.event(SUCCEEDED, intentOf(shop, ref), { id }))
    const confirm = (id: string) => shop.storefront.post(`/v1/checkout/${id}/confirm`, {})

    const instead = await createIntent(shop)
    shop.stripe.pay(instead.ref)
    expect(await Promise.all([sendEvent(instead.ref, 'evt_1'), sendEvent(instead.ref, 'evt_1')])).toEqual([200, 200])
    await waitForStatus(shop, instead.id, 'completed')
    expect(await sendEvent(instead.ref, 'evt_1')).toBe(200)
    expect(await listEventData(shop, 'payment.updated')).toEqual([
      { provider: 'stripe', providerPaymentId: instead.ref },
    ])

    const before = await createIntent(shop)
    shop.stripe.pay(before.ref)
    const [, confirmed] = await Promise.all([sendEvent(before.ref), confirm(before.id)])
    expect(confirmed.body.status).toBe('completed')

    const after = (await payByCard(shop, 'pm_card_visa')).body
    expect([after.status, await sendEvent(after.payment.providerPaymentId)]).toEqual(['completed', 200])

    await finishJobs(shop.server)
    expect(await listEventData(shop, 'payment.updated')).toHaveLength(3)
    expect([shop.stripe.charges.length, await countOrders(shop), shop.stripe.refunds]).toEqual([3, 3, []])
    expect(await getStockLevel(shop)).toEqual({ onHand: 97, reserved: 0 })
  })

  it('ignores untrue payloads, since the state comes from Stripe', async () => {
    const shop = await openStripeShop()
    await shop.server.startWorker()
    const { id, ref } = await createIntent(shop)
    shop.stripe.operations.length = 0
    const forged = { ...intentOf(shop, ref), status: 'succeeded', amount_received: 2989 }
    expect(await shop.webhook(shop.stripe.event(SUCCEEDED, forged))).toBe(200)
    await finishJobs(shop.server)
    expect(shop.stripe.operations).toEqual(['retrieve'])
    expect([await getCheckoutStatus(shop, id), await countOrders(shop)]).toEqual(['open', 0])
  })

  it('places the order for a late payment if everything is available, and refunds it once otherwise', async () => {
    const shop = await openStripeShop({ onHand: 2 })
    const [inStock, soldOut] = [await createIntent(shop), await createIntent(shop)]
    shop.advance(16 * MINUTE_MS)
    await shop.reconcile()
    expect([await getCheckoutStatus(shop, inStock.id), await getCheckoutStatus(shop, soldOut.id)]).toEqual([
      'expired',
      'expired',
    ])
    expect((await payByCard(shop, 'pm_card_visa')).body.status).toBe('completed')
    await shop.server.startWorker()
    for (const { ref } of [inStock, soldOut]) shop.stripe.pay(ref)
    const sendEvent = ({ ref }: { ref: string }) =>
      shop.webhook(shop.stripe.event(SUCCEEDED, intentOf(shop, ref), { at: shop.now() }))
    await sendEvent(inStock)
    await waitForStatus(shop, inStock.id, 'completed')
    expect([await sendEvent(soldOut), await sendEvent(soldOut)]).toEqual([200, 200])
    await waitForStatus(shop, soldOut.id, 'refunded')
    await finishJobs(shop.server)
    expect(shop.stripe.refunds).toMatchObject([{ payment_intent: soldOut.ref, amount: 2989 }])
    expect([await countOrders(shop), await getStockLevel(shop)]).toEqual([2, { onHand: 0, reserved: 0 }])
  })

  it("records disputes of this shop's orders with the status from Stripe", async () => {
    const shop = await openStripeShop()
    await shop.server.startWorker()
    const { order, payment } = (await payByCard(shop, 'pm_card_visa')).body
    const sum = { amount: 2989, currency: 'eur' }
    const dispute = {
      object: 'dispute',
      id: 'dp_1',
      payment_intent: payment.providerPaymentId,
      status: 'lost',
      ...sum,
    } as const
    shop.stripe.disputes.push(dispute)
    for (const [type, object] of [
      ['charge.dispute.closed', dispute],
      // A late delivery.
      ['charge.dispute.created', { ...dispute, status: 'needs_response' }],
      ['charge.dispute.funds_withdrawn', dispute],
      ['charge.dispute.created', { ...dispute, payment_intent: 'pi_of_somebody' }],
      ['charge.dispute.created', { ...dispute, payment_intent: null }],
      ['payment_intent.created', { id: payment.providerPaymentId }],
      ['customer.created', { id: 'cus_1' }],
      [SUCCEEDED, { id: 'pi_of_somebody' }],
    ] as const) {
      expect(await shop.webhook(shop.stripe.event(type, object))).toBe(200)
    }
    const about = { disputeId: 'dp_1', amount: eur(2989) }
    const sendEvent = { provider: 'stripe', providerPaymentId: payment.providerPaymentId, orderId: order.id, ...about }
    await finishJobs(shop.server)
    expect(await listEventData(shop, 'payment.disputed')).toEqual([{ ...sendEvent, status: 'lost' }])
    expect(await listEventData(shop, 'payment.updated')).toHaveLength(3)
    expect((await shop.api.get(`/v1/orders/${order.id}`)).body.paymentStatus).toBe('charged_back')
  })

  it('leaves nothing to refund after a lost dispute, and cancels without calling Stripe', async () => {
    const shop = await openStripeShop()
    const { order, payment } = (await payByCard(shop, 'pm_card_visa')).body
    const dispute = {
      id: 'dp_1',
      payment_intent: payment.providerPaymentId,
      status: 'lost',
      amount: 2989,
      currency: 'eur',
    }
    shop.stripe.disputes.push({ object: 'dispute', ...dispute })
    await shop.server.startWorker()
    await shop.webhook(shop.stripe.event('charge.dispute.closed', { object: 'dispute', ...dispute }))
    await finishJobs(shop.server)
    const refund = await shop.api.post(`/v1/orders/${order.id}/refunds`, { amount: eur(1) })
    expect([refund.status, refund.body.error.code, refund.body.error.details[0].maxAmount]).toEqual([
      422,
      'refund_too_large',
      eur(0),
    ])
    const { status, body } = await shop.api.post(`/v1/orders/${order.id}/cancellation`, { reason: 'fraud' })
    expect([status, body.status]).toEqual([200, 'canceled'])
    expect(shop.stripe.refunds).toEqual([])
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 100, reserved: 0 })
  })

  it('rejects missing, invalid, expired and foreign signatures', async () => {
    const shop = await openStripeShop()
    const { ref } = await createIntent(shop)
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
    expect(await listEventData(shop, 'payment.updated')).toEqual([])
    const lastWebhookAt = async () => (await shop.api.get('/v1/payments/connection')).body.lastWebhookAt
    expect(await lastWebhookAt()).toBeNull()
    expect(await shop.webhook(good)).toBe(200)
    expect(await lastWebhookAt()).toEqual(expect.any(String))

    const { webhookUrl } = (await shop.api.get('/v1/payments/connection')).body
    const { pathname } = new URL(webhookUrl)
    const [, token = ''] = /([^/]+)$/.exec(pathname) ?? []
    const wrongTokens = [
      token.replace(shop.live.environmentId, shop.test.environmentId),
      shop.live.environmentId,
      `${token}x`,
      'x',
    ]
    for (const other of wrongTokens) {
      const response = await fetch(`${shop.server.url}/hooks/stripe/${other}`, { method: 'POST', ...good })
      expect([other, response.status]).toEqual([other, 404])
    }
  })
})
