import { describe, expect, it } from 'vitest'
import { openShop } from '../../../../test/open-shop.ts'
import {
  cardBalance,
  debitCard,
  euros,
  giftCardCtx,
  issueCard,
  listCardEntries,
  listCardEvents,
  openGiftCardShop,
  releaseCard,
  restoreCard,
} from '../../../../test/sample-gift-cards.ts'
import { expectCleanLedger, listLiabilities } from '../../../../test/sample-ledger.ts'
import { transaction } from '../../../ctx.ts'
import { generateCode, hashValidCode } from '../codes/codes.ts'
import { debitCards } from './redemption.ts'

const euro = (giftCardId: string, amount: number) => ({ giftCardId, amount, currency: 'EUR' })
const rejection = (about: string) => ({
  code: 'gift_card_rejected',
  status: 422,
  message: expect.stringContaining(about),
})

describe('debitCards', () => {
  it('debits several cards at once with one entry and one event each', async () => {
    const shop = await openGiftCardShop()
    const [one, two] = [await issueCard(shop, 500), await issueCard(shop, 300)]
    await debitCard(shop, 'ord_1', [euro(two.id, 300), euro(one.id, 200)])
    expect([await cardBalance(shop, one.id), await cardBalance(shop, two.id)]).toEqual([300, 0])
    expect(await listCardEntries(shop, one.id)).toEqual([
      ['issued', 500, 500],
      ['debited', -200, 300],
    ])
    const changed = (giftCardId: string, amount: number, balance: number) => ({
      type: 'gift_card.balance_changed',
      data: {
        giftCardId,
        kind: 'debited',
        change: euros(amount),
        balance: euros(balance),
        orderId: 'ord_1',
        refundId: null,
      },
    })
    expect((await listCardEvents(shop)).slice(2)).toEqual([changed(one.id, -200, 300), changed(two.id, -300, 0)])
    await expectCleanLedger(shop)
  })

  it('debits no card when one is rejected, and reports which and why', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const good = await issueCard(shop, 500)
    const small = await issueCard(shop, 10)
    const ended = await issueCard(shop, 500, { expiresAt: '2030-01-02T00:00:00Z' })
    const inactive = await issueCard(shop, 500)
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    const later = new Date('2030-01-02T00:00:00Z')
    const cases = [
      [euro(small.id, 11), small.last4, 'does not have enough balance'],
      [euro(ended.id, 1), ended.last4, 'has expired'],
      [euro(inactive.id, 1), inactive.last4, 'is deactivated'],
      [{ ...euro(small.id, 1), currency: 'USD' }, small.last4, 'is in EUR'],
    ] as const
    for (const [tender, last4, why] of cases) {
      const attempt = debitCard(shop, 'chk_1', [euro(good.id, 100), tender], later)
      await expect(attempt).rejects.toMatchObject(rejection(`${last4} ${why}`))
    }
    // One millisecond before its expiry the card was valid.
    await debitCard(shop, 'chk_2', [euro(ended.id, 1)], new Date('2030-01-01T23:59:59.999Z'))
    expect([await cardBalance(shop, good.id), await cardBalance(shop, small.id)]).toEqual([500, 10])
    expect(await listCardEntries(shop, good.id)).toHaveLength(1)
    await expectCleanLedger(shop)
  })

  it('debits nothing even when the caller ignores the rejection', async () => {
    const shop = await openGiftCardShop()
    const [good, small] = [await issueCard(shop, 500), await issueCard(shop, 10)]
    await transaction(giftCardCtx(shop), async (ctx) => {
      await debitCards(ctx, 'chk_1', [euro(good.id, 100), euro(small.id, 11)]).catch(() => {})
    })
    expect([await cardBalance(shop, good.id), await listCardEntries(shop, good.id)]).toEqual([
      500,
      [['issued', 500, 500]],
    ])
  })

  it('is idempotent per holder and rejects a different amount', async () => {
    const shop = await openGiftCardShop()
    const { id } = await issueCard(shop, 500)
    for (let times = 0; times < 3; times++) await debitCard(shop, 'chk_1', [euro(id, 400)])
    expect(await cardBalance(shop, id)).toBe(100)
    await expect(debitCard(shop, 'chk_1', [euro(id, 50)])).rejects.toMatchObject(rejection('another amount'))
    await debitCard(shop, 'chk_2', [euro(id, 100)])
    expect(await listCardEntries(shop, id)).toEqual([
      ['issued', 500, 500],
      ['debited', -400, 100],
      ['debited', -100, 0],
    ])
    expect(await listCardEvents(shop)).toHaveLength(3)
  })

  it('debits again after everything was restored, as when a failed payment is retried', async () => {
    const shop = await openGiftCardShop()
    const { id } = await issueCard(shop, 500)
    await debitCard(shop, 'chk_1', [euro(id, 400)])
    await restoreCard(shop, { holder: 'chk_1', reference: 'try 1' }, [{ giftCardId: id, amount: 400 }])
    await debitCard(shop, 'chk_1', [euro(id, 450)])
    expect(await cardBalance(shop, id)).toBe(50)
  })

  it('rejects a card of another environment, a duplicate card and an invalid amount', async () => {
    const shop = await openGiftCardShop()
    const other = await openShop(shop.server)
    const { id } = await issueCard(shop, 500)
    for (const environment of [shop.test, other.live]) {
      await expect(debitCard(shop, 'chk_1', [euro(id, 1)], new Date(), environment)).rejects.toMatchObject({
        status: 404,
      })
    }
    await expect(debitCard(shop, 'chk_1', [euro(id, 1), euro(id, 1)])).rejects.toThrow('appears twice')
    for (const amount of [0, -5, 0.5])
      await expect(debitCard(shop, 'chk_1', [euro(id, amount)])).rejects.toThrow(RangeError)
    await debitCard(shop, 'chk_1', [])
    expect(await cardBalance(shop, id)).toBe(500)
  })

  it('runs two statements for any number of cards', async () => {
    const shop = await openGiftCardShop()
    const cards: { id: string }[] = []
    for (let n = 0; n < 5; n++) cards.push(await issueCard(shop, 100))
    let statements = 0
    await transaction(giftCardCtx(shop), async (ctx) => {
      const rows: typeof ctx.db.rows = (row, statement) => {
        statements += 1
        return ctx.db.rows(row, statement)
      }
      await debitCards(
        { ...ctx, db: { ...ctx.db, rows } },
        'chk_1',
        cards.map(({ id }) => euro(id, 100)),
      )
    })
    expect(statements).toBe(2)
    expect(await Promise.all(cards.map(({ id }) => cardBalance(shop, id)))).toEqual([0, 0, 0, 0, 0])
  })
})

describe('restoreCards', () => {
  it('restores in parts, each reference once, and never more than was debited', async () => {
    const shop = await openGiftCardShop()
    const { id, last4 } = await issueCard(shop, 500)
    await debitCard(shop, 'ord_1', [euro(id, 300)])
    await debitCard(shop, 'ord_2', [euro(id, 200)])
    const back = (reference: string, amount: number, holder = 'ord_1') =>
      restoreCard(shop, { holder, reference }, [{ giftCardId: id, amount }])
    await back('rf_1', 100)
    await back('rf_1', 100)
    await expect(back('rf_2', 201)).rejects.toMatchObject(rejection(last4))
    await expect(back('rf_1', 1, 'ord_3')).rejects.toMatchObject(rejection('at most 0'))
    await back('rf_2', 200)
    await expect(back('rf_3', 1)).rejects.toMatchObject(rejection('at most 0'))
    // The same reference of another holder is a different refund.
    await back('rf_1', 50, 'ord_2')
    expect(await listCardEntries(shop, id)).toEqual([
      ['issued', 500, 500],
      ['debited', -300, 200],
      ['debited', -200, 0],
      ['restored', 100, 100],
      ['restored', 200, 300],
      ['restored', 50, 350],
    ])
    expect((await listCardEvents(shop)).at(-1)).toEqual({
      type: 'gift_card.balance_changed',
      data: {
        giftCardId: id,
        kind: 'restored',
        change: euros(50),
        balance: euros(350),
        orderId: 'ord_2',
        refundId: 'rf_1',
      },
    })
    await expectCleanLedger(shop)
  })

  it('restores no card when one amount is too high', async () => {
    const shop = await openGiftCardShop()
    const [one, two] = [await issueCard(shop, 500), await issueCard(shop, 500)]
    await debitCard(shop, 'ord_1', [euro(one.id, 100), euro(two.id, 100)])
    const both = [
      { giftCardId: one.id, amount: 100 },
      { giftCardId: two.id, amount: 101 },
    ]
    await expect(restoreCard(shop, { holder: 'ord_1', reference: 'a' }, both)).rejects.toMatchObject(
      rejection(two.last4),
    )
    expect([await cardBalance(shop, one.id), await cardBalance(shop, two.id)]).toEqual([400, 400])
  })

  it('restores an unspendable balance to a deactivated card, owed until the card is deactivated again', async () => {
    const shop = await openGiftCardShop()
    const { id } = await issueCard(shop, 500)
    await debitCard(shop, 'ord_1', [euro(id, 300)])
    await shop.api.post(`/v1/gift-cards/${id}/deactivation`)
    await restoreCard(shop, { holder: 'ord_1', reference: 'a' }, [{ giftCardId: id, amount: 300 }])
    const owed = async () => (await listLiabilities(shop))[0].outstanding
    expect([await cardBalance(shop, id), await owed()]).toEqual([300, 300])
    await expect(debitCard(shop, 'ord_2', [euro(id, 1)])).rejects.toMatchObject(rejection('is deactivated'))
    await shop.api.post(`/v1/gift-cards/${id}/deactivation`)
    expect([await cardBalance(shop, id), await owed()]).toEqual([0, 0])
    await shop.api.post(`/v1/gift-cards/${id}/deactivation`)
    expect((await listCardEntries(shop, id)).map(([kind]) => kind)).toEqual([
      'issued',
      'debited',
      'deactivated',
      'restored',
      'deactivated',
    ])
  })

  it('writes off the rest of a card that has just expired and keeps the restored amount', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const { id } = await issueCard(shop, 500, { expiresAt: '2030-01-02T00:00:00Z' })
    await debitCard(shop, 'ord_1', [euro(id, 300)], clock.now)
    clock.now = new Date('2030-01-02T00:00:01Z')
    await restoreCard(shop, { holder: 'ord_1', reference: 'a' }, [{ giftCardId: id, amount: 300 }], clock.now)
    expect((await listCardEntries(shop, id)).slice(2)).toEqual([
      ['expired', -200, 0],
      ['restored', 300, 300],
    ])
    expect((await listCardEvents(shop)).slice(-2).map(({ type }) => type)).toEqual([
      'gift_card.expired',
      'gift_card.balance_changed',
    ])
    expect((await shop.api.get(`/v1/gift-cards/${id}`)).body).toMatchObject({ status: 'expired', balance: euros(300) })
  })
})

describe('releaseCards', () => {
  it('writes off what it restores to an ended card, once, but not what a refund restored', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const good = await issueCard(shop, 500)
    const ended = await issueCard(shop, 500, { expiresAt: '2030-01-02T00:00:00Z' })
    const inactive = await issueCard(shop, 500)
    const tenders = [good, ended, inactive].map(({ id }) => euro(id, 200))
    for (const holder of ['chk_1', 'ord_1']) await debitCard(shop, holder, tenders, clock.now)
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    clock.now = new Date('2030-01-02T00:00:01Z')
    const back = { holder: 'chk_1', reference: 'a' }
    await restoreCard(shop, { holder: 'ord_1', reference: 'a' }, [{ giftCardId: inactive.id, amount: 150 }], clock.now)
    for (let times = 0; times < 2; times++) await releaseCard(shop, back, tenders, clock.now)
    expect((await listCardEntries(shop, good.id)).slice(3)).toEqual([['restored', 200, 300]])
    expect((await listCardEntries(shop, ended.id)).slice(3)).toEqual([
      ['expired', -100, 0],
      ['restored', 200, 200],
      ['expired', -200, 0],
    ])
    expect((await listCardEntries(shop, inactive.id)).slice(3)).toEqual([
      ['deactivated', -100, 0],
      ['restored', 150, 150],
      ['restored', 200, 350],
      ['deactivated', -200, 150],
    ])
    expect((await listCardEvents(shop)).slice(-2)).toEqual([
      { type: 'gift_card.expired', data: { giftCardId: ended.id, writtenOff: euros(200) } },
      { type: 'gift_card.deactivated', data: { giftCardId: inactive.id, writtenOff: euros(200) } },
    ])
    expect(await listLiabilities(shop)).toMatchObject([{ outstanding: 450, redeemed: 450, writtenOff: 600 }])
    await expectCleanLedger(shop)
  })
})

describe('hashValidCode', () => {
  it('returns the stored hash of a code, and null for a typo', async () => {
    const shop = await openGiftCardShop()
    const { id, code } = await issueCard(shop)
    const ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'visitor' } as const }
    const find = async (hash: Buffer | null) =>
      (await shop.server.db.pool.query('select id from gift_cards where code_hash = $1', [hash])).rows
    expect(await find(hashValidCode(ctx, ` ${code.toLowerCase()}`))).toEqual([{ id }])
    expect(await find(hashValidCode({ ...ctx, ...shop.test }, code))).toEqual([])
    expect(await find(hashValidCode(ctx, generateCode()))).toEqual([])
    expect(hashValidCode(ctx, `${code}2`)).toBeNull()
    expect(hashValidCode(ctx, '')).toBeNull()
  })
})
