import { describe, expect, it } from 'vitest'
import { type CheckoutShop, createReadyCart, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { placeOrder, systemCtx } from '../../../../test/placed-order.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { importJugs } from '../../../../test/sample-orders.ts'
import {
  createProgram,
  earnPointsNow,
  expectLotsToMatch,
  grantPoints,
  listPointEntries,
} from '../../../../test/sample-points.ts'
import { eur } from '../../../../test/sample-products.ts'
import { clawBackPoints, earnPoints } from './earning.ts'
import { reviewTiersSchedule, settleLotsSchedule } from './lots.ts'

const DAY_MS = 86_400_000

/** One point for each cent: a mug at 24.99 earns 2,499. */
const EARNING = { earning: [{ currency: 'EUR', points: 1, amount: 1 }] }

async function openLoyaltyShop(program: object = {}) {
  const shop = await openCheckoutShop({ isolated: true })
  await createProgram(shop, { ...EARNING, ...program })
  const placedAt = Date.now()
  const at = (days: number) => new Date(placedAt + days * DAY_MS)
  return {
    ...shop,
    /** Buys mugs as ada@example.com; her points are pending. */
    buy: async (quantity = 1) => {
      const order = await placeOrder(shop, { quantity })
      await earnPoints(systemCtx(shop), order.id, at(0))
      return order
    },
    /** Runs the schedules that many days after the purchase. */
    passDays: async (days: number) => {
      const ctx = { ...shop.server.system, now: at(days) }
      await settleLotsSchedule.run(ctx)
      await reviewTiersSchedule.run(ctx)
    },
    balance: async () => (await shop.api.get('/v1/loyalty/balance?email=ADA@example.com')).body,
    refund: async (id: string, refund: object) => {
      expect((await shop.api.post(`/v1/orders/${id}/refunds`, refund)).status).toBe(201)
      await clawBackPoints(systemCtx(shop), id)
    },
    expectLotsToMatch: () => expectLotsToMatch(shop),
  }
}

/** An order that points pay in full or in part. */
async function payWithPoints(shop: CheckoutShop, customerId: string, points: number, quantity = 1) {
  const cart = await createReadyCart(shop, { quantity })
  await shop.api.patch(`/v1/carts/${cart.id}`, { customer: { id: customerId }, points: { requested: points } })
  const response = await shop.api.post('/v1/checkout/card', { cartId: cart.id, paymentMethod: 'pm_card_visa' })
  expect([response.status, response.body.error]).toEqual([201, undefined])
  return response.body.order.id as string
}

const listEvents = async ({ api }: Pick<CheckoutShop, 'api'>, type: string) =>
  (await api.get(`/v1/events?type=${type}`)).body.data.map(({ data }: { data: object }) => data)

describe('a paid order', () => {
  it('earns points once, pending until the return window closes, with the server’s own worker', async () => {
    const shop = await openLoyaltyShop({ pendingDays: 10 })
    await shop.server.startWorker()
    const order = await placeOrder(shop)
    await expect.poll(async () => (await shop.balance()).pending).toBe(2499)
    // The event is delivered again, twice at the same time.
    await Promise.all([1, 2].map(() => earnPointsNow(shop, order.id)))
    expect(await shop.balance()).toMatchObject({
      customerId: order.customerId,
      available: 0,
      pending: 2499,
      lifetime: 0,
    })
    await shop.passDays(9)
    expect((await shop.balance()).available).toBe(0)
    await Promise.all([shop.passDays(11), shop.passDays(11)])
    expect(await shop.balance()).toMatchObject({ available: 2499, pending: 0, lifetime: 2499, value: [eur(2499)] })
    expect(await listPointEntries(shop, order.customerId)).toEqual([['earned', 2499, 2499]])
    expect(await listEvents(shop, 'loyalty_account.points_earned')).toMatchObject([{ points: 2499, orderId: order.id }])
    expect(await listEvents(shop, 'loyalty_account.balance_changed')).toMatchObject([
      { kind: 'earned', change: 2499, orderId: order.id },
    ])
    await shop.expectLotsToMatch()
  })

  it('earns nothing for imports, for what points paid, or while the program is inactive', async () => {
    const shop = await openLoyaltyShop({ pendingDays: 0 })
    const { id } = await importJugs(shop.api, {})
    await earnPointsNow(shop, id)
    const ada = await addCustomer(shop, { emails: [{ address: 'ada@example.com' }] })
    await grantPoints(shop, ada, 2989)
    const paidInFull = await payWithPoints(shop, ada, 2989)
    await earnPointsNow(shop, paidInFull)
    await createProgram(shop, { ...EARNING, active: false })
    await shop.buy()
    expect(await shop.balance()).toMatchObject({ available: 0, pending: 0, lifetime: 0 })
    await shop.expectLotsToMatch()
  })
})

describe('a refund takes points back', () => {
  it('in proportion, exactly over many partial refunds, from pending points first', async () => {
    const shop = await openLoyaltyShop()
    const order = await shop.buy(3)
    expect((await shop.balance()).pending).toBe(7497)
    await shop.refund(order.id, { items: [{ itemId: order.items[0].id, quantity: 1 }] })
    expect((await shop.balance()).pending).toBe(4998)
    await shop.refund(order.id, { amount: eur(1000), reason: 'Scratched' })
    expect((await shop.balance()).pending).toBe(3998)
    await shop.refund(order.id, { shipping: eur(490) })
    expect((await shop.balance()).pending).toBe(3998)
    await shop.passDays(15)
    await shop.refund(order.id, { amount: eur(3998) })
    expect(await shop.balance()).toMatchObject({ available: 0, pending: 0, lifetime: 0 })
    expect(await listPointEntries(shop, order.customerId)).toEqual([
      ['earned', 3998, 3998],
      ['clawed_back', -3998, 0],
    ])
    await shop.expectLotsToMatch()
  })

  it('even if they were spent: the balance is negative, pays nothing, and later points pay it off', async () => {
    const shop = await openLoyaltyShop()
    const order = await shop.buy()
    await shop.passDays(15)
    await payWithPoints(shop, order.customerId, 2000)
    await shop.refund(order.id, { items: [{ itemId: order.items[0].id, quantity: 1 }] })
    expect(await shop.balance()).toMatchObject({ available: -2000, value: [eur(0)] })
    const cart = await createReadyCart(shop)
    const request = { customer: { id: order.customerId }, points: { requested: 100 } }
    const { body } = await shop.api.patch(`/v1/carts/${cart.id}`, request)
    expect(body.points).toMatchObject({ used: 0, reason: 'no_points' })
    await grantPoints(shop, order.customerId, 500)
    await shop.expectLotsToMatch()
    await shop.buy()
    await shop.passDays(15)
    expect((await shop.balance()).available).toBe(2499 - 1500)
    await shop.expectLotsToMatch()
  })

  it('of a canceled order completely, whichever event arrives first', async () => {
    const shop = await openLoyaltyShop()
    const [first, second] = [await shop.buy(), await placeOrder(shop)]
    for (const { id } of [first, second]) {
      expect((await shop.api.post(`/v1/orders/${id}/cancellation`, {})).status).toBe(200)
      await clawBackPoints(systemCtx(shop), id)
    }
    await earnPointsNow(shop, second.id)
    expect(await shop.balance()).toMatchObject({ available: 0, pending: 0 })
  })
})

it('points follow a merge and its reversal, and refunds of the orders that moved take them from the right account', async () => {
  const shop = await openLoyaltyShop()
  const [kept, refunded] = [await shop.buy(2), await shop.buy()]
  await shop.passDays(15)
  const pending = await shop.buy()
  const to = await addCustomer(shop)
  await grantPoints(shop, to, 100)
  const { body } = await shop.api.post(`/v1/customers/${to}/merge`, { customerId: kept.customerId })
  const balanceOf = async (id: string) => (await shop.api.get(`/v1/loyalty/balance?customerId=${id}`)).body
  expect(await balanceOf(to)).toMatchObject({ available: 100 + 3 * 2499, pending: 2499 })
  await shop.expectLotsToMatch()
  await shop.refund(refunded.id, { items: [{ itemId: refunded.items[0].id, quantity: 1 }] })
  await shop.refund(pending.id, { items: [{ itemId: pending.items[0].id, quantity: 1 }] })
  expect(await balanceOf(to)).toMatchObject({ available: 100 + 2 * 2499, pending: 0 })
  await grantPoints(shop, to, 2499)
  expect((await shop.api.post(`/v1/customers/merges/${body.id}/reversal`, {})).status).toBe(200)
  expect([(await balanceOf(to)).available, (await balanceOf(kept.customerId)).available]).toEqual([100, 3 * 2499])
  await shop.expectLotsToMatch()
})

describe('points expire', () => {
  it('after they became available, not while pending, and the ones that expire first are spent first', async () => {
    const shop = await openLoyaltyShop({ pendingDays: 20, expiresAfterDays: 10 })
    const order = await shop.buy()
    await shop.passDays(19)
    expect((await shop.balance()).pending).toBe(2499)
    await createProgram(shop, { ...EARNING, expiresAfterDays: null })
    await grantPoints(shop, order.customerId, 1000)
    await createProgram(shop, { ...EARNING, pendingDays: 20, expiresAfterDays: 10 })
    await shop.passDays(21)
    const { available, expiring } = await shop.balance()
    expect([available, expiring]).toMatchObject([3499, [{ points: 2499 }]])
    const paid = await payWithPoints(shop, order.customerId, 500)
    expect((await shop.balance()).expiring).toMatchObject([{ points: 1999 }])
    await shop.expectLotsToMatch()
    await shop.passDays(32)
    expect(await shop.balance()).toMatchObject({ available: 1000, expiring: [] })
    // What a refund restores starts over. What expired can't be taken back again.
    expect((await shop.api.post(`/v1/orders/${paid}/cancellation`, {})).status).toBe(200)
    expect(await shop.balance()).toMatchObject({ available: 1500, expiring: [{ points: 500 }] })
    await shop.refund(order.id, { items: [{ itemId: order.items[0].id, quantity: 1 }] })
    expect((await shop.balance()).available).toBe(1000)
    await shop.expectLotsToMatch()
  })
})

describe('a tier', () => {
  const tiers = [
    { key: 'gold', name: 'Gold', threshold: 5000, multiplierPercent: 200, perks: ['Free shipping'] },
    { key: 'silver', name: 'Silver', threshold: 2000, multiplierPercent: 150, perks: [] },
  ]

  it('is reached at once, multiplies points, and ends with its period', async () => {
    const shop = await openLoyaltyShop({ pendingDays: 0, tiers, tierPeriodDays: 100 })
    const order = await shop.buy()
    expect(await shop.balance()).toMatchObject({
      tier: { key: 'silver', name: 'Silver' },
      nextTier: { key: 'gold', missingPoints: 2501 },
    })
    await shop.buy()
    expect(await shop.balance()).toMatchObject({ available: 2499 + 3748, tier: { key: 'gold' }, nextTier: null })
    // A refund lowers the points, but the tier stays until its period ends.
    await shop.refund(order.id, { items: [{ itemId: order.items[0].id, quantity: 1 }] })
    await shop.passDays(90)
    expect((await shop.balance()).tier.key).toBe('gold')
    await shop.passDays(101)
    expect((await shop.balance()).tier).toBeNull()
    expect(await listEvents(shop, 'loyalty_account.tier_changed')).toEqual([
      { customerId: order.customerId, from: 'gold', to: null },
      { customerId: order.customerId, from: 'silver', to: 'gold' },
      { customerId: order.customerId, from: null, to: 'silver' },
    ])
  })
})

describe('the program and the balance', () => {
  it('reject contradictory rules with their path, unknown customers and visitors', async () => {
    const shop = await openCheckoutShop()
    const invalid = {
      name: 'x',
      active: true,
      pointValues: [],
      earning: [{ currency: 'XXQ', points: 1, amount: 1 }],
      productRules: [{ multiplierPercent: 200 }],
      tiers: ['a', 'a'].map((key, at) => ({ key, name: key, threshold: at + 1, multiplierPercent: 100, perks: [] })),
    }
    const { status, body } = await shop.api.send('PUT', '/v1/loyalty/program', invalid)
    expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['/earning/0/currency', '/productRules/0', '/tiers/1/key'],
    ])
    const path = '/v1/loyalty/balance'
    expect((await shop.api.get(`${path}?email=nobody@example.com`)).status).toBe(404)
    expect((await shop.api.get(path)).status).toBe(400)
    expect((await shop.storefront.get(`${path}?email=ada@example.com`)).status).toBe(401)
    const ada = await addCustomer(shop)
    expect((await shop.api.get(`${path}?customerId=${ada}`)).body).toEqual({
      customerId: ada,
      available: 0,
      pending: 0,
      lifetime: 0,
      value: [],
      tier: null,
      nextTier: null,
      redeemable: [],
      expiring: [],
      referral: null,
    })
  })
})
