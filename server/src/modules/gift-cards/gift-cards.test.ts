import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { euros, issueCard, listCardEntries, listCardEvents, openGiftCardShop } from '../../../test/sample-gift-cards.ts'
import { listLiabilities } from '../../../test/sample-ledger.ts'
import { signIn } from '../../../test/sign-in.ts'
import { generateCode, normalizeCode } from './codes/codes.ts'

const KIM = { name: 'Kim Berg', email: 'kim@example.com' }
const NEXT_YEAR = '2031-01-01T00:00:00.000Z'

describe('POST /v1/gift-cards', () => {
  it('issues a card, returns its code once, and writes the ledger entry and the event', async () => {
    const shop = await openGiftCardShop()
    const { status, body, headers } = await shop.api.post('/v1/gift-cards', {
      amount: euros(5000),
      expiresAt: NEXT_YEAR,
      staffNote: 'A prize',
      recipient: KIM,
    })
    expect(status).toBe(201)
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual(['"1"', 'no-store'])
    const { code, ...card } = body
    expect(card).toMatchObject({
      last4: normalizeCode(code).slice(-4),
      status: 'active',
      initialAmount: euros(5000),
      balance: euros(5000),
      expiresAt: NEXT_YEAR,
      staffNote: 'A prize',
      recipient: KIM,
      orderId: null,
      version: 1,
    })
    expect((await shop.api.get(`/v1/gift-cards/${card.id}`)).body).toEqual(card)
    expect((await shop.api.get('/v1/gift-cards')).body).toEqual({ data: [card], nextCursor: null })
    expect(await listCardEntries(shop, card.id)).toEqual([['issued', 5000, 5000]])
    expect(await listCardEvents(shop)).toEqual([
      { type: 'gift_card.created', data: { giftCardId: card.id, amount: euros(5000) } },
    ])
  })

  it('accepts a custom code that is strong enough and unused', async () => {
    const shop = await openGiftCardShop()
    const code = generateCode()
    const card = await issueCard(shop, 100, { code: code.toLowerCase() })
    expect(normalizeCode(card.code)).toBe(code)
    const again = await shop.api.post('/v1/gift-cards', { amount: euros(100), code: card.code })
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
    for (const weak of ['SUMMER', '2'.repeat(16), `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`]) {
      const response = await shop.api.post('/v1/gift-cards', { amount: euros(100), code: weak })
      expect([weak, response.status, response.body.error.details[0].path]).toEqual([weak, 400, '/code'])
      expect(JSON.stringify(response.body)).not.toContain(weak)
    }
    expect((await shop.api.get('/v1/gift-cards')).body.data).toHaveLength(1)
    // Codes are unique per environment.
    expect((await shop.sandbox.post('/v1/gift-cards', { amount: euros(100), code })).status).toBe(201)
  })

  it('rejects an invalid amount, currency, expiry or recipient', async () => {
    const { api } = await openGiftCardShop()
    const wrong: [object, string][] = [
      [{ amount: euros(0) }, '/amount/amount'],
      [{ amount: euros(-5) }, '/amount/amount'],
      [{ amount: euros(0.5) }, '/amount/amount'],
      [{ amount: euros(100_000_000_001) }, '/amount/amount'],
      [{ amount: { amount: 1, currency: 'ZZZ' } }, '/amount/currency'],
      [{ amount: euros(1), expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
      [{ amount: euros(1), recipient: {} }, '/recipient'],
      [{ amount: euros(1), recipient: { email: 'nobody' } }, '/recipient/email'],
    ]
    for (const [body, path] of wrong) {
      const response = await api.post('/v1/gift-cards', body)
      const paths = response.body.error?.details.map((detail: { path: string }) => detail.path)
      expect([body, response.status, paths]).toEqual([body, 400, expect.arrayContaining([path])])
    }
    expect((await api.get('/v1/gift-cards')).body.data).toEqual([])
  })
})

describe('GET /v1/gift-cards', () => {
  it('filters by status, last four symbols and recipient, with pagination', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const plain = await issueCard(shop)
    const kimsCard = await issueCard(shop, 1000, { recipient: KIM })
    const ended = await issueCard(shop, 1000, { expiresAt: '2030-02-01T00:00:00.000Z', recipient: { name: 'A_b%c' } })
    const inactive = await issueCard(shop)
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    clock.now = new Date('2030-02-01T00:00:00Z')
    const search = async (query: string) =>
      (await shop.api.get(`/v1/gift-cards?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await search('')).toEqual([inactive.id, ended.id, kimsCard.id, plain.id])
    expect(await search('status=active')).toEqual([kimsCard.id, plain.id])
    expect(await search('status=expired')).toEqual([ended.id])
    expect(await search('status=deactivated')).toEqual([inactive.id])
    expect(await search(`q=${plain.last4.toLowerCase()}`)).toContain(plain.id)
    expect(await search('q=KIM%20b')).toEqual([kimsCard.id])
    expect(await search('q=example.com')).toEqual([kimsCard.id])
    expect(await search('q=b%25')).toEqual([ended.id])
    expect(await search('q=%25')).toEqual([ended.id])
    expect(await search('q=kim&status=expired')).toEqual([])
    const first = (await shop.api.get('/v1/gift-cards?limit=3')).body
    await issueCard(shop)
    expect(await search(`limit=3&cursor=${first.nextCursor}`)).toEqual([plain.id])
  })

  it('returns nothing of another workspace or environment', async () => {
    const shop = await openGiftCardShop()
    const other = await openShop(shop.server)
    const { id, code } = await issueCard(shop)
    for (const { api } of [other, { api: shop.sandbox }]) {
      expect((await api.get('/v1/gift-cards')).body.data).toEqual([])
      for (const path of ['', '/entries']) expect((await api.get(`/v1/gift-cards/${id}${path}`)).status).toBe(404)
      expect((await api.patch(`/v1/gift-cards/${id}`, { staffNote: 'x' })).status).toBe(404)
      expect((await api.post(`/v1/gift-cards/${id}/deactivation`)).status).toBe(404)
      const credit = { amount: euros(1), reason: 'x' }
      expect((await api.post(`/v1/gift-cards/${id}/credits`, credit)).status).toBe(404)
      expect((await api.post('/v1/gift-cards/check', { code })).body).toMatchObject({ valid: false, id: null })
      expect(await listLiabilities({ api })).toEqual([])
    }
    expect((await shop.api.get(`/v1/gift-cards/${id}`)).body).toMatchObject({
      status: 'active',
      staffNote: null,
      version: 1,
    })
  })
})

describe('PATCH /v1/gift-cards/:id', () => {
  it('changes only the fields sent and honors If-Match', async () => {
    const shop = await openGiftCardShop()
    const { id } = await issueCard(shop, 5000, { staffNote: 'old', recipient: KIM, expiresAt: NEXT_YEAR })
    const path = `/v1/gift-cards/${id}`
    const changed = await shop.api.send('PATCH', path, { staffNote: 'new' }, { 'if-match': '"1"' })
    expect(changed.headers.get('etag')).toBe('"2"')
    expect(changed.body).toMatchObject({ staffNote: 'new', recipient: KIM, expiresAt: NEXT_YEAR, version: 2 })
    expect((await shop.api.send('PATCH', path, { staffNote: 'late' }, { 'if-match': '"1"' })).status).toBe(412)
    const cleared = await shop.api.patch(path, { staffNote: null, recipient: null, expiresAt: null })
    expect(cleared.body).toMatchObject({ staffNote: null, recipient: null, expiresAt: null, balance: euros(5000) })
    expect((await shop.api.patch(path, { balance: euros(9) })).status).toBe(400)
    expect((await shop.api.patch(path, { expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400)
  })

  it('rejects a new expiry for an ended card but accepts a note', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const ended = await issueCard(shop, 1, { expiresAt: '2030-01-02T00:00:00Z' })
    const inactive = await issueCard(shop)
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    clock.now = new Date('2030-01-03T00:00:00Z')
    for (const { id } of [ended, inactive]) {
      const response = await shop.api.patch(`/v1/gift-cards/${id}`, { expiresAt: NEXT_YEAR })
      expect([response.status, response.body.error.details[0].path]).toEqual([409, '/expiresAt'])
      expect((await shop.api.patch(`/v1/gift-cards/${id}`, { staffNote: 'Told her' })).status).toBe(200)
    }
  })
})

describe('POST /v1/gift-cards/check', () => {
  it('returns the balance however the code is typed', async () => {
    const shop = await openGiftCardShop()
    const { id, code, last4 } = await issueCard(shop, 5000, { expiresAt: NEXT_YEAR })
    for (const typed of [code, code.toLowerCase(), normalizeCode(code), code.replaceAll('-', ' ')]) {
      expect((await shop.api.post('/v1/gift-cards/check', { code: typed })).body).toEqual({
        valid: true,
        id,
        last4,
        balance: euros(5000),
        currency: 'EUR',
        expiresAt: NEXT_YEAR,
        status: 'active',
      })
    }
  })

  it('returns the same response for unknown and malformed codes', async () => {
    const { api } = await openGiftCardShop()
    const codes = [generateCode(), 'nonsense', '', '2'.repeat(100)]
    const responses = await Promise.all(codes.map((code) => api.post('/v1/gift-cards/check', { code })))
    const unknown = {
      valid: false,
      id: null,
      last4: null,
      balance: null,
      currency: null,
      expiresAt: null,
      status: null,
    }
    for (const { status, body } of responses) expect([status, body]).toEqual([200, unknown])
  })

  it('reports an ended card as invalid with its status', async () => {
    const clock = { now: new Date('2030-01-01T00:00:00Z') }
    const shop = await openGiftCardShop(clock)
    const ended = await issueCard(shop, 100, { expiresAt: '2030-01-02T00:00:00Z' })
    const inactive = await issueCard(shop)
    await shop.api.post(`/v1/gift-cards/${inactive.id}/deactivation`)
    clock.now = new Date('2030-01-02T00:00:00Z')
    const check = async (code: string) => (await shop.api.post('/v1/gift-cards/check', { code })).body
    expect(await check(ended.code)).toMatchObject({ valid: false, status: 'expired' })
    expect(await check(inactive.code)).toMatchObject({ valid: false, status: 'deactivated', balance: euros(0) })
  })
})

describe('staff roles', () => {
  it('let admins issue, credit and deactivate, agents check and annotate, viewers read', async () => {
    const shop = await openGiftCardShop()
    const { id, code } = await issueCard(shop)
    const path = '/dashboard/api/v1/gift-cards'
    const calls = {
      issue: ['POST', path, { amount: euros(1) }],
      credit: ['POST', `${path}/${id}/credits`, { amount: euros(1), reason: 'x' }],
      check: ['POST', `${path}/check`, { code }],
      note: ['PATCH', `${path}/${id}`, { staffNote: 'x' }],
      look: ['GET', `${path}/${id}`, undefined],
      deactivate: ['POST', `${path}/${id}/deactivation`, undefined],
    } as const
    const may = { viewer: ['look'], agent: ['check', 'note', 'look'], admin: Object.keys(calls) } as const
    for (const role of ['viewer', 'agent', 'admin'] as const) {
      const colleague = await signIn(shop, role)
      for (const [name, [method, address, body]] of Object.entries(calls)) {
        const headers = { 'x-environment-id': shop.live.environmentId }
        const { status } = await colleague.send(method, address, body, headers)
        const expected = (may[role] as readonly string[]).includes(name) ? expect.toSatisfy((s) => s < 300) : 403
        expect([role, name, status]).toEqual([role, name, expected])
      }
    }
    const { data } = (await shop.api.get(`/v1/gift-cards/${id}/entries`)).body
    expect(data.map(({ actor }: { actor: string }) => actor.split(':')[0])).toEqual(['member', 'member', 'key'])
  })
})
