import { describe, expect, it } from 'vitest'
import { checkOut, createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import type { Shop } from '../../../test/open-shop.ts'
import { placeOrder, systemCtx } from '../../../test/placed-order.ts'
import { pricingVersion } from '../../../test/pricing-version.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { cardBalance, debitCard, giftCardCtx, restoreCard } from '../../../test/sample-gift-cards.ts'
import { expectCleanLedger, listLiabilities } from '../../../test/sample-ledger.ts'
import { createProgram, grantPoints, listPointEntries, pointsBalance } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'
import { sum } from '../../kit/sum.ts'
import { clawBackPoints, earnPoints } from '../loyalty/earning/earning.ts'
import { copyPromotions } from '../promotions/copy.ts'
import { reverseRedemption } from './loyalty-redemptions.ts'

const DAY_MS = 86_400_000

const REWARDS = [
  { key: 'card', name: '5 euro gift card', points: 400, type: 'gift_card', amount: eur(500) },
  { key: 'off', name: '5 euros off', points: 300, type: 'discount_code', amount: eur(500) },
  { key: 'credit', name: '2 euros for this cart', points: 200, type: 'cart_credit', amount: eur(200) },
]

async function openRewardShop(points = 1000, program: object = {}) {
  const shop = await openCheckoutShop()
  await createProgram(shop, { rewards: REWARDS, ...program })
  const ada = await addCustomer(shop)
  if (points > 0) await grantPoints(shop, ada, points)
  return { ...shop, ada }
}

const redeem = ({ api }: Pick<Shop, 'api'>, input: object) => api.post('/v1/loyalty/redeem', input)
const reverse = ({ api }: Pick<Shop, 'api'>, id: string) => api.post(`/v1/loyalty/redemptions/${id}/reversal`)
const statusOf = async ({ api }: Pick<Shop, 'api'>, id: string): Promise<string> =>
  (await api.get(`/v1/loyalty/redemptions/${id}`)).body.status
const listEvents = async ({ api }: Pick<Shop, 'api'>, type: string) =>
  (await api.get(`/v1/events?type=${type}`)).body.data.map(({ data }: { data: object }) => data)

async function redeemReward(shop: Shop & { ada: string }, reward: string, more: object = {}) {
  const { status, body } = await redeem(shop, { customerId: shop.ada, reward, ...more })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

/** The remaining points of an account's available lots. */
async function listLots({ server, live }: Shop, customerId: string) {
  const { rows } = await server.db.pool.query(
    `select remaining::int, state, expires_at as "expiresAt" from loyalty_lots
     where environment_id = $1 and customer_id = $2 order by id`,
    [live.environmentId, customerId],
  )
  return rows as { remaining: number; state: string; expiresAt: string | null }[]
}

const availableIn = async (shop: Shop, customerId: string) =>
  sum((await listLots(shop, customerId)).flatMap(({ state, remaining }) => (state === 'available' ? remaining : [])))

describe('redeeming for a gift card', () => {
  it('takes the points and issues the card, with both in the ledger and the code shown once', async () => {
    const { ada, ...shop } = await openRewardShop()
    const headers = { 'idempotency-key': `card-${ada}` }
    const response = await shop.api.post('/v1/loyalty/redeem', { customerId: ada, reward: 'card' }, headers)
    const { code, balance, ...redemption } = response.body
    expect([response.status, response.headers.get('cache-control'), redemption]).toEqual([
      201,
      'no-store',
      {
        id: expect.stringMatching(/^rdm_/),
        customerId: ada,
        reward: 'card',
        type: 'gift_card',
        points: 400,
        value: eur(500),
        giftCardId: expect.stringMatching(/^gc_/),
        promotionId: null,
        cartId: null,
        status: 'active',
        createdAt: expect.any(String),
        reversedAt: null,
      },
    ])
    expect([balance, await pointsBalance(shop, ada)]).toEqual([600, 600])
    expect((await shop.api.post('/v1/gift-cards/check', { code })).body).toMatchObject({
      valid: true,
      id: redemption.giftCardId,
      balance: eur(500),
    })
    expect(await listPointEntries(shop, ada)).toEqual([
      ['adjusted', 1000, 1000],
      ['redeemed', -400, 600],
    ])
    expect(await listLiabilities(shop)).toMatchObject([
      { accountType: 'gift_card', outstanding: 500, issued: 500 },
      { accountType: 'points', outstanding: 600, issued: 1000, redeemed: 400 },
    ])
    expect(await listEvents(shop, 'loyalty_redemption.created')).toEqual([
      { redemptionId: redemption.id, customerId: ada, type: 'gift_card', points: 400, value: eur(500) },
    ])
    const listed = (await shop.api.get(`/v1/loyalty/redemptions?customerId=${ada}`)).body.data
    expect(listed).toEqual([redemption])
    // The code is money, so it is stored nowhere, not even for a retry.
    const { rows } = await shop.server.db.pool.query(
      `select data::text as text from events where environment_id = $1
       union all select row_to_json(loyalty_redemptions)::text from loyalty_redemptions where environment_id = $1
       union all select row_to_json(idempotency_keys)::text from idempotency_keys where environment_id = $1 and key = $2`,
      [shop.live.environmentId, headers['idempotency-key']],
    )
    const text = rows.map((row) => row.text).join()
    expect(text).toContain(redemption.id)
    for (const secret of [code, code.replaceAll('-', '')]) expect(text.toUpperCase()).not.toContain(secret)
    await expectCleanLedger(shop)
  })

  it('takes as many points as an amount needs, at their value', async () => {
    const { ada, ...shop } = await openRewardShop(1000, {
      pointValues: [{ currency: 'EUR', points: 3, amount: 1 }],
      rewards: [],
      minPoints: 10,
    })
    const input = { customerId: ada, type: 'gift_card', currency: 'EUR' }
    const { body } = await redeem(shop, { ...input, points: 32 })
    expect(body).toMatchObject({ reward: null, points: 30, value: eur(10), balance: 970 })
    const rejections = [
      [{ points: 11 }, '/points'],
      [{ points: 30, currency: 'USD' }, '/currency'],
    ] as const
    for (const [more, path] of rejections) {
      const { status, body } = await redeem(shop, { ...input, ...more })
      expect([status, body.error.code, body.error.details[0].path]).toEqual([422, 'points_rejected', path])
    }
    expect(await pointsBalance(shop, ada)).toBe(970)
  })

  it('is reversed until the card was used: the card ends, and the points return to their lots', async () => {
    const { ada, ...shop } = await openRewardShop(0, { expiresAfterDays: 30 })
    await grantPoints(shop, ada, 300)
    await createProgram(shop, { rewards: REWARDS, expiresAfterDays: 90 })
    await grantPoints(shop, ada, 300)
    const before = await listLots(shop, ada)
    const { id, giftCardId } = await redeemReward({ ...shop, ada }, 'card')
    expect((await listLots(shop, ada)).map(({ remaining, state }) => [remaining, state])).toEqual([
      [0, 'spent'],
      [200, 'available'],
    ])
    const [first, second] = [await reverse(shop, id), await reverse(shop, id)]
    expect([first.status, first.body.status, second.body]).toEqual([200, 'reversed', first.body])
    expect(await listLots(shop, ada)).toEqual(before)
    expect(await listPointEntries(shop, ada)).toEqual([
      ['adjusted', 300, 300],
      ['adjusted', 300, 600],
      ['redeemed', -400, 200],
      ['restored', 400, 600],
    ])
    expect((await shop.api.get(`/v1/gift-cards/${giftCardId}`)).body).toMatchObject({ status: 'deactivated' })
    expect(await listEvents(shop, 'loyalty_redemption.reversed')).toMatchObject([{ redemptionId: id, points: 400 }])
    await expectCleanLedger(shop)
  })

  it('can’t be reversed once the card has paid, or was topped up or deactivated', async () => {
    const { ada, ...shop } = await openRewardShop(1200)
    const uses = [
      (giftCardId: string) => debitCard(shop, 'ord_1', [{ giftCardId, amount: 1, currency: 'EUR' }]),
      (id: string) => shop.api.post(`/v1/gift-cards/${id}/credits`, { amount: eur(1), reason: 'More' }),
      (id: string) => shop.api.post(`/v1/gift-cards/${id}/deactivation`),
    ]
    const cards: { id: string; giftCardId: string }[] = []
    for (const use of uses) {
      const redemption = await redeemReward({ ...shop, ada }, 'card')
      await use(redemption.giftCardId)
      const { status, body } = await reverse(shop, redemption.id)
      expect([status, body.error.code, await statusOf(shop, redemption.id)]).toEqual([409, 'conflict', 'used'])
      cards.push(redemption)
    }
    expect(await pointsBalance(shop, ada)).toBe(0)
    const [spent] = cards
    // A checkout that ends without an order leaves the card untouched.
    await restoreCard(shop, { holder: 'ord_1', reference: 'end' }, [{ giftCardId: spent?.giftCardId ?? '', amount: 1 }])
    expect((await reverse(shop, spent?.id ?? '')).body.status).toBe('reversed')
    expect([await pointsBalance(shop, ada), await cardBalance(shop, spent?.giftCardId ?? '')]).toEqual([400, 0])
    const used = (await shop.api.get('/v1/loyalty/redemptions?status=used')).body.data
    expect(used.map(({ id }: { id: string }) => id)).toEqual(
      cards
        .slice(1)
        .map(({ id }) => id)
        .toReversed(),
    )
    await expectCleanLedger(shop)
  })
})

describe('redeeming for a discount code', () => {
  it('takes an amount off one order of the customer, and of nobody else', async () => {
    const { ada, ...shop } = await openRewardShop()
    const { id, code, promotionId } = await redeemReward({ ...shop, ada }, 'off')
    const reasonFor = async (customer: object | null) => {
      const cart = await createReadyCart(shop)
      await shop.api.patch(`/v1/carts/${cart.id}`, { customer })
      const { body } = await shop.api.post(`/v1/carts/${cart.id}/promotions`, { code })
      return [body.rejectedPromotions[0]?.reason, body.totals.discount.amount, cart.id]
    }
    expect((await reasonFor(null)).slice(0, 2)).toEqual(['login_required', 0])
    expect((await reasonFor({ id: await addCustomer(shop) })).slice(0, 2)).toEqual(['customer_ineligible', 0])
    const [reason, discount, cartId] = await reasonFor({ id: ada })
    expect([reason, discount, await statusOf(shop, id)]).toEqual([undefined, 500, 'active'])
    const { body } = await checkOut(shop, cartId)
    expect([body.status, body.totals.discount]).toEqual(['completed', eur(500)])
    expect([await statusOf(shop, id), (await reverse(shop, id)).status]).toEqual(['used', 409])
    expect((await reasonFor({ id: ada })).slice(0, 2)).toEqual(['usage_limit', 0])
    expect((await shop.api.get(`/v1/promotions/${promotionId}/codes`)).body.data).toMatchObject([
      { code, customerId: ada, usageCount: 1 },
    ])
    expect(await pointsBalance(shop, ada)).toBe(700)
    await expectCleanLedger(shop)
  })

  it('adds codes to one promotion for each amount, so that carts are not repriced', async () => {
    const { ada, ...shop } = await openRewardShop(1200)
    const first = await redeemReward({ ...shop, ada }, 'off')
    const version = await pricingVersion(shop)
    const others = await Promise.all([1, 2, 3].map(() => redeemReward({ ...shop, ada }, 'off')))
    expect(new Set([first, ...others].map(({ promotionId }) => promotionId)).size).toBe(1)
    expect(new Set([first, ...others].map(({ code }) => code)).size).toBe(4)
    expect(await pricingVersion(shop)).toBe(version)
    const path = `/v1/promotions/${first.promotionId}`
    const benefit = { kind: 'fixed', target: 'order', amounts: [eur(9900)] }
    expect((await shop.api.patch(path, { benefit })).status).toBe(409)
    expect((await shop.api.send('DELETE', path)).status).toBe(409)
    expect((await shop.api.patch(path, { title: '5 euros for you', active: false })).body).toMatchObject({
      managed: true,
      title: '5 euros for you',
    })
    await grantPoints(shop, ada, 300)
    expect((await redeem(shop, { customerId: ada, reward: 'off' })).status).toBe(409)
    expect(await pointsBalance(shop, ada)).toBe(300)
  })

  it('is reversed while unused, and then the code no longer works', async () => {
    const { ada, ...shop } = await openRewardShop()
    const { id, code } = await redeemReward({ ...shop, ada }, 'off')
    const cart = await createReadyCart(shop)
    await shop.api.patch(`/v1/carts/${cart.id}`, { customer: { id: ada } })
    await shop.api.post(`/v1/carts/${cart.id}/promotions`, { code })
    expect((await reverse(shop, id)).body.status).toBe('reversed')
    expect(await pointsBalance(shop, ada)).toBe(1000)
    const { body } = await shop.api.get(`/v1/carts/${cart.id}`)
    expect([body.totals.discount, body.rejectedPromotions[0].reason]).toEqual([eur(0), 'inactive'])
  })
})

describe('a reversal', () => {
  it('returns points that would have expired by now as new ones', async () => {
    const { ada, ...shop } = await openRewardShop(300, { expiresAfterDays: 30 })
    const { id } = await redeemReward({ ...shop, ada }, 'off')
    const later = new Date(Date.now() + 40 * DAY_MS)
    expect((await reverseRedemption(giftCardCtx(shop, later), id)).status).toBe('reversed')
    expect(await listLots(shop, ada)).toMatchObject([
      { remaining: 0, state: 'spent' },
      { remaining: 300, state: 'available', expiresAt: new Date(later.getTime() + 30 * DAY_MS).toISOString() },
    ])
    await expectCleanLedger(shop)
  })

  it('pays off the debt first if the order that earned the points was refunded', async () => {
    // A mug at 24.99 earns 2,499 points.
    const earning = [{ currency: 'EUR', points: 1, amount: 1 }]
    const { ada: _, ...shop } = await openRewardShop(0, { earning, pendingDays: 0 })
    const order = await placeOrder(shop)
    await earnPoints(systemCtx(shop), order.id, new Date(Date.now() - 1000))
    const ada = order.customerId
    const [first, second] = [await redeemReward({ ...shop, ada }, 'off'), await redeemReward({ ...shop, ada }, 'card')]
    await shop.api.post(`/v1/orders/${order.id}/cancellation`, {})
    await clawBackPoints(systemCtx(shop), order.id)
    await grantPoints(shop, ada, 500)
    expect(await pointsBalance(shop, ada)).toBe(-200)
    await reverse(shop, first.id)
    expect([await pointsBalance(shop, ada), await availableIn(shop, ada)]).toEqual([100, 100])
    await reverse(shop, second.id)
    expect([await pointsBalance(shop, ada), await availableIn(shop, ada)]).toEqual([500, 500])
    await expectCleanLedger(shop)
  })
})

describe('redeeming for a cart', () => {
  it('pays for the cart with points, which leave the balance at checkout', async () => {
    const { ada, ...shop } = await openRewardShop()
    const cart = await createReadyCart(shop)
    const redemption = await redeemReward({ ...shop, ada }, 'credit', { cartId: cart.id })
    expect(redemption).toMatchObject({
      type: 'cart_credit',
      cartId: cart.id,
      code: null,
      balance: 1000,
      status: 'active',
    })
    expect((await shop.api.get(`/v1/carts/${cart.id}`)).body).toMatchObject({
      customer: { id: ada },
      points: { requested: 200, used: 200, amount: eur(200) },
    })
    expect(await pointsBalance(shop, ada)).toBe(1000)
    expect((await checkOut(shop, cart.id)).body.totals.points).toEqual(eur(200))
    expect([await pointsBalance(shop, ada), await statusOf(shop, redemption.id)]).toEqual([800, 'used'])
    expect((await reverse(shop, redemption.id)).status).toBe(409)
    // The cart is deleted after some weeks.
    await shop.server.db.pool.query('delete from carts where id = $1', [cart.id])
    expect(await statusOf(shop, redemption.id)).toBe('used')
    await expectCleanLedger(shop)
  })

  it('is replaced by the next one, and reversed by the buyer or the shop', async () => {
    const { ada, ...shop } = await openRewardShop()
    const cart = await createReadyCart(shop)
    const input = { customerId: ada, points: 300, type: 'cart_credit', currency: 'EUR', cartId: cart.id }
    const [first, second] = [(await redeem(shop, input)).body, (await redeem(shop, { ...input, points: 400 })).body]
    expect([await statusOf(shop, first.id), await statusOf(shop, second.id)]).toEqual(['reversed', 'active'])
    expect((await reverse(shop, second.id)).body.status).toBe('reversed')
    const { body } = await shop.api.get(`/v1/carts/${cart.id}`)
    expect([body.points, body.totals.points, body.customer.id]).toEqual([null, eur(0), ada])
    const third = (await redeem(shop, input)).body
    await shop.api.patch(`/v1/carts/${cart.id}`, { points: null })
    expect(await statusOf(shop, third.id)).toBe('reversed')
    expect((await listPointEntries(shop, ada)).length).toBe(1)
  })

  it('leaves carts of other customers, currencies and shops alone', async () => {
    const { ada, ...shop } = await openRewardShop()
    const cart = await createReadyCart(shop)
    await shop.api.patch(`/v1/carts/${cart.id}`, { customer: { id: await addCustomer(shop) } })
    const input = { customerId: ada, reward: 'credit' }
    expect((await redeem(shop, { ...input, cartId: cart.id })).status).toBe(409)
    expect((await redeem(shop, { ...input, cartId: 'cart_01k9z3h8x2f7mtv4q6bw0ncdre' })).status).toBe(404)
    for (const wrong of [input, { ...input, reward: 'off', cartId: cart.id }]) {
      const { status, body } = await redeem(shop, wrong)
      expect([status, body.error.details[0].path]).toEqual([400, '/cartId'])
    }
    expect((await shop.api.get(`/v1/carts/${cart.id}`)).body.points).toBeNull()
    expect((await shop.api.get('/v1/loyalty/redemptions')).body.data).toEqual([])
  })
})

describe('POST /v1/loyalty/redeem', () => {
  it('explains incomplete requests, unknown rewards and too few points', async () => {
    const { ada, ...shop } = await openRewardShop(350)
    const errorOf = async (more: object) => {
      const { status, body } = await redeem(shop, { customerId: ada, ...more })
      return [status, body.error.code, body.error.details?.map(({ path }: { path: string }) => path)]
    }
    expect(await errorOf({})).toEqual([400, 'invalid_request', ['/points', '/type', '/currency']])
    expect(await errorOf({ reward: 'off', points: 5 })).toEqual([400, 'invalid_request', ['/points']])
    expect(await errorOf({ reward: 'of' })).toEqual([422, 'points_rejected', ['/reward']])
    expect(await errorOf({ reward: 'card' })).toEqual([422, 'insufficient_points', undefined])
    expect((await redeem(shop, { customerId: ada, reward: 'card' })).body.error).toMatchObject({
      points: 400,
      balance: 350,
    })
    const stranger = await redeem(shop, { customerId: await addCustomer(shop), reward: 'card' })
    expect([stranger.status, stranger.body.error.balance]).toEqual([422, 0])
    await createProgram(shop, { rewards: REWARDS, active: false })
    expect(await errorOf({ reward: 'off' })).toEqual([422, 'points_rejected', undefined])
    expect(await pointsBalance(shop, ada)).toBe(350)
  })

  it('keeps live and sandbox apart', async () => {
    const { ada, ...shop } = await openRewardShop()
    const { id, promotionId } = await redeemReward({ ...shop, ada }, 'off')
    expect((await redeem({ api: shop.sandbox }, { customerId: ada, reward: 'off' })).status).toBe(422)
    await createProgram({ api: shop.sandbox }, { rewards: REWARDS })
    expect((await redeem({ api: shop.sandbox }, { customerId: ada, reward: 'off' })).status).toBe(404)
    expect((await shop.sandbox.get(`/v1/loyalty/redemptions/${id}`)).status).toBe(404)
    expect((await reverse({ api: shop.sandbox }, id)).status).toBe(404)
    expect((await shop.sandbox.get('/v1/loyalty/redemptions')).body.data).toEqual([])
    // A reset copies the promotion, but not what live customers own.
    await copyPromotions(giftCardCtx(shop, new Date(), shop.test), shop.live.environmentId)
    expect((await shop.sandbox.get(`/v1/promotions/${promotionId}/codes`)).body.data).toEqual([])
    const bob = await addCustomer({ api: shop.sandbox })
    await grantPoints({ api: shop.sandbox }, bob, 300)
    expect((await redeem({ api: shop.sandbox }, { customerId: bob, reward: 'off' })).body).toMatchObject({
      promotionId,
    })
    expect((await shop.api.get(`/v1/promotions/${promotionId}/codes`)).body.data).toHaveLength(1)
  })

  it('moves with a merge of customers, codes included, and back', async () => {
    const { ada, ...shop } = await openRewardShop()
    const [card, off] = [await redeemReward({ ...shop, ada }, 'card'), await redeemReward({ ...shop, ada }, 'off')]
    const eve = await addCustomer(shop)
    const merge = (await shop.api.post(`/v1/customers/${eve}/merge`, { customerId: ada })).body
    const listed = (await shop.api.get(`/v1/loyalty/redemptions?customerId=${eve}`)).body.data
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([off.id, card.id])
    expect((await shop.api.get(`/v1/promotions/${off.promotionId}/codes`)).body.data[0].customerId).toBe(eve)
    expect((await reverse(shop, card.id)).body).toMatchObject({ customerId: eve, status: 'reversed' })
    expect(await pointsBalance(shop, eve)).toBe(700)
    expect((await shop.api.post(`/v1/customers/merges/${merge.id}/reversal`)).status).toBe(200)
    expect((await shop.api.get(`/v1/promotions/${off.promotionId}/codes`)).body.data[0].customerId).toBe(ada)
    expect((await shop.api.get(`/v1/loyalty/redemptions/${off.id}`)).body.customerId).toBe(ada)
    await expectCleanLedger(shop)
  })
})
