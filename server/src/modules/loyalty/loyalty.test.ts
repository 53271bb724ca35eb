import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { giftCardCtx } from '../../../test/sample-gift-cards.ts'
import { createProgram, grantPoints, listPointEntries, pointsBalance } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'
import { transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import { debitPoints, restorePoints } from './redemption/redemption.ts'

const PROGRAM = '/v1/loyalty/program'
const pathOf = (customerId: string) => `/v1/loyalty/accounts/${customerId}`

describe('PUT /v1/loyalty/program', () => {
  it('replaces the inactive default, and returns 412 for a stale If-Match and 400 for invalid point values', async () => {
    const { api } = await openShop()
    expect((await api.get(PROGRAM)).body).toEqual({
      name: 'Points',
      active: false,
      pointValues: [],
      minPoints: 1,
      earning: [],
      productRules: [],
      tiers: [],
      rewards: [],
      actions: [],
      tierPeriodDays: 365,
      pendingDays: 14,
      expiresAfterDays: null,
      referral: { active: false, referrerPoints: 0, refereePoints: 0, minOrderAmount: null, url: null },
      version: 0,
      updatedAt: null,
    })
    const input = {
      name: 'Acorns',
      active: true,
      minPoints: 200,
      pointValues: [
        { currency: 'USD', points: 90, amount: 100 },
        { currency: 'EUR', points: 100, amount: 100 },
      ],
    }
    const { body } = await api.send('PUT', PROGRAM, input)
    expect(body).toMatchObject({ minPoints: 200, version: 1, pointValues: [{ currency: 'EUR' }, { currency: 'USD' }] })
    expect((await api.send('PUT', PROGRAM, input)).body.version).toBe(1)
    const stale = await api.send('PUT', PROGRAM, { ...input, active: false }, { 'if-match': '"0"' })
    expect([stale.status, (await api.get(PROGRAM)).body.active]).toEqual([412, true])
    for (const pointValues of [
      [{ currency: 'XXQ', points: 1, amount: 1 }],
      [...input.pointValues, { currency: 'EUR', points: 1, amount: 1 }],
      [{ currency: 'EUR', points: 1.5, amount: 1 }],
    ]) {
      expect((await api.send('PUT', PROGRAM, { ...input, pointValues })).status).toBe(400)
    }
  })
})

describe('loyalty accounts', () => {
  it('are adjusted with a reason, never below zero, once per Idempotency-Key, and emit events', async () => {
    const shop = await openShop()
    const ada = await addCustomer(shop)
    const ENTRIES = `${pathOf(ada)}/entries`
    await createProgram(shop, { pointValues: [{ currency: 'EUR', points: 3, amount: 2 }] })
    expect((await shop.api.get(pathOf(ada))).status).toBe(404)
    expect((await shop.api.post(ENTRIES, { points: -1, reason: 'x' })).status).toBe(404)
    const key = { 'idempotency-key': 'once' }
    for (let turn = 0; turn < 2; turn++) await shop.api.post(ENTRIES, { points: 100, reason: 'Welcome' }, key)
    const { body } = await shop.api.post(ENTRIES, { points: -1, reason: 'A mistake' })
    expect(body).toMatchObject({ customerId: ada, balance: 99, value: [eur(66)] })
    const tooMany = await shop.api.post(ENTRIES, { points: -100, reason: 'x' })
    expect([tooMany.status, tooMany.body.error.code]).toEqual([422, 'points_rejected'])
    expect((await shop.api.post(ENTRIES, { points: 0, reason: 'x' })).status).toBe(400)
    expect(await listPointEntries(shop, ada)).toEqual([
      ['adjusted', 100, 100],
      ['adjusted', -1, 99],
    ])
    const events = (await shop.api.get('/v1/events?type=loyalty_account.balance_changed')).body.data
    expect(events.map(({ data }: { data: object }) => data)).toMatchObject([
      { customerId: ada, kind: 'adjusted', change: -1, balance: 99, orderId: null, refundId: null, referralId: null },
      { change: 100, balance: 100 },
    ])
    // Customer ids are scoped to an environment.
    for (const { api } of [await openShop(), { api: shop.sandbox }]) {
      expect((await api.get(pathOf(ada))).status).toBe(404)
    }
    expect((await shop.storefront.get(pathOf(ada))).status).toBe(401)
  })

  it('belong to customers: an unknown id returns 404, and a malformed one says what an id looks like', async () => {
    const { api } = await openShop()
    const unknown = await api.post(`${pathOf(newId('cus'))}/entries`, { points: 5, reason: 'Welcome' })
    expect([unknown.status, unknown.body.error.message]).toEqual([404, 'No such customer.'])
    expect((await api.get(pathOf('ada'))).status).toBe(404)
  })

  it('never overspend under concurrency, restore once per reference, and the audit reports only real drift', async () => {
    const shop = await openShop()
    const ada = await addCustomer(shop)
    await grantPoints(shop, ada, 250)
    const take = (holder: string, points = 10) =>
      transaction(giftCardCtx(shop), async (ctx) =>
        emitAll(ctx, await debitPoints(ctx, holder, { customerId: ada, points })),
      )
    const give = (holder: string, reference: string, points: number) =>
      transaction(giftCardCtx(shop), async (ctx) =>
        emitAll(ctx, await restorePoints(ctx, { holder, reference }, { customerId: ada, points })),
      )
    // Forty orders that send two requests each.
    const results = await Promise.allSettled(Array.from({ length: 80 }, (_, n) => take(`ord_${n % 40}`)))
    const codes = new Set(results.flatMap((one) => (one.status === 'rejected' ? one.reason.code : [])))
    expect([await pointsBalance(shop, ada), [...codes]]).toEqual([0, ['points_rejected']])
    const entries = await listPointEntries(shop, ada)
    expect(entries.map(([, , after]) => after)).toEqual(Array.from({ length: 26 }, (_, n) => 250 - 10 * n))

    const { body } = await shop.api.get(`${pathOf(ada)}/entries?limit=1`)
    const { orderId } = body.data[0]
    await expect(take(orderId, 5)).rejects.toThrow(/another number/)
    await expect(give(orderId, 'rf_1', 11)).rejects.toThrow(/at most 10/)
    await Promise.all(Array.from({ length: 5 }, () => give(orderId, 'rf_1', 4)))
    expect(await pointsBalance(shop, ada)).toBe(4)
    await give(orderId, 'rf_2', 6)
    const restored = await shop.api.get(`${pathOf(ada)}/entries?limit=1`)
    expect(restored.body.data).toMatchObject([{ kind: 'restored', orderId, refundId: 'rf_2' }])
    await take(orderId, 7)
    expect(await pointsBalance(shop, ada)).toBe(3)

    const audit = async () => (await shop.api.get('/v1/ledger/audit')).body
    expect(await audit()).toMatchObject({ checkedAccounts: 1, drift: [], checkedTransactions: 29, unbalanced: [] })
    await shop.server.db.pool.query('update loyalty_accounts set balance = 5 where environment_id = $1', [
      shop.live.environmentId,
    ])
    expect(await audit()).toMatchObject({
      driftCount: 1,
      drift: [{ accountType: 'points', customerId: ada, balance: 5, ledger: 3 }],
    })
  })
})
