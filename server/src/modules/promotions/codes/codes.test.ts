import { describe, expect, it } from 'vitest'
import { openShop } from '../../../../test/open-shop.ts'
import { addCodes, addPromotion, checkoutCtx } from '../../../../test/sample-promotions.ts'
import { transaction } from '../../../ctx.ts'
import { customerKeyOf } from '../../customers/identity/identity.ts'
import { reserveUses } from '../uses/uses.ts'
import { normalizeCode } from './codes.ts'

const codesPath = (id: string) => `/v1/promotions/${id}/codes`
const SOON = new Date(Date.now() + 60_000)

describe('POST /v1/promotions/:id/codes', () => {
  it('treats all spellings as one code', async () => {
    const { api } = await openShop()
    const [one, two] = [await addPromotion(api), await addPromotion(api)]
    expect(await addCodes(api, one.id, { codes: ['summer', 'straße', ' ＶＩＰ '] })).toEqual([
      'SUMMER',
      'STRASSE',
      'VIP',
    ])
    const conflicting = await api.post(codesPath(two.id), { codes: ['free', 'SuMMer', 'STRASSE'] })
    expect([conflicting.status, conflicting.body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
      409,
      ['/codes/1', '/codes/2'],
    ])
    expect((await api.get(codesPath(two.id))).body.data).toEqual([])
    const twice = await api.post(codesPath(two.id), { codes: ['new', 'NEW'] })
    expect([twice.status, twice.body.error.details[0].path]).toEqual([400, '/codes/1'])
    const invalid = await api.post(codesPath(two.id), { codes: ['ok', 'a/b'] })
    expect(invalid.body.error.details).toEqual([
      { path: '/codes/1', message: expect.stringContaining('must start with'), code: 'A/B' },
    ])
    expect(normalizeCode(normalizeCode('ŉﬁ'))).toBe(normalizeCode('ŉﬁ'))
  })

  it('allows the same code in another workspace and in the sandbox', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    for (const { api, sandbox } of [shop, other]) {
      for (const caller of [api, sandbox]) {
        expect(await addCodes(caller, (await addPromotion(caller)).id, { codes: ['SUMMER'] })).toEqual(['SUMMER'])
      }
    }
  })

  it('generates ten thousand unguessable, unambiguous codes for one use each', async () => {
    const { api } = await openShop()
    const { id } = await addPromotion(api)
    const codes = await addCodes(api, id, { count: 10_000, prefix: 'vip-' })
    expect(new Set(codes).size).toBe(10_000)
    for (const code of codes) expect(code).toMatch(/^VIP-[2-9A-HJKMNP-Z]{10}$/)
    const { data, nextCursor } = (await api.get(`${codesPath(id)}?limit=100`)).body
    expect(data[0]).toEqual({
      code: data[0].code,
      customerId: null,
      usageLimit: 1,
      usageCount: 0,
      active: true,
      createdAt: expect.any(String),
    })
    const next = await api.get(`${codesPath(id)}?limit=100&cursor=${nextCursor}`)
    const read = [...data, ...next.body.data].map(({ code }: { code: string }) => code)
    expect(read).toEqual(codes.toSorted().slice(0, 200))
    expect((await addCodes(api, id, { count: 1, length: 16, usageLimit: null }))[0]).toHaveLength(16)
  })

  it.each([
    ['neither codes nor a count', {}],
    ['both codes and a count', { codes: ['A'], count: 1 }],
    ['too many codes to generate', { count: 10_001 }],
    ['too many custom codes', { codes: Array.from({ length: 1001 }, (_, n) => `C${n}`) }],
    ['a code with a space', { codes: ['A B'] }],
    ['a code with a slash', { codes: ['A/B'] }],
    ['a blank code', { codes: ['   '] }],
    ['a code that is easy to guess', { count: 1, length: 4 }],
  ])('rejects %s', async (_what, input) => {
    const { api } = await openShop()
    const { id } = await addPromotion(api)
    const { status, body } = await api.post(codesPath(id), input)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })

  it('rejects codes for an automatic promotion', async () => {
    const { api } = await openShop()
    const { id } = await addPromotion(api, { trigger: 'automatic' })
    expect((await api.post(codesPath(id), { codes: ['A'] })).status).toBe(409)
  })

  it('grants a code to one of two concurrent requests', async () => {
    const { api } = await openShop()
    const promotions = await Promise.all(Array.from({ length: 6 }, () => addPromotion(api)))
    const codes = Array.from({ length: 50 }, (_, n) => `SAME-${n}`)
    const responses = await Promise.all(
      promotions.map(({ id }, n) => api.post(codesPath(id), { codes: n % 2 ? codes : codes.toReversed() })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  })
})

describe('an inactive code', () => {
  it('keeps its history and is no longer accepted', async () => {
    const shop = await openShop()
    const { id } = await addPromotion(shop.api)
    await addCodes(shop.api, id, { codes: ['GOOD', 'BAD%1'] })
    const ctx = checkoutCtx(shop)
    const take = (holder: string, code: string) =>
      transaction(ctx, (ctx) =>
        reserveUses(ctx, holder, [{ promotionId: id, code, customerKey: null, currency: 'EUR', amount: 1 }], SOON),
      )
    await take('chk_1', 'BAD%1')
    expect((await shop.api.send('DELETE', `${codesPath(id)}/bad%251`)).status).toBe(204)
    expect((await shop.api.send('DELETE', `${codesPath(id)}/unknown`)).status).toBe(404)
    await expect(take('chk_2', 'BAD%1')).rejects.toThrow('no longer active')
    await take('chk_2', 'GOOD')
    const list = async (query: string) =>
      (await shop.api.get(`${codesPath(id)}?${query}`)).body.data.map(({ code }: { code: string }) => code)
    await addCodes(shop.api, id, { codes: ['SPARE'] })
    expect(await list('')).toEqual(['BAD%1', 'GOOD', 'SPARE'])
    expect(await list('usage=used')).toEqual(['BAD%1', 'GOOD'])
    expect(await list('usage=unused')).toEqual(['SPARE'])
    expect((await shop.api.get(codesPath(id))).body.data[0]).toMatchObject({ active: false, usageCount: 1 })
  })
})

describe('customerKeyOf', () => {
  it('is the same for all spellings of an email, reveals nothing about it, and depends on the secret', () => {
    const key = customerKeyOf(' Ada@Example.com ', 'here', 'secret')
    expect(key).toBe(customerKeyOf('ada@example.com', 'here', 'secret'))
    expect(key).not.toBe(customerKeyOf('bob@example.com', 'here', 'secret'))
    expect(key).not.toBe(customerKeyOf('ada@example.com', 'here', 'other'))
    expect(key).not.toBe(customerKeyOf('ada@example.com', 'there', 'secret'))
    expect(key).toMatch(/^[\w-]{43}$/)
  })
})
