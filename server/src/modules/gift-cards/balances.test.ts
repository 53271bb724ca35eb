import { describe, expect, it } from 'vitest'
import type { Shop } from '../../../test/open-shop.ts'
import {
  cardBalance,
  debitCard,
  euros,
  issueCard,
  listCardEntries,
  listCardEvents,
  openGiftCardShop,
} from '../../../test/sample-gift-cards.ts'
import { expectCleanLedger, listLiabilities } from '../../../test/sample-ledger.ts'
import { expireGiftCards } from './expiry.ts'

const runExpiry = (shop: Shop, now: Date) => expireGiftCards.run({ ...shop.server.system, now })

describe('POST /v1/gift-cards/:id/credits', () => {
  it('credits the card once per Idempotency-Key', async () => {
    const shop = await openGiftCardShop()
    const { id } = await issueCard(shop, 500)
    const credit = { amount: euros(250), reason: 'Late parcel' }
    const headers = { 'idempotency-key': 'credit-1' }
    const first = await shop.api.post(`/v1/gift-cards/${id}/credits`, credit, headers)
    const again = await shop.api.post(`/v1/gift-cards/${id}/credits`, credit, headers)
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(first.body).toMatchObject({ balance: euros(750), initialAmount: euros(500), version: 1 })
    const [entry] = (await shop.api.get(`/v1/gift-cards/${id}/entries`)).body.data
    expect(entry).toMatchObject({
      kind: 'credited',
      amount: euros(250),
      reason: 'Late parcel',
      orderId: null,
      refundId: null,
    })
    expect((await listCardEvents(shop)).slice(1)).toEqual([
      {
        type: 'gift_card.balance_changed',
        data: {
          giftCardId: id,
          kind: 'credited',
          change: euros(250),
          balance: euros(750),
          orderId: null,
          refundId: null,
        },
      },
    ])
  })

  it('rejects another currency, an excessive amount, and an ended card', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const good = await issueCard(shop, 500)
    const ended = await issueCard(shop, 500, { expiresAt: '2030-01-02T00:00:00Z' })
    const inactive = await issueCard(shop, 500)
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    clock.now = new Date('2030-01-03T00:00:00Z')
    const credit = async (id: string, amount: object) => {
      const { status, body } = await shop.api.post(`/v1/gift-cards/${id}/credits`, { amount, reason: 'x' })
      return [status, body.error.code, body.error.message]
    }
    const rejection = (why: string) => [422, 'gift_card_rejected', expect.stringContaining(why)]
    expect(await credit(good.id, { amount: 1, currency: 'USD' })).toEqual(rejection('is in EUR'))
    expect(await credit(good.id, euros(100_000_000_000))).toEqual(
      rejection('holds 5.00 EUR and can hold at most 1000000000.00 EUR'),
    )
    expect(await credit(ended.id, euros(1))).toEqual(rejection('has expired'))
    expect(await credit(inactive.id, euros(1))).toEqual(rejection('is deactivated'))
    expect((await shop.api.post(`/v1/gift-cards/${good.id}/credits`, { amount: euros(1) })).status).toBe(400)
    expect(await cardBalance(shop, good.id)).toBe(500)
  })
})

describe('POST /v1/gift-cards/:id/deactivation', () => {
  it('writes off the balance once and permanently', async () => {
    const shop = await openGiftCardShop()
    const { id } = await issueCard(shop, 500)
    await debitCard(shop, 'ord_1', [{ giftCardId: id, amount: 200, currency: 'EUR' }])
    for (let times = 0; times < 2; times++) {
      const { status, body } = await shop.api.post(`/v1/gift-cards/${id}/deactivation`)
      expect([status, body.status, body.balance, body.version]).toEqual([200, 'deactivated', euros(0), 2])
    }
    expect((await listCardEntries(shop, id)).slice(2)).toEqual([['deactivated', -300, 0]])
    const events = (await listCardEvents(shop)).filter(({ type }) => type === 'gift_card.deactivated')
    expect(events).toEqual([{ type: 'gift_card.deactivated', data: { giftCardId: id, writtenOff: euros(300) } }])
  })

  it('writes a ledger entry for an empty card too', async () => {
    const shop = await openGiftCardShop()
    const { id } = await issueCard(shop, 500)
    await debitCard(shop, 'ord_1', [{ giftCardId: id, amount: 500, currency: 'EUR' }])
    await shop.api.post(`/v1/gift-cards/${id}/deactivation`)
    expect((await listCardEntries(shop, id)).at(-1)).toEqual(['deactivated', 0, 0])
  })
})

describe('gift card expiry', () => {
  it('writes off the balance once, exactly at expiry', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const expiring = await issueCard(shop, 500, { expiresAt: '2030-01-02T00:00:00Z' })
    const unlimited = await issueCard(shop, 500)
    const later = await issueCard(shop, 500, { expiresAt: '2030-01-02T00:00:00Z' })
    const inactive = await issueCard(shop, 500, { expiresAt: '2030-01-02T00:00:00Z' })
    await shop.api.patch(`/v1/gift-cards/${later.id}`, { expiresAt: '2030-03-01T00:00:00Z' })
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    await runExpiry(shop, new Date('2030-01-01T23:59:59.999Z'))
    expect(await cardBalance(shop, expiring.id)).toBe(500)
    clock.now = new Date('2030-01-02T00:00:00Z')
    for (let times = 0; times < 2; times++) await runExpiry(shop, clock.now)
    const cards = (await shop.api.get('/v1/gift-cards')).body.data
    expect(Object.fromEntries(cards.map((card: Record<string, unknown>) => [card.id, card.status]))).toEqual({
      [expiring.id]: 'expired',
      [unlimited.id]: 'active',
      [later.id]: 'active',
      [inactive.id]: 'deactivated',
    })
    expect(await listCardEntries(shop, expiring.id)).toEqual([
      ['issued', 500, 500],
      ['expired', -500, 0],
    ])
    const events = (await listCardEvents(shop)).filter(({ type }) => type === 'gift_card.expired')
    expect(events).toEqual([{ type: 'gift_card.expired', data: { giftCardId: expiring.id, writtenOff: euros(500) } }])
  })

  it('handles several environments and more cards than fit in one transaction', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const issued = { amount: euros(7), expiresAt: '2030-01-02T00:00:00Z' }
    await shop.api.post('/v1/gift-cards', issued)
    await shop.sandbox.post('/v1/gift-cards', issued)
    await shop.server.db.pool.query(`
      with more as (
        insert into gift_cards (environment_id, id, code_hash, last4, currency, initial_amount, balance, status, expires_at,
          version, created_at, updated_at)
        select environment_id, 'gc_' || lpad(n::text, 26, '0'), sha256(n::text::bytea), last4, currency, 7, 7, status, expires_at,
          1, created_at, created_at
        from gift_cards, generate_series(1, 1100) as n
        returning *
      )
      insert into ledger_entries (environment_id, id, transaction_id, account_type, account_id, unit, amount, balance_after, kind,
        actor, created_at)
      select environment_id, entry_id, replace(id, 'gc_', 'ltx_'), account_type, account_id, currency, amount, balance_after,
        'issued', 'system', created_at
      from more cross join lateral (values
        (replace(id, 'gc_', 'lde_'), 'gift_card', id, 7, 7), (replace(id, 'gc_0', 'lde_1'), 'issued', null, -7, null)
      ) as sides (entry_id, account_type, account_id, amount, balance_after)`)
    clock.now = new Date('2030-01-02T00:00:00Z')
    await runExpiry(shop, clock.now)
    for (const api of [shop.api, shop.sandbox]) {
      expect(await listLiabilities({ api })).toMatchObject([{ outstanding: 0, writtenOff: 7 * 1101 }])
      await expectCleanLedger({ api })
    }
  })
})
