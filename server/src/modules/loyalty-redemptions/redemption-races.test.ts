import { expect, it, onTestFinished } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { cardBalance, debitCard, giftCardCtx } from '../../../test/sample-gift-cards.ts'
import { expectCleanLedger } from '../../../test/sample-ledger.ts'
import { createProgram, grantPoints, listPointEntries, pointsBalance } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'
import { findUsageDrift } from '../../../test/sample-promotions.ts'
import { transaction } from '../../ctx.ts'
import { openDatabase } from '../../db/database.ts'
import { reserveUses } from '../promotions/uses/uses.ts'
import { redeem, reverseRedemption } from './loyalty-redemptions.ts'

const REWARDS = [
  { key: 'card', name: 'Gift card', points: 10, type: 'gift_card', amount: eur(100) },
  { key: 'off', name: 'Discount', points: 10, type: 'discount_code', amount: eur(100) },
]

async function openRaceShop(points: number) {
  const shop = await openShop()
  await createProgram(shop, { rewards: REWARDS, expiresAfterDays: 30 })
  const ada = (await addCustomer(shop)) as `cus_${string}`
  await grantPoints(shop, ada, points)
  // Few enough connections that on a slow machine nobody waits for the account longer than the lock timeout.
  const pools = [1, 2, 3].map(() => {
    const db = openDatabase({ connection: shop.server.connection, maxConnections: 3, connectTimeoutMs: 60_000 })
    onTestFinished(() => db.close())
    return db
  })
  return { ...shop, ada, ctxOf: (n: number) => ({ ...giftCardCtx(shop), db: pools[n % 3] ?? shop.server.db }) }
}

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)))
const valuesOf = <T>(outcomes: PromiseSettledResult<T>[]) =>
  outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
const errorCodes = (outcomes: PromiseSettledResult<unknown>[]) =>
  new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code ?? one.reason] : [])))

async function countRows({ server, live }: Shop) {
  const { rows } = await server.db.pool.query(
    `select
       (select count(*)::int from loyalty_redemptions where environment_id = $1) as redemptions,
       (select count(*)::int from gift_cards where environment_id = $1) as cards,
       (select count(*)::int from promotion_codes where environment_id = $1) as codes,
       (select count(*)::int from promotions where environment_id = $1) as promotions,
       (select count(*)::int from events where environment_id = $1) as events,
       (select sum(remaining)::int from loyalty_lots where environment_id = $1 and state = 'available') as points`,
    [live.environmentId],
  )
  return rows[0]
}

it('grants exactly 7 of 200 concurrent redemptions of 10 from 70 points across pools, and reverses each once', async () => {
  const shop = await openRaceShop(70)
  const outcomes = await times(200, (n) =>
    redeem(shop.ctxOf(n), { customerId: shop.ada, reward: n % 2 ? 'card' : 'off' }),
  )
  const granted = valuesOf(outcomes)
  expect([granted.length, errorCodes(outcomes)]).toEqual([7, new Set(['insufficient_points'])])
  expect(await pointsBalance(shop, shop.ada)).toBe(0)
  expect((await listPointEntries(shop, shop.ada)).map(([, , after]) => after)).toEqual([70, 60, 50, 40, 30, 20, 10, 0])
  const cards = granted.filter(({ type }) => type === 'gift_card').length
  expect(await countRows(shop)).toMatchObject({ redemptions: 7, cards, codes: 7 - cards, points: null })
  await expectCleanLedger(shop)

  const reversals = await times(21, (n) => reverseRedemption(shop.ctxOf(n), granted[n % 7]?.id ?? ''))
  expect(errorCodes(reversals)).toEqual(new Set())
  expect(valuesOf(reversals).every(({ status }) => status === 'reversed')).toBe(true)
  expect([await pointsBalance(shop, shop.ada), (await countRows(shop)).points]).toEqual([70, 70])
  await expectCleanLedger(shop)
})

it('lets either the use or the reversal of a gift card win, never both', async () => {
  const shop = await openRaceShop(100)
  for (let round = 0; round < 10; round++) {
    const { id, giftCardId } = await redeem(shop.ctxOf(0), { customerId: shop.ada, reward: 'card' })
    const before = await pointsBalance(shop, shop.ada)
    const [use, reversal] = await Promise.allSettled([
      debitCard(shop, `ord_${round}`, [{ giftCardId: giftCardId ?? '', amount: 100, currency: 'EUR' }]),
      reverseRedemption(shop.ctxOf(round), id),
    ])
    expect([use.status, reversal.status].sort()).toEqual(['fulfilled', 'rejected'])
    const isReversed = reversal.status === 'fulfilled'
    expect(await pointsBalance(shop, shop.ada)).toBe(before + (isReversed ? 10 : 0))
    expect(await cardBalance(shop, giftCardId ?? '')).toBe(0)
  }
  await expectCleanLedger(shop)
})

it('lets either the use or the reversal of a code win, never both', async () => {
  const shop = await openRaceShop(100)
  for (let round = 0; round < 10; round++) {
    const { id, code, promotionId } = await redeem(shop.ctxOf(0), { customerId: shop.ada, reward: 'off' })
    const before = await pointsBalance(shop, shop.ada)
    const use = { promotionId: promotionId ?? '', code, customerKey: null, currency: 'EUR', amount: 100 }
    const soon = new Date(Date.now() + 60_000)
    const [used, reversal] = await Promise.allSettled([
      transaction(shop.ctxOf(1), (ctx) => reserveUses(ctx, `ord_${round}`, [use], soon)),
      reverseRedemption(shop.ctxOf(2), id),
    ])
    expect([used.status, reversal.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await pointsBalance(shop, shop.ada)).toBe(before + (reversal.status === 'fulfilled' ? 10 : 0))
  }
  expect(await findUsageDrift(shop)).toEqual([])
  await expectCleanLedger(shop)
})

it('leaves nothing behind if the server stops before the redemption is committed', async () => {
  const shop = await openRaceShop(20)
  const before = await countRows(shop)
  for (const reward of ['card', 'off']) {
    const crash = transaction(shop.ctxOf(0), async (ctx) => {
      await redeem(ctx, { customerId: shop.ada, reward })
      throw new Error('the server stopped')
    })
    await expect(crash).rejects.toThrow('the server stopped')
  }
  expect(await countRows(shop)).toEqual(before)
  const { id } = await redeem(shop.ctxOf(0), { customerId: shop.ada, reward: 'card' })
  const redeemed = await countRows(shop)
  const crash = transaction(shop.ctxOf(0), async (ctx) => {
    await reverseRedemption(ctx, id)
    throw new Error('the server stopped')
  })
  await expect(crash).rejects.toThrow('the server stopped')
  expect(await countRows(shop)).toEqual(redeemed)
  expect((await reverseRedemption(shop.ctxOf(0), id)).status).toBe('reversed')
  expect((await countRows(shop)).points).toBe(20)
  await expectCleanLedger(shop)
})
