import { describe, expect, it, onTestFinished } from 'vitest'
import { type CheckoutShop, checkOut, createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { signInCustomer } from '../../../test/customer-sign-in.ts'
import { openSandboxShop, sellForExternalPayment } from '../../../test/gift-card-orders.ts'
import { createApiClient, openShop, type Shop } from '../../../test/open-shop.ts'
import { getOrder } from '../../../test/placed-order.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { giftCardCtx, issueCard } from '../../../test/sample-gift-cards.ts'
import { expectCleanLedger, listLiabilities } from '../../../test/sample-ledger.ts'
import { createProgram, grantPoints } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'
import { signIn } from '../../../test/sign-in.ts'
import { transaction } from '../../ctx.ts'
import { openDatabase } from '../../db/database.ts'
import { emitAll } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import { createKey } from '../keys/keys.ts'
import { debit } from '../ledger/ledger.ts'
import { lockAccount } from './queries.ts'
import { restoreStoreCredit, storeCreditDebitEvents, toStoreCreditDebit } from './store-credit.ts'

type Client = Pick<Shop, 'api'>
const pathOf = (customerId: string) => `/v1/customers/${customerId}/store-credit`

async function giveCredit({ api }: Client, customerId: string, amount: number) {
  const response = await api.post(pathOf(customerId), { amount: eur(amount), reason: 'A gift' })
  expect([response.status, response.body?.error]).toEqual([201, undefined])
  return response.body
}

const creditOf = async ({ api }: Client, customerId: string): Promise<number> =>
  (await api.get(pathOf(customerId))).body.data.find(
    ({ balance }: { balance: { currency: string } }) => balance.currency === 'EUR',
  )?.balance.amount ?? 0

/** Kind, change and balance, oldest first. */
async function entriesOf({ api }: Client, customerId: string): Promise<[string, number, number][]> {
  const { data } = (await api.get(`/v1/ledger?customerId=${customerId}&accountType=store_credit&limit=100`)).body
  return data
    .toReversed()
    .map(({ kind, amount, balanceAfter }: { kind: string; amount: number; balanceAfter: number }) => [
      kind,
      amount,
      balanceAfter,
    ])
}

/** Two mugs cost 54.88 with shipping. */
async function cartOf(shop: CheckoutShop, customerId: string, storeCredit: object | null, more: object = {}) {
  const cart = await createReadyCart(shop, { quantity: 2, ...more })
  const { status, body } = await shop.api.patch(`/v1/carts/${cart.id}`, { customer: { id: customerId }, storeCredit })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

async function openCreditShop(amount: number, open = () => openCheckoutShop()) {
  const shop = await open()
  const ada = await addCustomer(shop, { emails: [{ address: 'ada@example.com' }] })
  if (amount > 0) await giveCredit(shop, ada, amount)
  return { ...shop, ada }
}

/** Posts as a member with this role, in live. */
async function staffOf(shop: Shop, role: 'agent') {
  const { send } = await signIn(shop, role)
  const headers = { 'x-environment-id': shop.live.environmentId }
  return (path: string, body: object) => send('POST', `/dashboard/api${path}`, body, headers)
}

const refund = ({ api }: Client, orderId: string, body: object, query = '') =>
  api.post(`/v1/orders/${orderId}/refunds${query}`, body)

describe('POST /v1/customers/:id/store-credit', () => {
  it('adjusts the balance of one currency with a reason, never below zero, and is audited', async () => {
    const shop = await openShop()
    const ada = await addCustomer(shop)
    expect((await shop.api.get(pathOf(ada))).body).toEqual({ data: [], nextCursor: null })
    const key = { 'idempotency-key': 'once' }
    for (let turn = 0; turn < 2; turn++)
      await shop.api.post(pathOf(ada), { amount: eur(1500), reason: 'Late parcel' }, key)
    await shop.api.post(pathOf(ada), { amount: { amount: 70, currency: 'JPY' }, reason: 'x' })
    const { status, body } = await shop.api.post(pathOf(ada), { amount: eur(-500), reason: 'A mistake' })
    expect([status, body]).toMatchObject([201, { customerId: ada, balance: eur(1000) }])
    const balances = (await shop.api.get(pathOf(ada))).body.data.map(({ balance }: { balance: object }) => balance)
    expect(balances).toEqual([eur(1000), { amount: 70, currency: 'JPY' }])
    const rejected = await shop.api.post(pathOf(ada), { amount: eur(-1001), reason: 'x' })
    expect([rejected.status, rejected.body.error.code]).toEqual([422, 'store_credit_rejected'])
    expect((await shop.api.post(pathOf(ada), { amount: eur(0), reason: 'x' })).status).toBe(400)
    expect((await shop.api.post(pathOf(newId('cus')), { amount: eur(5), reason: 'x' })).status).toBe(404)

    const events = (await shop.api.get('/v1/events?type=store_credit.balance_changed')).body.data
    expect(events.map(({ data }: { data: object }) => data)).toMatchObject([
      { customerId: ada, kind: 'adjusted', change: eur(-500), balance: eur(1000), orderId: null },
      { change: { amount: 70, currency: 'JPY' } },
      { change: eur(1500), balance: eur(1500) },
    ])
    const timeline = (await shop.api.get(`/v1/customers/${ada}/timeline`)).body.data
    expect(timeline[0]).toMatchObject({ kind: 'store_credit', change: eur(-500), reason: 'A mistake' })
    expect((await shop.api.send('DELETE', `/v1/customers/${ada}`)).status).toBe(409)
    expect(await listLiabilities(shop)).toMatchObject([
      { accountType: 'store_credit', unit: 'EUR', outstanding: 1000 },
      { accountType: 'store_credit', unit: 'JPY', outstanding: 70 },
    ])
    await expectCleanLedger(shop)
  })

  it('is closed to agents, visitors and the other environment', async () => {
    const shop = await openShop()
    const ada = await addCustomer(shop)
    const body = { amount: eur(100), reason: 'x' }
    const input = { label: 'agent', mode: 'live', scope: 'agent' } as const
    const { secret } = await createKey(shop.server.system, shop.live.workspaceId, input, { actor: null })
    const agent = createApiClient(shop.server.url, { authorization: `Bearer ${secret}` })
    const staff = await staffOf(shop, 'agent')
    const statuses = [
      (await agent.post(pathOf(ada), body)).status,
      (await agent.get(pathOf(ada))).status,
      (await staff(pathOf(ada), body)).status,
      (await shop.storefront.post(pathOf(ada), body)).status,
      (await shop.sandbox.post(pathOf(ada), body)).status,
      (await shop.sandbox.get(pathOf(ada))).status,
    ]
    expect(statuses).toEqual([403, 403, 403, 401, 404, 404])
    expect(await creditOf(shop, ada)).toBe(0)
  })
})

describe('checkout with store credit', () => {
  it('pays after gift cards and points, up to the requested amount, and returns on a decline', async () => {
    const shop = await openCreditShop(3000)
    await createProgram(shop)
    await grantPoints(shop, shop.ada, 500)
    const card = await issueCard(shop, 1000)
    const cart = await cartOf(shop, shop.ada, { requested: eur(2000) }, { codes: [card.code] })
    const { body } = await shop.api.patch(`/v1/carts/${cart.id}`, { points: { requested: 500 } })
    expect(body).toMatchObject({
      storeCredit: { requested: eur(2000), amount: eur(2000), balance: eur(3000), reason: null },
      totals: { total: eur(5488), giftCards: eur(1000), points: eur(500), storeCredit: eur(2000), due: eur(1988) },
    })
    const public_ = (await shop.storefront.get(`/v1/carts/${cart.id}`)).body
    expect([public_.storeCredit.amount, public_.storeCredit.balance]).toEqual([eur(2000), undefined])
    expect((await checkOut(shop, cart.id, { paymentMethod: 'pm_card_declined' })).body.error.code).toBe(
      'payment_declined',
    )
    expect(await creditOf(shop, shop.ada)).toBe(3000)
    const checkout = (await checkOut(shop, cart.id)).body
    expect(checkout).toMatchObject({
      status: 'completed',
      storeCredit: { amount: eur(2000) },
      payment: { amount: eur(1988) },
    })
    const order = await getOrder(shop, checkout.order.id)
    expect(order).toMatchObject({
      paymentStatus: 'paid',
      totals: { storeCredit: eur(2000) },
      payments: [
        { kind: 'gift_card' },
        { kind: 'points' },
        { kind: 'store_credit', customerId: shop.ada, captured: eur(2000) },
        { kind: 'provider', captured: eur(1988) },
      ],
    })
    expect(await entriesOf(shop, shop.ada)).toEqual([
      ['adjusted', 3000, 3000],
      ['debited', -2000, 1000],
      ['restored', 2000, 3000],
      ['debited', -2000, 1000],
    ])
    // Stored value comes back first: 10.00 to the card, 5.00 as points, then store credit.
    const { tenders } = (await refund(shop, order.id, { amount: eur(2500) })).body
    expect(tenders.map(({ kind, method, amount }: Record<string, unknown>) => [kind, method, amount])).toEqual([
      ['gift_card', 'gift_card', eur(1000)],
      ['points', 'points', eur(500)],
      ['store_credit', 'store_credit', eur(1000)],
    ])
    expect(await creditOf(shop, shop.ada)).toBe(2000)
    await expectCleanLedger(shop)
  })

  it('needs no card when it pays everything, and shows the completed cart', async () => {
    const shop = await openCreditShop(9000)
    const { id } = await cartOf(shop, shop.ada, {})
    const { body } = await shop.storefront.post('/v1/checkout/card', { cartId: id })
    expect(body).toMatchObject({ status: 'completed', payment: null, totals: { storeCredit: eur(5488), due: eur(0) } })
    const completed = (await shop.api.get(`/v1/carts/${id}`)).body
    expect(completed).toMatchObject({ status: 'completed', storeCredit: { amount: eur(5488), reason: null } })
    expect(await creditOf(shop, shop.ada)).toBe(9000 - 5488)
  })

  it('is requested by a server for a known customer, in the currency of the cart', async () => {
    const shop = await openCreditShop(0)
    const cart = await createReadyCart(shop)
    const path = `/v1/carts/${cart.id}`
    expect((await shop.storefront.patch(path, { storeCredit: {} })).status).toBe(401)
    const unknown = await shop.api.patch(path, { storeCredit: {} })
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([400, '/storeCredit'])
    const dollars = await shop.api.patch(path, {
      customer: { id: shop.ada },
      storeCredit: { requested: { amount: 5, currency: 'USD' } },
    })
    expect([dollars.status, dollars.body.error.details[0].path]).toEqual([400, '/storeCredit/requested/currency'])
    const { body } = await shop.api.patch(path, { customer: { id: shop.ada }, storeCredit: {} })
    expect(body.storeCredit).toEqual({ requested: null, amount: eur(0), balance: eur(0), reason: 'no_store_credit' })
    const other = await shop.api.patch(path, { customer: { id: await addCustomer(shop) } })
    expect(other.body.storeCredit).toBeNull()
  })

  it('is spent by the signed-in customer it belongs to', async () => {
    const shop = await openCheckoutShop()
    const ada = await signInCustomer(shop, 'ada@example.com')
    await giveCredit(shop, ada.customerId, 9000)
    const cart = await createReadyCart({ ...shop, storefront: ada.storefront })
    const { body } = await ada.storefront.patch(`/v1/carts/${cart.id}`, { storeCredit: {} })
    expect(body.storeCredit).toMatchObject({ amount: eur(2989), balance: eur(9000) })
    expect((await ada.storefront.post('/v1/checkout/card', { cartId: cart.id })).body.status).toBe('completed')
    expect(await creditOf(shop, ada.customerId)).toBe(9000 - 2989)
  })

  it('lets exactly one of two carts spend the same balance, and charges no more than was shown', async () => {
    const shop = await openCreditShop(5488)
    const carts = [await cartOf(shop, shop.ada, {}), await cartOf(shop, shop.ada, {})]
    const results = await Promise.all(carts.map(({ id }) => checkOut(shop, id)))
    expect(results.map(({ status }) => status).sort()).not.toEqual([201, 201])
    expect([results.filter(({ status }) => status === 201).length, await creditOf(shop, shop.ada)]).toEqual([1, 0])
    await expectCleanLedger(shop)
  })
})

describe('refunds to store credit', () => {
  it('credit the money once, never more than was paid, and leave the payment alone', async () => {
    const shop = await openCreditShop(1000, openSandboxShop)
    const cart = await cartOf(shop, shop.ada, {})
    const orderId = (await checkOut(shop, cart.id)).body.order.id
    const input = { amount: eur(3000), method: 'store_credit' }
    const preview = (await refund(shop, orderId, input, '?preview=true')).body
    const tenders = [
      { kind: 'store_credit', method: 'store_credit', amount: eur(1000) },
      { kind: 'provider', method: 'store_credit', amount: eur(2000) },
    ]
    expect(preview).toMatchObject({ tenders, manualAmount: eur(0) })
    const { body } = await refund(shop, orderId, input)
    expect(body).toMatchObject({ status: 'completed', amount: eur(3000), tenders })
    const rest = await Promise.all(
      Array.from({ length: 5 }, () => refund(shop, orderId, { amount: eur(2488), method: 'store_credit' })),
    )
    expect(rest.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
    expect(await entriesOf(shop, shop.ada)).toEqual([
      ['adjusted', 1000, 1000],
      ['debited', -1000, 0],
      ['restored', 1000, 1000],
      ['refunded', 2000, 3000],
      ['refunded', 2488, 5488],
    ])
    const order = await getOrder(shop, orderId)
    expect(order).toMatchObject({ paymentStatus: 'refunded', refunded: eur(5488) })
    const { rows } = await shop.server.db.pool.query(
      'select count(*)::int as count from simulated_refunds where environment_id = $1',
      [shop.test.environmentId],
    )
    expect(rows).toEqual([{ count: 0 }])
    const refunded = (await shop.api.get(`/v1/orders/${orderId}/timeline`)).body.data.filter(
      ({ type }: { type: string }) => type === 'order.refunded',
    )
    expect(refunded.map(({ data }: { data: object }) => data)).toMatchObject([
      { amount: eur(2488), storeCreditAmount: eur(2488) },
      { amount: eur(3000), storeCreditAmount: eur(2000) },
    ])
    await expectCleanLedger(shop)
  })

  it('need a customer, real money and the admin role or a full key', async () => {
    const shop = await openCreditShop(0)
    const simulated = (await checkOut(shop, (await createReadyCart(shop)).id)).body.order.id
    const input = { amount: eur(100), method: 'store_credit' }
    const test = await refund(shop, simulated, input)
    expect([test.status, test.body.error.message]).toEqual([422, expect.stringContaining('test payment')])
    const items = [{ title: 'Work', unitPrice: eur(900), quantity: 1 }]
    const anonymous = await sellForExternalPayment(shop, items, { email: '' })
    expect((await refund(shop, anonymous.id, input)).body.error.message).toContain('no customer')
    const sold = await sellForExternalPayment(shop, items)
    const agent = await staffOf(shop, 'agent')
    for (const query of ['', '?preview=true'])
      expect((await agent(`${sold.path}/refunds${query}`, input)).status).toBe(403)
    const { body } = await refund(shop, sold.id, input)
    expect(body).toMatchObject({ status: 'completed', manualAmount: eur(0), tenders: [{ kind: 'external' }] })
    expect(await creditOf(shop, shop.ada)).toBe(100)
    await expectCleanLedger(shop)
  })
})

it('grants exactly 7 of 200 concurrent debits of 10 from 70 across pools, and restores each once', async () => {
  const shop = await openCreditShop(70)
  // Few enough connections that on a slow machine nobody waits for the account longer than the lock timeout.
  const pools = [1, 2, 3].map(() => {
    const db = openDatabase({ connection: shop.server.connection, maxConnections: 3, connectTimeoutMs: 60_000 })
    onTestFinished(() => db.close())
    return db
  })
  const tender = { customerId: shop.ada, amount: 10, currency: 'EUR' }
  const ctxOf = (n: number) => ({ ...giftCardCtx(shop), db: pools[n % 3] ?? shop.server.db })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) =>
      transaction(ctxOf(n), async (ctx) => {
        await lockAccount(ctx, shop.ada, 'EUR')
        const debits = [toStoreCreditDebit(tender)]
        await emitAll(ctx, storeCreditDebitEvents(`ord_${n}`, debits, await debit(ctx, `ord_${n}`, debits)))
        return `ord_${n}`
      }),
    ),
  )
  const holders = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const codes = new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.code : [])))
  expect([holders.length, codes, await creditOf(shop, shop.ada)]).toEqual([7, new Set(['store_credit_rejected']), 0])
  const giveBack = (holder: string, n: number, amount = 10) =>
    transaction(ctxOf(n), async (ctx) =>
      emitAll(ctx, await restoreStoreCredit(ctx, { holder, reference: 'rf_1' }, { ...tender, amount })),
    )
  await expect(giveBack(holders[0] ?? '', 0, 11)).rejects.toThrow(/at most 0.10 EUR/)
  await Promise.all(holders.flatMap((holder) => [0, 1, 2].map((n) => giveBack(holder, n))))
  expect(await creditOf(shop, shop.ada)).toBe(70)
  await expectCleanLedger(shop)
})
