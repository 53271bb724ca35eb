import { describe, expect, it, onTestFinished } from 'vitest'
import type { Shop } from '../../../test/open-shop.ts'
import { runProgram } from '../../../test/process.ts'
import {
  cardBalance,
  debitCard,
  euros,
  issueCard,
  listCardEntries,
  listCardEvents,
  openGiftCardShop,
  releaseCard,
  restoreCard,
} from '../../../test/sample-gift-cards.ts'
import { expectCleanLedger } from '../../../test/sample-ledger.ts'
import { openDatabase } from '../../db/database.ts'
import { expireGiftCards } from './expiry.ts'

const euro = (giftCardId: string, amount: number) => ({ giftCardId, amount, currency: 'EUR' })
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)))
const fulfilledCount = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length
const errorCodes = (outcomes: PromiseSettledResult<unknown>[]) =>
  new Set(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : [])))

/** The same shop through a separate connection pool. */
function throughAnotherPool(shop: Shop): Shop {
  const db = openDatabase({
    connection: shop.server.connection,
    checkRows: true,
    maxConnections: 10,
    connectTimeoutMs: 60_000,
  })
  onTestFinished(() => db.close())
  return { ...shop, server: { ...shop.server, system: { ...shop.server.system, db } } }
}

/** Every debit left a distinct balance, down to the current one. */
async function expectWholeLedger(shop: Shop, id: string): Promise<void> {
  await expectCleanLedger(shop)
  const { rows } = await shop.server.db.pool.query(
    `select count(*)::int as entries, count(distinct balance_after)::int as balances, min(balance_after)::int as least
     from ledger_entries where account_id = $1 and kind = 'debited'`,
    [id],
  )
  const [{ entries, balances, least }] = rows
  expect([balances, least]).toEqual([entries, await cardBalance(shop, id)])
}

function spend(shop: Shop, giftCardId: string, name: string, more: { amount: number; payments: number }) {
  const { connection } = shop.server
  const spender = { connection, environment: shop.live, giftCardId, name, pools: 2, ...more }
  return runProgram('test/gift-card-spender.process.ts', { SPENDER: JSON.stringify(spender) })
}

describe('gift card concurrency', () => {
  it('grants exactly 25 of 100 concurrent debits of 10 from 250 across pools, and the ledger agrees', async () => {
    const shop = await openGiftCardShop({ now: new Date() })
    const { id } = await issueCard(shop, 250)
    const tills = [shop, throughAnotherPool(shop), throughAnotherPool(shop)]
    const outcomes = await times(100, (n) => debitCard(tills[n % 3] as Shop, `chk_${n}`, [euro(id, 10)]))
    expect([fulfilledCount(outcomes), errorCodes(outcomes)]).toEqual([25, new Set(['gift_card_rejected'])])
    expect(await cardBalance(shop, id)).toBe(0)
    expect(await listCardEntries(shop, id)).toHaveLength(26)
    await expectWholeLedger(shop, id)
    expect((await listCardEvents(shop)).filter(({ type }) => type === 'gift_card.balance_changed')).toHaveLength(25)
  })

  it('grants exactly 25 of 100 concurrent debits across three processes', async () => {
    const shop = await openGiftCardShop({ now: new Date() })
    const { id } = await issueCard(shop, 250)
    const spenders = [34, 33, 33].map((payments, n) => spend(shop, id, `p${n}`, { amount: 10, payments }))
    const ends = await Promise.all(spenders.map((spender) => spender.waitForLine(/done (\d+) (\d+)/)))
    const sum = (at: number) => ends.reduce((total, match) => total + Number(match[at]), 0)
    expect([sum(1), sum(2)]).toEqual([25, 75])
    expect(await cardBalance(shop, id)).toBe(0)
    await expectWholeLedger(shop, id)
  })

  it('keeps balance and ledger consistent and loses no acknowledged payment when processes are killed', async () => {
    const shop = await openGiftCardShop({ now: new Date() })
    const { id } = await issueCard(shop, 1_000_000)
    const spenders = [0, 1, 2].map((n) => spend(shop, id, `p${n}`, { amount: 10, payments: 2000 }))
    await Promise.all(
      spenders.map(async (spender) => {
        await spender.waitForLine(/(paid .*\n){20}/)
        await spender.kill('SIGKILL')
      }),
    )
    const acknowledged = spenders.flatMap((spender) =>
      [...spender.output().matchAll(/^paid (.+)\n/gm)].map(([, holder]) => holder),
    )
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    expect(acknowledged.length).toBeLessThan(6000)
    // The database rolls back the open transactions of a killed process.
    await debitCard(shop, 'last', [euro(id, 10)])
    const { rows } = await shop.server.db.pool.query(
      "select holder from ledger_entries where kind = 'debited' and account_id is not null",
    )
    const booked = rows.map(({ holder }) => holder)
    expect(acknowledged.filter((holder) => !booked.includes(holder))).toEqual([])
    expect(await cardBalance(shop, id)).toBe(1_000_000 - 10 * booked.length)
    await expectWholeLedger(shop, id)
  })

  it('debits and restores once when one holder sends the same request 20 times', async () => {
    const shop = await openGiftCardShop({ now: new Date() })
    const { id } = await issueCard(shop, 1000)
    const results = await times(20, () => debitCard(shop, 'chk_1', [euro(id, 300)]))
    expect([fulfilledCount(results), await cardBalance(shop, id)]).toEqual([20, 700])
    const back = await times(20, () =>
      restoreCard(shop, { holder: 'chk_1', reference: 'a' }, [{ giftCardId: id, amount: 200 }]),
    )
    expect([fulfilledCount(back), await cardBalance(shop, id)]).toEqual([20, 900])
    // Distinct refunds of 60 each: only one fits into the remaining 100.
    const more = await times(10, (n) =>
      restoreCard(shop, { holder: 'chk_1', reference: `more ${n}` }, [{ giftCardId: id, amount: 60 }]),
    )
    expect([fulfilledCount(more), await cardBalance(shop, id)]).toEqual([1, 960])
    await expectCleanLedger(shop)
  })

  it('does not deadlock when payments list the same cards in different orders', async () => {
    const shop = await openGiftCardShop({ now: new Date() })
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.push((await issueCard(shop, 100)).id)
    const outcomes = await times(40, (n) =>
      debitCard(
        shop,
        `chk_${n}`,
        (n % 2 ? ids : ids.toReversed()).map((id) => euro(id, 5)),
      ),
    )
    expect([fulfilledCount(outcomes), errorCodes(outcomes)]).toEqual([20, new Set(['gift_card_rejected'])])
    expect(await Promise.all(ids.map((id) => cardBalance(shop, id)))).toEqual([0, 0, 0, 0])
  })

  it('issues one card when several requests use the same code', async () => {
    const shop = await openGiftCardShop({ now: new Date() })
    const { code } = await issueCard(shop, 1)
    await shop.server.db.pool.query('delete from ledger_entries; delete from gift_cards')
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => shop.api.post('/v1/gift-cards', { amount: euros(5), code })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('leaves no balance and no drift after concurrent payments, releases, credits, deactivations and expiry', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const after = new Date('2030-01-02T00:00:00Z')
    const cards: string[] = []
    for (let n = 0; n < 6; n++) cards.push((await issueCard(shop, 500, { expiresAt: after.toISOString() })).id)
    await Promise.allSettled(
      cards.flatMap((id, n) => [
        ...Array.from({ length: 8 }, async (_, m) => {
          await debitCard(shop, `chk_${m}`, [euro(id, 30)], clock.now)
          if (m % 2) await releaseCard(shop, { holder: `chk_${m}`, reference: 'a' }, [euro(id, 30)], clock.now)
        }),
        shop.api.post(`/v1/gift-cards/${id}/credits`, { amount: euros(15), reason: 'x' }),
        ...(n % 2 ? [shop.api.post(`/v1/gift-cards/${id}/deactivation`)] : []),
        expireGiftCards.run({ ...shop.server.system, now: after }),
      ]),
    )
    const { data } = (await shop.api.get('/v1/gift-cards')).body
    expect(data.map((card: { balance: { amount: number } }) => card.balance.amount)).toEqual([0, 0, 0, 0, 0, 0])
    await expectCleanLedger(shop)
    for (const id of cards) {
      const ends = (await listCardEntries(shop, id)).filter(([kind]) => kind === 'expired' || kind === 'deactivated')
      expect(ends.length).toBeGreaterThan(0)
    }
  })
})
