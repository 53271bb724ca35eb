import { describe, expect, it, vi } from 'vitest'
import { debitCard, issueCard, openGiftCardShop, restoreCard } from '../../../../test/sample-gift-cards.ts'
import { generateCode, normalizeCode } from './codes.ts'

const TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind in ('r', 'p', 'm') and relnamespace in (select oid from pg_namespace where nspname !~ '^(pg_|information_schema)')`

describe('gift card codes', () => {
  it('never appear in the database or the log', async () => {
    const shop = await openGiftCardShop({ now: new Date() })
    await shop.server.startWorker()
    const own = generateCode()
    const headers = { 'idempotency-key': 'once' }
    const issued = await shop.api.post('/v1/gift-cards', { amount: { amount: 500, currency: 'EUR' } }, headers)
    const cards = [issued.body, await issueCard(shop, 500, { code: own })]
    // Rejected requests must not be stored either.
    await shop.api.post('/v1/gift-cards', { amount: { amount: 1, currency: 'EUR' }, code: own }, headers)
    await shop.api.post('/v1/gift-cards', { amount: { amount: -1, currency: 'EUR' }, code: own }, headers)
    for (const { id, code } of cards) {
      await shop.api.post('/v1/gift-cards/check', { code }, { 'idempotency-key': `check-${id}` })
      await shop.api.post('/v1/gift-cards/check', `{"code": "${code}"`)
      await debitCard(shop, 'chk_1', [{ giftCardId: id, amount: 100, currency: 'EUR' }])
      await restoreCard(shop, { holder: 'chk_1', reference: 'r1' }, [{ giftCardId: id, amount: 50 }])
      await shop.api.patch(`/v1/gift-cards/${id}`, { staffNote: 'One of ours' })
      await shop.api.post(`/v1/gift-cards/${id}/deactivation`, undefined, { 'idempotency-key': `end-${id}` })
    }
    await vi.waitFor(
      async () => {
        const { rows } = await shop.server.db.pool.query('select from graphile_worker._private_jobs')
        expect(rows).toEqual([])
      },
      { timeout: 120_000 },
    )
    const { rows: tables } = await shop.server.db.pool.query<{ name: string }>(TABLES)
    const everything: string[] = []
    for (const { name } of tables) {
      const { rows } = await shop.server.db.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
      everything.push(...rows.map(({ row }) => row))
    }
    const text = `${everything.join('\n')}\n${shop.server.logged.join('')}`.toUpperCase()
    // Proves that the search covers the right tables: public data is found.
    expect(text.includes('ONE OF OURS')).toBe(true)
    for (const { id, code, last4 } of cards) {
      expect([text.includes(id.toUpperCase()), text.includes(last4)]).toEqual([true, true])
      const bare = normalizeCode(code)
      for (const secret of [code, bare, bare.slice(0, 8), Buffer.from(bare).toString('hex').toUpperCase()]) {
        expect(text.includes(secret)).toBe(false)
      }
    }
    const { rows } = await shop.server.db.pool.query<{ key: string }>('select key from idempotency_keys order by key')
    expect(rows.map(({ key }) => key.split('-')[0])).toEqual(['end', 'end'])
  })
})
