import { describe, expect, it } from 'vitest'
import { eur } from '../../../test/sample-products.ts'
import {
  countOrders,
  createIntent,
  getCheckoutStatus,
  getStockLevel,
  openStripeShop,
  payByCard,
} from '../../../test/stripe-shop.ts'

const MINUTE_MS = 60_000

describe('card payment at Stripe', () => {
  it.each([
    ['all', 2989, []],
    ['some', 1000, [1989]],
  ])('refunds a late charge once after the merchant has refunded %s of it', async (_, by, rest) => {
    const shop = await openStripeShop({ onHand: 1 })
    const { id, ref } = await createIntent(shop)
    shop.advance(16 * MINUTE_MS)
    await shop.reconcile()
    expect((await payByCard(shop, 'pm_card_visa')).body.status).toBe('completed')
    shop.stripe.pay(ref)
    shop.stripe.refund(ref, by)
    await shop.server.db.pool.query("update checkouts set outcome = 'refunding' where id = $1", [id])
    await shop.reconcile()
    await shop.reconcile()
    expect(await getCheckoutStatus(shop, id)).toBe('refunded')
    expect(shop.stripe.refunds.map(({ amount }) => amount)).toEqual([by, ...rest])
  })

  it('retries a failed refund with backoff', async () => {
    const shop = await openStripeShop({ onHand: 1 })
    const { id, ref } = await createIntent(shop)
    shop.advance(60 * MINUTE_MS)
    await shop.reconcile()
    shop.stripe.pay(ref)
    await shop.server.db.pool.query("update checkouts set outcome = 'refunding' where id = $1", [id])
    shop.stripe.fail('refund', 'down', 99)
    shop.stripe.operations.length = 0
    for (let minute = 0; minute < 35; minute++) {
      await shop.reconcile()
      shop.advance(MINUTE_MS)
    }
    expect(shop.stripe.operations.filter((operation) => operation === 'refund')).toHaveLength(2)
  })

  it('charges once, for exactly the order total', async () => {
    const shop = await openStripeShop({ onHand: 5 })
    const { status, body } = await payByCard(shop, 'pm_card_visa')
    expect([status, body.status, body.payment]).toMatchObject([
      201,
      'completed',
      { provider: 'stripe', providerPaymentId: 'pi_1', amount: eur(2989), method: { brand: 'visa', last4: '4242' } },
    ])
    expect(shop.stripe.intents.get('pi_1')).toMatchObject({
      amount: 2989,
      amount_received: 2989,
      currency: 'eur',
      metadata: { checkout: body.id },
    })
    expect([shop.stripe.charges, await countOrders(shop)]).toEqual([['pi_1'], 1])
    expect(await getStockLevel(shop)).toEqual({ onHand: 4, reserved: 0 })
  })

  it('stores the fingerprint of the card with the payment, and shows it to nobody', async () => {
    const shop = await openStripeShop()
    const { body } = await payByCard(shop, 'pm_card_visa')
    const { rows } = await shop.server.db.pool.query('select fingerprint from order_payments')
    expect(rows).toEqual([{ fingerprint: 'fp_of_the_card' }])
    const order = (await shop.api.get(`/v1/orders/${body.order.id}`)).body
    expect(JSON.stringify([body, order])).not.toContain('fp_of_the_card')
  })

  it('recovers from a lost response to the charge: one order, one charge', async () => {
    const shop = await openStripeShop()
    shop.stripe.fail('confirm', 'lost')
    const { status, body } = await payByCard(shop, 'pm_card_visa')
    expect([status, body.status]).toEqual([201, 'completed'])
    expect([shop.stripe.charges, await countOrders(shop)]).toEqual([['pi_1'], 1])
  })

  it('reconciles an unknown outcome until Stripe responds: one order, one charge', async () => {
    const shop = await openStripeShop({ onHand: 1 })
    shop.stripe.fail('confirm', 'lost')
    shop.stripe.fail('retrieve', 'down', 2)
    const { status, body } = await payByCard(shop, 'pm_card_visa')
    expect([status, body.status, body.order]).toEqual([201, 'processing', null])
    expect(await getStockLevel(shop)).toEqual({ onHand: 1, reserved: 1 })
    shop.advance(MINUTE_MS)
    await shop.reconcile()
    expect(await countOrders(shop)).toBe(0)
    for (let minute = 0; minute < 2; minute++) {
      shop.advance(MINUTE_MS)
      await shop.reconcile()
    }
    expect(await getCheckoutStatus(shop, body.id)).toBe('completed')
    expect([shop.stripe.charges, await countOrders(shop)]).toEqual([['pi_1'], 1])
    expect(await getStockLevel(shop)).toEqual({ onHand: 0, reserved: 0 })
  })

  it.each(['create', 'confirm'] as const)(
    'charges nothing and releases all holds when Stripe fails to %s',
    async (operation) => {
      const shop = await openStripeShop()
      shop.stripe.fail(operation, 'down')
      const { status, body } = await payByCard(shop, 'pm_card_visa')
      expect([status, body.error.code]).toEqual([503, 'unavailable'])
      expect([shop.stripe.charges, await countOrders(shop)]).toEqual([[], 0])
      expect([...shop.stripe.intents.values()].every((intent) => intent.status === 'canceled')).toBe(true)
      expect(await getStockLevel(shop)).toEqual({ onHand: 100, reserved: 0 })
    },
  )

  it('rejects a declined or unknown card with a message, and keeps the cart', async () => {
    const shop = await openStripeShop()
    const declined = await payByCard(shop, 'pm_card_chargeDeclined')
    expect([declined.status, declined.body.error]).toMatchObject([
      422,
      {
        code: 'payment_declined',
        message: 'Your card was declined. Try again with another payment method.',
        details: [{ path: '/paymentMethod', message: 'was declined' }],
        declineCode: 'generic_decline',
        retryable: true,
      },
    ])
    const stolen = await payByCard(shop, 'pm_card_stolen')
    expect([stolen.status, JSON.stringify(stolen.body)]).toEqual([422, expect.not.stringContaining('stolen')])
    expect(stolen.body.error.message).toBe('The card was declined. Use another payment method.')
    const unknown = await payByCard(shop, 'pm_of_nobody')
    expect([unknown.status, unknown.body.error.details]).toEqual([
      400,
      [{ path: '/paymentMethod', message: 'was rejected by Stripe', stripeCode: 'resource_missing' }],
    ])
    expect([shop.stripe.charges, await countOrders(shop)]).toEqual([[], 0])
    expect(await getStockLevel(shop)).toEqual({ onHand: 100, reserved: 0 })
  })

  it('redirects the buyer for authentication, or leaves it to Stripe.js', async () => {
    const shop = await openStripeShop()
    const returnUrl = 'https://shop.example.com/thanks'
    const sent = (await payByCard(shop, 'pm_card_authenticationRequired', { returnUrl })).body
    expect([sent.status, sent.payment.nextAction]).toEqual([
      'requires_action',
      { type: 'redirect', url: 'https://hooks.stripe.com/3ds/pi_1' },
    ])
    const left = (await payByCard(shop, 'pm_card_authenticationRequired')).body
    expect([left.status, left.payment.nextAction]).toEqual(['requires_action', null])
    const retrieved = (await shop.storefront.post(`/v1/checkout/${left.id}/retrieve`)).body
    expect(retrieved.payment.clientSecret).toBe('pi_2_secret_x')
    shop.stripe.pay('pi_1')
    expect((await shop.storefront.post(`/v1/checkout/${sent.id}/confirm`, {})).body.status).toBe('completed')
  })

  it('only authorizes with captureMethod: manual', async () => {
    const shop = await openStripeShop()
    const { body } = await payByCard(shop, 'pm_card_visa', { captureMethod: 'manual' })
    expect([body.status, body.payment.status]).toEqual(['completed', 'authorized'])
    const order = (await shop.api.get(`/v1/orders/${body.order.id}`)).body
    expect([order.paymentStatus, order.payments[0].captured]).toEqual(['authorized', eur(0)])
    expect(shop.stripe.intents.get('pi_1')).toMatchObject({ status: 'requires_capture', amount_received: 0 })
  })
})

describe('payment intent at Stripe', () => {
  it('refunds a payment of the wrong amount once, and places no order', async () => {
    const shop = await openStripeShop()
    const { id, ref } = await createIntent(shop)
    shop.stripe.pay(ref, 2000)
    shop.stripe.fail('refund', 'lost')
    const first = await shop.storefront.post(`/v1/checkout/${id}/confirm`, {})
    expect(first.status).toBe(503)
    shop.advance(MINUTE_MS)
    await shop.reconcile()
    await shop.reconcile()
    expect(await getCheckoutStatus(shop, id)).toBe('refunded')
    expect(shop.stripe.refunds).toMatchObject([{ amount: 2000, payment_intent: ref }])
    expect([await countOrders(shop), await getStockLevel(shop)]).toEqual([0, { onHand: 100, reserved: 0 }])
  })

  it('refunds an intent captured while its authorization was being voided', async () => {
    const shop = await openStripeShop()
    const { id, ref } = await createIntent(shop, { captureMethod: 'manual' })
    shop.stripe.pay(ref, 2000)
    shop.stripe.before('cancel', () => shop.stripe.capture(ref, 2000))
    const { body } = await shop.storefront.post(`/v1/checkout/${id}/confirm`, {})
    expect([body.status, await countOrders(shop)]).toEqual(['refunded', 0])
    expect(shop.stripe.refunds).toMatchObject([{ amount: 2000, payment_intent: ref }])
  })

  it('becomes an order if it is paid just as it expires', async () => {
    const shop = await openStripeShop()
    const { id, ref } = await createIntent(shop)
    shop.advance(16 * MINUTE_MS)
    shop.stripe.before('cancel', () => shop.stripe.pay(ref))
    await shop.reconcile()
    expect([await getCheckoutStatus(shop, id), shop.stripe.refunds, await countOrders(shop)]).toEqual([
      'completed',
      [],
      1,
    ])
  })

  it('cannot be paid after it expired', async () => {
    const shop = await openStripeShop()
    const { id, ref } = await createIntent(shop)
    shop.advance(16 * MINUTE_MS)
    await shop.reconcile()
    expect([await getCheckoutStatus(shop, id), shop.stripe.intents.get(ref)?.status]).toEqual(['expired', 'canceled'])
    expect(await getStockLevel(shop)).toEqual({ onHand: 100, reserved: 0 })
  })
})
