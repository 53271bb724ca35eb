import { describe, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { openShop } from '../../../test/open-shop.ts'
import { CONNECTION, LIVE_KEY, OTHER_KEY, STRIPE_KEY } from '../../../test/stripe/keys.ts'
import { createIntent, getCheckoutStatus, openStripeShop, payByCard } from '../../../test/stripe-shop.ts'
import { pruneConnections } from './jobs.ts'
import { openProvider } from './payments.ts'

const PATH = '/v1/payments/connection'
const HOUR_MS = 3_600_000

describe('Stripe connection', () => {
  it('returns only the last four characters of the key, and encrypts secrets for their row', async () => {
    const shop = await openStripeShop()
    const response = await shop.api.get(PATH)
    expect([response.status, response.body]).toEqual([
      200,
      {
        provider: 'stripe',
        livePayments: false,
        keyLast4: 'cdef',
        keyMode: 'test',
        publishableKey: CONNECTION.publishableKey,
        account: 'acct_ours',
        acquirer: null,
        hasWebhookSecret: true,
        lastWebhookAt: null,
        webhookUrl: expect.stringMatching(`^http://127.0.0.1/hooks/stripe/${shop.live.environmentId}\\.[\\w-]{43}$`),
        testMethods: [],
        updatedAt: expect.any(String),
      },
    ])
    const { rows } = await shop.server.db.pool.query('select to_jsonb(c) as row from payment_connections c')
    const { rows: events } = await shop.server.db.pool.query('select to_jsonb(e) as row from events e')
    for (const secret of [STRIPE_KEY, CONNECTION.webhookSecret]) {
      expect(JSON.stringify([rows, events, response.body])).not.toContain(secret)
      expect(shop.server.logged.join()).not.toContain(secret)
    }
    const other = await openShop(shop.server)
    await other.api.send('PUT', PATH, CONNECTION)
    const own = rows.find(({ row }) => row.environment_id === shop.live.environmentId)?.row
    await shop.server.db.pool.query('update payment_connections set sealed_secret_key = $1 where environment_id = $2', [
      own.sealed_secret_key,
      other.live.environmentId,
    ])
    const ctx = { ...shop.server.system, ...other.live, caller: { kind: 'system' } as const }
    await expect(openProvider(ctx, 'stripe')).rejects.toThrow()
  })

  it('rejects an invalid key, keys of different modes, and the sandbox', async () => {
    const shop = await openStripeShop()
    await shop.api.send('DELETE', PATH)
    for (const [changes, path] of [
      [{ secretKey: 'sk_test_of_somebody_else' }, '/secretKey'],
      [{ publishableKey: 'pk_live_0123456789abcdef' }, '/publishableKey'],
      [{ secretKey: 'pk_test_0123456789abcdef' }, '/secretKey'],
    ] as const) {
      const { status, body } = await shop.api.send('PUT', PATH, { ...CONNECTION, ...changes })
      expect([status, body.error.details[0].path]).toEqual([400, path])
    }
    const operationCount = shop.stripe.operations.length
    const rejected = await shop.sandbox.send('PUT', PATH, CONNECTION)
    expect([rejected.status, rejected.body.error.message]).toEqual([409, expect.stringContaining('always simulated')])
    for (const caller of [shop.api, shop.sandbox]) {
      const { body } = await caller.get(PATH)
      expect(body).toMatchObject({ provider: 'simulator', livePayments: false, keyLast4: null })
      expect(body.testMethods).toContainEqual({ id: 'pm_card_declined', outcome: 'Declined' })
    }
    expect((await shop.sandbox.get(PATH)).body.webhookUrl).toBeNull()
    expect(shop.stripe.operations.length).toBe(operationCount)
  })

  it('is never used by the sandbox, whatever the database contains', async () => {
    const shop = await openStripeShop()
    await shop.server.db.pool.query(
      `insert into payment_connections (environment_id, provider, sealed_secret_key, key_last4, key_mode, updated_at)
       select $1, provider, sealed_secret_key, key_last4, key_mode, now() from payment_connections`,
      [shop.test.environmentId],
    )
    const operationCount = shop.stripe.operations.length
    const more = { trackStock: false, requiresShipping: false }
    const product = await addSimpleProduct(
      { ...shop, api: shop.sandbox },
      { title: 'Trial', sku: 'TRIAL', price: 2499, more },
    )
    const items = [{ variantId: product.variants[0].id }]
    const cart = (await shop.sandbox.post('/v1/carts', { items, email: 'ada@example.com' })).body
    const paid = await shop.sandbox.post('/v1/checkout/card', { cartId: cart.id, paymentMethod: 'pm_card_visa' })
    expect(paid.status).toBe(500)
    expect([shop.stripe.operations.length, shop.stripe.charges]).toEqual([operationCount, []])
  })

  it('marks payments without real money as test payments', async () => {
    const shop = await openStripeShop()
    const buy = async () => {
      const { body } = await payByCard(shop, 'pm_card_visa')
      const [{ provider, test }] = (await shop.api.get(`/v1/orders/${body.order.id}`)).body.payments
      return [(await shop.api.get(PATH)).body.livePayments, provider, test]
    }
    const purchases = []
    for (const secretKey of [LIVE_KEY, OTHER_KEY]) {
      expect((await shop.api.send('PUT', PATH, { provider: 'stripe', secretKey })).status).toBe(200)
      purchases.push(await buy())
    }
    await shop.api.send('DELETE', PATH)
    purchases.push(await buy())
    expect(purchases).toEqual([
      [true, 'stripe', false],
      [false, 'stripe', true],
      [false, 'simulator', true],
    ])
  })

  it('simulates new checkouts after disconnecting, and deletes the key once pending ones are settled', async () => {
    const shop = await openStripeShop()
    const { id, ref } = await createIntent(shop)
    expect((await shop.api.send('DELETE', PATH)).status).toBe(204)
    expect((await payByCard(shop, 'pm_card_visa')).body.payment.provider).toBe('simulator')
    const rows = async () => (await shop.server.db.pool.query('select from payment_connections')).rowCount
    const forget = () => pruneConnections.run({ ...shop.server.system, now: shop.now() })
    shop.advance(2 * HOUR_MS)
    await forget()
    expect(await rows()).toBe(1)
    shop.stripe.pay(ref)
    await shop.reconcile()
    expect([await getCheckoutStatus(shop, id), shop.stripe.charges]).toEqual(['completed', [ref]])
    shop.advance(HOUR_MS)
    await shop.reconcile()
    await forget()
    expect(await rows()).toBe(0)
    const events = (await shop.api.get('/v1/events?type=payment_connection.updated')).body.data
    expect(events.map(({ data }: { data: object }) => data)).toEqual([
      { provider: 'simulator' },
      { provider: 'stripe' },
    ])
  })

  it('keeps the key while a payment is authorized or a refund is pending', async () => {
    const shop = await openStripeShop()
    const reserved = (await payByCard(shop, 'pm_card_visa', { captureMethod: 'manual' })).body.order.id
    const paid = (await payByCard(shop, 'pm_card_visa')).body.order.id
    shop.stripe.fail('refund', 'down', 9)
    const { body } = await shop.api.post(`/v1/orders/${paid}/refunds`, { amount: { amount: 100, currency: 'EUR' } })
    expect(body.status).toBe('pending')
    await shop.api.send('DELETE', PATH)
    shop.advance(2 * HOUR_MS)
    await shop.reconcile()
    const left = async () => {
      await pruneConnections.run({ ...shop.server.system, now: shop.now() })
      return (await shop.server.db.pool.query('select from payment_connections')).rowCount
    }
    expect(await left()).toBe(1)
    expect((await shop.api.post(`/v1/orders/${reserved}/captures`, {})).status).toBe(201)
    expect(await left()).toBe(1)
    const { rowCount } = await shop.server.db.pool.query("update order_refunds set status = 'failed'")
    expect([rowCount, await left()]).toEqual([1, 0])
  })
})
