import { describe, expect, it } from 'vitest'
import type { Shop } from '../../../test/open-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { debitCard, euros, issueCard, openGiftCardShop, restoreCard } from '../../../test/sample-gift-cards.ts'
import { expectCleanLedger, listLiabilities } from '../../../test/sample-ledger.ts'
import { grantPoints } from '../../../test/sample-points.ts'
import { expireGiftCards } from '../gift-cards/expiry.ts'

const list = async ({ api }: Pick<Shop, 'api'>, query = '') => {
  const { status, body } = await api.get(`/v1/ledger${query}`)
  expect(status).toBe(200)
  return body.data
}

describe('GET /v1/ledger', () => {
  it('lists both sides of every transaction, newest first, and filters them', async () => {
    const shop = await openGiftCardShop()
    const ada = await addCustomer(shop)
    const card = await issueCard(shop, 500)
    await debitCard(shop, 'ord_01k9z3h8x2f7mtv4q6bw0ncdre', [{ giftCardId: card.id, amount: 200, currency: 'EUR' }])
    await grantPoints(shop, ada, 30)

    const all = await list(shop)
    const summaries = all.map((entry: Record<string, unknown>) => [
      entry.accountType,
      entry.giftCardId ?? entry.customerId,
      entry.unit,
      entry.amount,
      entry.balanceAfter,
      entry.kind,
    ])
    expect(summaries).toEqual([
      ['points', ada, 'points', 30, 30, 'adjusted'],
      ['issued', null, 'points', -30, null, 'adjusted'],
      ['gift_card', card.id, 'EUR', -200, 300, 'debited'],
      ['redeemed', null, 'EUR', 200, null, 'debited'],
      ['gift_card', card.id, 'EUR', 500, 500, 'issued'],
      ['issued', null, 'EUR', -500, null, 'issued'],
    ])
    expect(all[2]).toMatchObject({ orderId: 'ord_01k9z3h8x2f7mtv4q6bw0ncdre', refundId: null, actor: 'system' })
    expect(all[0].reason).toBe('A gift')

    const count = async (query: string) => (await list(shop, query)).length
    expect(await list(shop, `?customerId=${ada}`)).toEqual([all[0]])
    expect(await list(shop, `?giftCardId=${card.id}&kind=debited`)).toEqual([all[2]])
    expect(await list(shop, `?transactionId=${all[2].transactionId}`)).toEqual(all.slice(2, 4))
    expect(await list(shop, '?accountType=issued')).toEqual([all[1], all[5]])
    expect([await count('?unit=points'), await count('?unit=USD')]).toEqual([2, 0])
    expect(await count(`?createdFrom=${all[2].createdAt}`)).toBe(4)
    expect(await count(`?createdTo=${all[2].createdAt}`)).toBe(2)
    const first = (await shop.api.get('/v1/ledger?limit=5')).body
    const second = (await shop.api.get(`/v1/ledger?limit=5&cursor=${first.nextCursor}`)).body
    expect([[...first.data, ...second.data], second.nextCursor]).toEqual([all, null])

    expect(await list({ api: shop.sandbox })).toEqual([])
    expect((await shop.storefront.get('/v1/ledger')).status).toBe(401)
  })
})

describe('GET /v1/ledger/liability', () => {
  it('adds up per account type, unit and day, also for a day in the past', async () => {
    const clock = { now: new Date('2030-01-01T23:30:00Z') }
    const shop = await openGiftCardShop(clock)
    const ada = await addCustomer(shop)
    const { id } = await issueCard(shop, 1000)
    const inactive = await issueCard(shop, 300)
    await issueCard(shop, 200, { expiresAt: '2030-01-02T00:00:00Z' })
    await shop.api.post('/v1/gift-cards', { amount: { amount: 50, currency: 'JPY' } })
    clock.now = new Date('2030-01-03T00:00:00Z')
    await expireGiftCards.run({ ...shop.server.system, now: clock.now })
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    await shop.api.post(`/v1/gift-cards/${id}/credits`, { amount: euros(40), reason: 'x' })
    await debitCard(shop, 'ord_1', [{ giftCardId: id, amount: 600, currency: 'EUR' }], clock.now)
    await restoreCard(shop, { holder: 'ord_1', reference: 'a' }, [{ giftCardId: id, amount: 100 }], clock.now)
    await grantPoints(shop, ada, 70)

    const cards = { accountType: 'gift_card', unit: 'EUR' }
    const yen = { accountType: 'gift_card', unit: 'JPY', outstanding: 50, issued: 50, redeemed: 0, writtenOff: 0 }
    const points = { accountType: 'points', unit: 'points', outstanding: 70, issued: 70, redeemed: 0, writtenOff: 0 }
    const opening = { ...cards, outstanding: 1500, issued: 1500, redeemed: 0, writtenOff: 0 }
    const closing = { ...cards, outstanding: 540, issued: 1540, redeemed: 500, writtenOff: 500 }
    const empty = (row: object) => ({ ...row, outstanding: 0, issued: 0, redeemed: 0, writtenOff: 0 })
    const { body } = await shop.api.get('/v1/ledger/liability?from=2029-12-31&to=2030-01-03')
    expect(body).toEqual({
      data: [
        ...[cards, yen, points].map((row) => ({ ...empty(row), date: '2029-12-31' })),
        ...[opening, yen, empty(points)].map((row) => ({ ...row, date: '2030-01-01' })),
        ...[opening, yen, empty(points)].map((row) => ({ ...row, date: '2030-01-02' })),
        ...[closing, yen, points].map((row) => ({ ...row, date: '2030-01-03' })),
      ],
      nextCursor: null,
    })
    expect(await listLiabilities(shop)).toEqual([closing, yen, points].map((row) => ({ ...row, date: '2030-01-03' })))
    expect(await listLiabilities(shop, '2030-01-02')).toEqual(
      [opening, yen].map((row) => ({ ...row, date: '2030-01-02' })),
    )
    expect(await listLiabilities(shop, '2029-12-31')).toEqual([])
    const days = (await shop.api.get('/v1/ledger/liability')).body.data.map(({ date }: { date: string }) => date)
    expect([days[0], new Set(days).size]).toEqual(['2029-12-05', 30])

    for (const [query, path] of [
      ['to=2030-01-04', '/to'],
      ['from=2030-01-03&to=2030-01-02', '/from'],
      ['from=2029-01-02&to=2030-01-03', '/from'],
    ]) {
      const { status, body } = await shop.api.get(`/v1/ledger/liability?${query}`)
      expect([status, body.error.details[0].path]).toEqual([400, path])
    }
    expect((await shop.api.get('/v1/ledger/liability?from=2029-01-03&to=2030-01-03')).status).toBe(200)
    expect((await shop.api.get('/v1/ledger/liability?from=2030-02-30')).status).toBe(400)
  })
})

describe('GET /v1/ledger/audit', () => {
  it('reports balances that differ from their entries, and transactions that do not add up to zero', async () => {
    const shop = await openGiftCardShop()
    const ada = await addCustomer(shop)
    const card = await issueCard(shop, 500)
    await issueCard(shop, 100)
    await grantPoints(shop, ada, 30)
    await expectCleanLedger(shop)
    const { pool } = shop.server.db
    const environment = [shop.live.environmentId]
    await pool.query('update gift_cards set balance = balance + 1 where id = $1', [card.id])
    await pool.query('delete from loyalty_lots where environment_id = $1', environment)
    await pool.query('delete from loyalty_accounts where environment_id = $1', environment)
    const [entry] = await list(shop, '?unit=points&accountType=issued')
    await pool.query('update ledger_entries set amount = -29 where id = $1', [entry.id])
    expect((await shop.api.get('/v1/ledger/audit')).body).toEqual({
      changedClosings: [],
      checkedAccounts: 3,
      driftCount: 2,
      drift: [
        { accountType: 'gift_card', giftCardId: card.id, customerId: null, unit: 'EUR', balance: 501, ledger: 500 },
        { accountType: 'points', giftCardId: null, customerId: ada, unit: 'points', balance: 0, ledger: 30 },
      ],
      checkedTransactions: 3,
      unbalancedCount: 1,
      unbalanced: [{ transactionId: entry.transactionId, unit: 'points', amount: 1 }],
    })
    await expectCleanLedger({ api: shop.sandbox })
  })
})

describe('POST /v1/ledger/closings', () => {
  it('records what was owed, and books later transactions after it, whatever the clock of a server says', async () => {
    const clock = { now: new Date('2030-01-31T12:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const card = await issueCard(shop, 1000)
    const close = (through: string, api = shop.api) => api.post('/v1/ledger/closings', { through })
    const tender = { giftCardId: card.id, amount: 300 }
    await debitCard(shop, 'ord_1', [{ ...tender, currency: 'EUR' }], clock.now)

    clock.now = new Date('2030-02-01T00:59:00Z')
    const early = await close('2030-01-31')
    expect([early.status, early.body.error.details[0].path]).toEqual([400, '/through'])
    clock.now = new Date('2030-02-01T01:00:00Z')
    const total = {
      accountType: 'gift_card',
      unit: 'EUR',
      outstanding: 700,
      issued: 1000,
      redeemed: 300,
      writtenOff: 0,
    }
    const { status, body: january } = await close('2030-01-31')
    expect([status, january]).toMatchObject([201, { through: '2030-01-31', totals: [total] }])

    // A refund of the order of January, by a server whose clock is an hour and a half behind.
    await restoreCard(shop, { holder: 'ord_1', reference: 'rf_1' }, [tender], new Date('2030-01-31T23:30:00Z'))
    await debitCard(shop, 'ord_2', [{ ...tender, currency: 'EUR' }], new Date('2030-01-31T23:30:00Z'))
    expect(await list(shop, `?giftCardId=${card.id}&createdFrom=2030-02-01T00:00:00Z`)).toMatchObject([
      { kind: 'debited', createdAt: '2030-02-01T00:00:00.000Z' },
      { kind: 'restored', createdAt: '2030-02-01T00:00:00.000Z' },
    ])
    expect(await listLiabilities(shop, '2030-01-31')).toEqual([{ ...total, date: '2030-01-31' }])

    const again = await close('2030-01-15')
    expect([again.status, again.body.error.closedThrough]).toEqual([409, '2030-01-31'])
    clock.now = new Date('2030-03-02T00:00:00Z')
    const { body: february } = await close('2030-02-28')
    expect((await shop.api.get('/v1/ledger/closings')).body).toEqual({ data: [february, january], nextCursor: null })
    expect((await shop.sandbox.get('/v1/ledger/closings')).body.data).toEqual([])

    const audit = async () => (await shop.api.get('/v1/ledger/audit')).body.changedClosings
    expect(await audit()).toEqual([])
    await shop.server.db.pool.query(
      `update ledger_entries set created_at = '2030-01-31T23:00:00Z' where environment_id = $1 and holder = 'ord_2'`,
      [shop.live.environmentId],
    )
    // What was owed at the end of February is the same.
    expect(await audit()).toEqual([{ closingId: january.id, through: '2030-01-31' }])
  })
})
