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

/** Intents that somebody could still pay, or whose money is reserved. */
const openAt = ({ stripe }: StripeShop) =>
  [...stripe.intents.values()].filter(({ status }) => status !== 'canceled' && status !== 'succeeded')

describe('another account of Stripe', () => {
  it('is refused while anything is under way at the one before, says what, and is taken when that is finished', async () => {
    const shop = await openStripeShop()
    const { id } = await createIntent(shop)
    const reserved = (await payByCard(shop, 'pm_card_visa', { capture: 'later' })).body.order.id
    const paid = (await payByCard(shop, 'pm_card_visa')).body.order.id
    shop.stripe.fail('refund', 'down')
    const refund = { amount: { amount: 100, currency: 'EUR' } }
    expect((await shop.api.post(`/v1/orders/${paid}/refunds`, refund)).body.status).toBe('pending')
    for (const key of [OTHER_KEY, LIVE_KEY]) {
      const { status, body } = await put(shop, key)
      expect([status, body.error.message]).toEqual([
        409,
        expect.stringMatching(/1 under way.*1 authorized.*1 being ref/),
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
    // What the account before has taken, this one can't give back, and says so at once.
    const late = await shop.api.post(`/v1/orders/${paid}/refunds`, refund)
    expect([late.status, late.body.status, late.body.tenders[0].failure]).toEqual([
      201,
      'failed',
      expect.stringContaining('No such payment_intent'),
    ])
  })

  it('a new key of the same account is taken at any time, and finishes what was begun with the old one', async () => {
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

  it('is told from a new key of the same one also where the connection is older than that accounts are noted', async () => {
    const shop = await openStripeShop()
    await createIntent(shop)
    await shop.server.db.pool.query('update payment_connections set account = null')
    expect((await put(shop, OTHER_KEY)).status).toBe(409)
    expect((await put(shop, ROLLED_KEY)).body).toMatchObject({
      account: 'acct_ours',
      keyLast4: '6789',
      hasWebhookSecret: true,
      publishableKey: CONNECTION.publishableKey,
    })
    await shop.server.db.pool.query(
      "update payment_connections set account = null, sealed_secret_key = 'v1.unreadable'",
    )
    expect((await put(shop, ROLLED_KEY)).status).toBe(409)
    expect((await put(shop, ROLLED_KEY, { abandonUnderWay: true })).body).toMatchObject({ hasWebhookSecret: false })
  })

  it('takes over if the shopkeeper gives up what is under way, and nothing stays held for it', async () => {
    const shop = await openStripeShop({ onHand: 2 })
    const { id } = await createIntent(shop)
    const reserved = (await payByCard(shop, 'pm_card_visa', { capture: 'later' })).body.order.id
    expect((await put(shop, OTHER_KEY, { abandonUnderWay: true })).status).toBe(200)
    shop.advance(16 * MINUTE_MS)
    await shop.reconcile()
    expect([await getCheckoutStatus(shop, id), await getStockLevel(shop)]).toEqual([
      'canceled',
      { onHand: 1, reserved: 0 },
    ])
    expect((await shop.api.post(`/v1/orders/${reserved}/captures`, {})).status).toBe(422)
    expect((await shop.api.get(`/v1/orders/${reserved}`)).body.paymentStatus).toBe('voided')
  })

  it('that comes while a checkout begins gets the checkout, and the payment that was opened before is canceled', async () => {
    const shop = await openStripeShop()
    shop.stripe.before('create', async () => expect((await put(shop, OTHER_KEY)).status).toBe(200))
    const { body } = await payByCard(shop, 'pm_card_visa')
    expect([body.status, body.payment.intentId]).toEqual(['completed', 'pi_2'])
    expect([shop.stripe.charges, openAt(shop), shop.stripe.intents.get('pi_1')?.status]).toEqual([
      ['pi_2'],
      [],
      'canceled',
    ])
  })

  it('and a refund at once: it is counted, or asked of the new account, and never left without an answer', async () => {
    const shop = await openStripeShop()
    const { body } = await payByCard(shop, 'pm_card_visa')
    let change: Promise<{ status: number }> | undefined
    shop.stripe.before('refund', () => {
      change = put(shop, OTHER_KEY)
    })
    shop.stripe.fail('refund', 'cut')
    const refund = { amount: { amount: 100, currency: 'EUR' } }
    const made = await shop.api.post(`/v1/orders/${body.order.id}/refunds`, refund)
    expect([made.body.status, (await change)?.status]).toEqual(['completed', 409])
  })

  it('and many checkouts at once: each is paid where it is written, and none is lost', async () => {
    const shop = await openStripeShop()
    const carts = await Promise.all(Array.from({ length: 8 }, () => createReadyCart(shop)))
    const begin = (cart: { id: string }) => shop.storefront.post('/v1/checkout/intent', { cartId: cart.id })
    const [change, ...begun] = await Promise.all([put(shop, OTHER_KEY), ...carts.map(begin)])
    expect([200, 409]).toContain(change.status)
    expect(begun.map(({ status }) => status)).toEqual(carts.map(() => 201))
    for (const { body } of begun) shop.stripe.pay(body.payment.intentId)
    for (const { body } of begun) {
      const done = await shop.storefront.post(`/v1/checkout/${body.id}/confirm`, {})
      expect([done.status, done.body.status]).toEqual([200, 'completed'])
    }
    expect(openAt(shop)).toEqual([])
  })
})

it('a payment that was opened for a checkout which could not begin does not stay open at Stripe', async () => {
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

it('nor does it keep the buyer from their answer when Stripe does not cancel it', async () => {
  const shop = await openStripeShop()
  const { id } = await createReadyCart(shop)
  shop.stripe.before('create', async () => {
    await shop.server.db.pool.query('update carts set version = version + 1 where id = $1', [id])
  })
  shop.stripe.fail('cancel', 'down')
  const { body } = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
  expect([body.status, shop.stripe.charges]).toEqual(['completed', ['pi_2']])
})
