import { describe, expect, it } from 'vitest'
import { createReadyCart } from '../../../test/checkout-shop.ts'
import { CONNECTION, LIVE_KEY, OTHER_KEY, ROLLED_KEY } from '../../../test/stripe/keys.ts'
import {
  createIntent,
  getCheckoutStatus,
  getStockLevel,
  openStripeShop,
  payByCard,
  type StripeShop,
} from '../../../test/stripe-shop.ts'

const PATH = '/v1/payments/connection'
const MINUTE_MS = 60_000

const put = (shop: StripeShop, secretKey: string, more: object = {}) =>
  shop.api.send('PUT', PATH, { provider: 'stripe', secretKey, ...more })

/** Intents that can still be paid or captured. */
const openAt = ({ stripe }: StripeShop) =>
  [...stripe.intents.values()].filter(({ status }) => status !== 'canceled' && status !== 'succeeded')

describe('switching the Stripe account', () => {
  it("returns 409 with the pending counts until the previous account's payments are settled", async () => {
    const shop = await openStripeShop()
    const { id } = await createIntent(shop)
    const reserved = (await payByCard(shop, 'pm_card_visa', { captureMethod: 'manual' })).body.order.id
    const paid = (await payByCard(shop, 'pm_card_visa')).body.order.id
    shop.stripe.fail('refund', 'down')
    const refund = { amount: { amount: 100, currency: 'EUR' } }
    expect((await shop.api.post(`/v1/orders/${paid}/refunds`, refund)).body.status).toBe('pending')
    for (const key of [OTHER_KEY, LIVE_KEY]) {
      const { status, body } = await put(shop, key)
      expect([status, body.error.message]).toEqual([
        409,
        expect.stringMatching(/1 in checkout.*1 authorized.*1 being ref/),
      ])
      expect(body.error.details.map(({ path, actual }: Record<string, unknown>) => [path, actual])).toEqual([
        ['/checkouts', 1],
        ['/authorized', 1],
        ['/refunds', 1],
      ])
    }
    expect((await shop.api.get(PATH)).body).toMatchObject({ account: 'acct_ours', keyLast4: 'cdef' })
    await shop.storefront.post(`/v1/checkout/${id}/cancel`)
    expect((await shop.api.post(`/v1/orders/${reserved}/captures`, {})).status).toBe(201)
    expect((await put(shop, OTHER_KEY)).body.error.details).toHaveLength(1)
    await shop.api.send('DELETE', PATH)
    expect((await put(shop, OTHER_KEY)).status).toBe(409)
    await shop.server.db.pool.query("update order_refunds set status = 'failed'")
    expect((await put(shop, OTHER_KEY)).body).toMatchObject({ account: 'acct_other', hasWebhookSecret: false })
    // The new account can't refund payments of the previous one, and fails at once.
    const late = await shop.api.post(`/v1/orders/${paid}/refunds`, refund)
    expect([late.status, late.body.status, late.body.tenders[0].failure]).toEqual([
      201,
      'failed',
      expect.stringContaining('No such payment_intent'),
    ])
  })

  it('accepts a new key of the same account at any time, and settles pending payments with it', async () => {
    const shop = await openStripeShop()
    const { id, ref } = await createIntent(shop)
    const rolled = await put(shop, ROLLED_KEY)
    expect([rolled.status, rolled.body]).toMatchObject([
      200,
      { account: 'acct_ours', keyLast4: '6789', hasWebhookSecret: true, publishableKey: CONNECTION.publishableKey },
    ])
    shop.stripe.pay(ref)
    await shop.storefront.post(`/v1/checkout/${id}/confirm`, {})
    expect(await getCheckoutStatus(shop, id)).toBe('completed')
  })

  it('treats a key as one of another account when Stripe did not report the account', async () => {
    const shop = await openStripeShop()
    await createIntent(shop)
    await shop.server.db.pool.query('update payment_connections set account = null')
    expect((await put(shop, ROLLED_KEY)).status).toBe(409)
    expect((await put(shop, ROLLED_KEY, { abandonPending: true })).body).toMatchObject({ hasWebhookSecret: false })
  })

  it('abandons pending payments on request, and releases their holds', async () => {
    const shop = await openStripeShop({ onHand: 2 })
    const { id } = await createIntent(shop)
    const reserved = (await payByCard(shop, 'pm_card_visa', { captureMethod: 'manual' })).body.order.id
    expect((await put(shop, OTHER_KEY, { abandonPending: true })).status).toBe(200)
    shop.advance(16 * MINUTE_MS)
    await shop.reconcile()
    expect([await getCheckoutStatus(shop, id), await getStockLevel(shop)]).toEqual([
      'canceled',
      { onHand: 1, reserved: 0 },
    ])
    expect((await shop.api.post(`/v1/orders/${reserved}/captures`, {})).status).toBe(422)
    expect((await shop.api.get(`/v1/orders/${reserved}`)).body.paymentStatus).toBe('voided')
  })

  it('moves a checkout that is just starting to the new account, and cancels its first intent', async () => {
    const shop = await openStripeShop()
    shop.stripe.before('create', async () => expect((await put(shop, OTHER_KEY)).status).toBe(200))
    const { body } = await payByCard(shop, 'pm_card_visa')
    expect([body.status, body.payment.providerPaymentId]).toEqual(['completed', 'pi_2'])
    expect([shop.stripe.charges, openAt(shop), shop.stripe.intents.get('pi_1')?.status]).toEqual([
      ['pi_2'],
      [],
      'canceled',
    ])
  })

  it('either counts a concurrent refund or sends it to the new account', async () => {
    const shop = await openStripeShop()
    const { body } = await payByCard(shop, 'pm_card_visa')
    let change: Promise<{ status: number }> | undefined
    shop.stripe.before('refund', () => {
      change = put(shop, OTHER_KEY)
    })
    shop.stripe.fail('refund', 'cut')
    const refund = { amount: { amount: 100, currency: 'EUR' } }
    const refunded = await shop.api.post(`/v1/orders/${body.order.id}/refunds`, refund)
    expect([refunded.body.status, (await change)?.status]).toEqual(['completed', 409])
  })

  it('completes every concurrent checkout at the account that it is stored with', async () => {
    const shop = await openStripeShop()
    const carts = await Promise.all(Array.from({ length: 8 }, () => createReadyCart(shop)))
    const startCheckout = (cart: { id: string }) => shop.storefront.post('/v1/checkout/intent', { cartId: cart.id })
    const [change, ...checkouts] = await Promise.all([put(shop, OTHER_KEY), ...carts.map(startCheckout)])
    expect([200, 409]).toContain(change.status)
    expect(checkouts.map(({ status }) => status)).toEqual(carts.map(() => 201))
    for (const { body } of checkouts) shop.stripe.pay(body.payment.providerPaymentId)
    for (const { body } of checkouts) {
      const done = await shop.storefront.post(`/v1/checkout/${body.id}/confirm`, {})
      expect([done.status, done.body.status]).toEqual([200, 'completed'])
    }
    expect(openAt(shop)).toEqual([])
  })
})

it('cancels the Stripe intent of a checkout that could not start', async () => {
  const shop = await openStripeShop({ onHand: 1 })
  shop.stripe.before('create', async () => {
    await shop.server.db.pool.query('update stock_levels set on_hand = 0 where environment_id = $1', [
      shop.live.environmentId,
    ])
  })
  const sold = await payByCard(shop, 'pm_card_visa')
  expect([sold.status, sold.body.error.code]).toEqual([422, 'out_of_stock'])
  expect([[...shop.stripe.intents.values()].map(({ status }) => status), shop.stripe.charges]).toEqual([
    ['canceled'],
    [],
  ])
})

it('completes the checkout even if Stripe fails to cancel the unused intent', async () => {
  const shop = await openStripeShop()
  const { id } = await createReadyCart(shop)
  shop.stripe.before('create', async () => {
    await shop.server.db.pool.query('update carts set version = version + 1 where id = $1', [id])
  })
  shop.stripe.fail('cancel', 'down')
  const { body } = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
  expect([body.status, shop.stripe.charges]).toEqual(['completed', ['pi_2']])
})
