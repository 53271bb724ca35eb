import { describe, expect, it } from 'vitest'
import { INVALID_PROMOTIONS } from '../../../test/invalid-promotions.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { pricingVersion } from '../../../test/pricing-version.ts'
import { addCollection } from '../../../test/sample-collections.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { addCodes, addPromotion, checkoutCtx, findUsageDrift, TEN_PERCENT } from '../../../test/sample-promotions.ts'
import { transaction } from '../../ctx.ts'
import { confirmUses, releaseUses, reserveUses } from './uses/uses.ts'

const PATH = '/v1/promotions'
const SOON = new Date(Date.now() + 60_000)
const euros = (amount: number) => [{ amount, currency: 'EUR' }]
const pathsOf = (response: { body: { error: { details: { path: string }[] } } }) =>
  response.body.error.details.map(({ path }) => path)
const titlesOf = (response: { body: { data: { title: string }[] } }) => response.body.data.map(({ title }) => title)

/** The stored form that pricing reads. */
const rowOf = async ({ server }: Shop, id: string) =>
  (await server.db.pool.query('select benefit, conditions from promotions where id = $1', [id])).rows[0]

describe('POST /v1/promotions', () => {
  it('returns the promotion as sent, with defaults', async () => {
    const { api } = await openShop()
    const response = await api.post(PATH, TEN_PERCENT)
    expect(response.status).toBe(201)
    expect(response.headers.get('etag')).toBe('"1"')
    expect(response.body).toEqual({
      ...TEN_PERCENT,
      id: expect.stringMatching(/^promo_/),
      code: null,
      status: 'active',
      active: true,
      startsAt: null,
      endsAt: null,
      priority: 100,
      exclusiveGroup: null,
      combinesWith: { item: false, order: false, shipping: false },
      items: {},
      conditions: {},
      usageLimit: null,
      usageLimitPerCustomer: null,
      budgets: null,
      usageCount: 0,
      spent: [],
      exhausted: false,
      // Without a code, nobody can get it.
      redeemable: false,
      managed: false,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await api.get(`${PATH}/${response.body.id}`)).body).toEqual(response.body)
  })

  it("accepts every kind, returns it as sent, and stores it in pricing's format", async () => {
    const shop = await openShop()
    const product = await addProduct(shop.api)
    const collection = await addCollection(shop.api)
    const items = { collectionIds: [collection.id], exclude: { productIds: [product.id], tags: ['sale'] } }
    const variantId = product.variants[0].id
    const kinds = [
      [
        { kind: 'percentage', target: 'item', percentage: 12.55, maxAmounts: euros(900) },
        { kind: 'percentage', target: 'item', basisPoints: 1255, maxAmounts: { EUR: 900 } },
      ],
      [
        { kind: 'fixed', target: 'item', amounts: euros(500), perUnit: true },
        { kind: 'fixed', target: 'item', amounts: { EUR: 500 }, perUnit: true },
      ],
      [
        { kind: 'fixed_price', amounts: euros(500) },
        { kind: 'fixed_price', amounts: { EUR: 500 } },
      ],
      [
        { kind: 'buy_x_get_y', buy: { quantity: 2, items }, get: { quantity: 1, items, percentage: 100 }, maxTimes: 3 },
        {
          kind: 'buy_x_get_y',
          buy: { quantity: 2, items },
          get: { quantity: 1, items, basisPoints: 10_000 },
          maxTimes: 3,
        },
      ],
      [
        {
          kind: 'tiered',
          target: 'order',
          by: 'amount',
          tiers: [
            { from: euros(5000), percentage: 5 },
            { from: euros(9000), amounts: euros(1000) },
          ],
        },
        {
          kind: 'tiered',
          target: 'order',
          by: 'amount',
          tiers: [
            { from: { EUR: 5000 }, basisPoints: 500 },
            { from: { EUR: 9000 }, amounts: { EUR: 1000 } },
          ],
        },
      ],
      [
        { kind: 'tiered', target: 'item', by: 'quantity', tiers: [{ from: 3, percentage: 0.01 }] },
        { kind: 'tiered', target: 'item', by: 'quantity', tiers: [{ from: 3, basisPoints: 1 }] },
      ],
      [
        { kind: 'gift', variantId, quantity: 2 },
        { kind: 'gift', variantId, quantity: 2 },
      ],
      [
        { kind: 'free_shipping', maxAmounts: euros(700) },
        { kind: 'free_shipping', maxAmounts: { EUR: 700 } },
      ],
    ] as const
    const conditions = { minQuantity: 2, minAmounts: euros(100), countries: ['DE'], customer: { firstOrder: true } }
    for (const [benefit, stored] of kinds) {
      const { status, body } = await shop.api.post(PATH, { ...TEN_PERCENT, items, conditions, benefit })
      expect([status, body.benefit, body.items, body.conditions]).toEqual([201, benefit, items, conditions])
      const rule = await rowOf(shop, body.id)
      expect(rule.benefit).toEqual(stored)
      expect(rule.conditions).toEqual({ ...conditions, minAmounts: { EUR: 100 } })
    }
  })

  it('rejects invalid rules with their path, and stores nothing', async () => {
    const { api } = await openShop()
    for (const [what, wrong, path] of INVALID_PROMOTIONS) {
      const response = await api.post(PATH, { ...TEN_PERCENT, ...wrong })
      expect([what, response.status, pathsOf(response)]).toEqual([what, 400, expect.arrayContaining([path])])
    }
    expect((await api.get(PATH)).body.data).toEqual([])
  })

  it('reports errors only for the given kind', async () => {
    const { api } = await openShop()
    const response = await api.post(PATH, { ...TEN_PERCENT, benefit: { kind: 'gift', quantity: 0 } })
    expect(pathsOf(response).toSorted()).toEqual(['/benefit/quantity', '/benefit/variantId'])
    const unknown = await api.post(PATH, { ...TEN_PERCENT, benefit: { kind: 'percent' } })
    const kinds = 'percentage, fixed, fixed_price, buy_x_get_y, tiered, gift, free_shipping'
    expect(unknown.body.error.details).toEqual([{ path: '/benefit/kind', message: `must be one of ${kinds}` }])
  })

  it('rejects ids of another workspace or the sandbox with their path, without revealing that they exist', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const foreign = await addProduct(other.api)
    const sandboxed = await addCollection(shop.sandbox)
    const own = await addProduct(shop.api)
    const response = await shop.api.post(PATH, {
      ...TEN_PERCENT,
      items: { productIds: [own.id, foreign.id], exclude: { collectionIds: [sandboxed.id] } },
      benefit: {
        kind: 'buy_x_get_y',
        buy: { quantity: 1 },
        get: { quantity: 1, items: { variantIds: [foreign.variants[0].id] } },
      },
    })
    expect([response.status, pathsOf(response)]).toEqual([
      400,
      ['/items/productIds/1', '/items/exclude/collectionIds/0', '/benefit/get/items/variantIds/0'],
    ])
    const gift = await shop.api.post(PATH, {
      ...TEN_PERCENT,
      benefit: { kind: 'gift', variantId: foreign.variants[0].id },
    })
    expect([gift.status, pathsOf(gift)]).toEqual([400, ['/benefit/variantId']])
  })
})

describe('GET /v1/promotions', () => {
  it('filters by status, trigger, title and code', async () => {
    const { api } = await openShop()
    const [past, future] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
    const coded = await addPromotion(api, { title: 'Running' })
    await addPromotion(api, { title: 'Off', active: false })
    await addPromotion(api, { title: 'To come', startsAt: future.toISOString() })
    await addPromotion(api, { title: '100%_over', endsAt: past.toISOString(), trigger: 'automatic' })
    await addCodes(api, coded.id, { codes: ['Frühling-26'] })
    const find = async (query: string) => titlesOf(await api.get(`${PATH}?${query}`))
    expect(await find('status=active')).toEqual(['Running'])
    expect(await find('status=inactive')).toEqual(['Off'])
    expect(await find('status=scheduled')).toEqual(['To come'])
    expect(await find('status=ended')).toEqual(['100%_over'])
    expect(await find('trigger=automatic')).toEqual(['100%_over'])
    expect(await find('q=TO%20C')).toEqual(['To come'])
    expect(await find('q=%25_')).toEqual(['100%_over'])
    expect(await find(`q=${encodeURIComponent('frühl')}`)).toEqual(['Running'])
    expect(await find('q=ling-26')).toEqual([])
    expect((await api.get(`${PATH}?status=exhausted`)).status).toBe(400)
  })

  it('pages from newest to oldest without gaps', async () => {
    const { api } = await openShop()
    for (const title of ['1', '2', '3']) await addPromotion(api, { title })
    const first = await api.get(`${PATH}?limit=2`)
    const second = await api.get(`${PATH}?limit=2&cursor=${first.body.nextCursor}`)
    expect([titlesOf(first), titlesOf(second), second.body.nextCursor]).toEqual([['3', '2'], ['1'], null])
  })
})

describe('PATCH /v1/promotions/:id', () => {
  it('changes only the given fields', async () => {
    const { api } = await openShop()
    const before = await addPromotion(api, { usageLimit: 5, budgets: euros(100), combinesWith: { item: true } })
    const changes = { title: 'New', usageLimit: null, combinesWith: { order: true }, conditions: { minQuantity: 2 } }
    const { status, body } = await api.patch(`${PATH}/${before.id}`, changes)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      ...changes,
      combinesWith: { item: true, order: true, shipping: false },
      version: 2,
      updatedAt: expect.any(String),
    })
  })

  it('rejects an end before the start, and a stale If-Match', async () => {
    const { api } = await openShop()
    const { id } = await addPromotion(api, { startsAt: '2026-02-01T00:00:00Z' })
    const early = await api.patch(`${PATH}/${id}`, { endsAt: '2026-01-01T00:00:00Z' })
    expect([early.status, early.body.error.details]).toEqual([
      400,
      [{ path: '/endsAt', message: 'must be later than the start' }],
    ])
    const stale = await api.send('PATCH', `${PATH}/${id}`, { title: 'x' }, { 'if-match': '"7"' })
    expect(stale.status).toBe(412)
    expect((await api.get(`${PATH}/${id}`)).body.version).toBe(1)
    expect((await api.patch(`${PATH}/${id}`, { trigger: 'automatic' })).status).toBe(400)
    expect((await api.patch(`${PATH}/${id}`, { conditions: { countries: ['ZZ'] } })).status).toBe(400)
  })

  it('allows other changes after a referenced product is deleted', async () => {
    const { api } = await openShop()
    const [deleted, existing] = [
      await addProduct(api),
      await addProduct(api, { title: 'Other', handle: 'other', externalId: null }),
    ]
    const { id } = await addPromotion(api, { items: { productIds: [deleted.id] } })
    await api.send('DELETE', `/v1/catalog/products/${deleted.id}`)
    const response = await api.patch(`${PATH}/${id}`, { items: { productIds: [deleted.id, existing.id] } })
    expect(response.status).toBe(200)
  })
})

describe('DELETE /v1/promotions/:id', () => {
  it('returns 409 while a checkout reserves it, then frees its codes, and keeps its uses', async () => {
    const shop = await openShop()
    const { id } = await addPromotion(shop.api)
    await addCodes(shop.api, id, { codes: ['ONE'] })
    const ctx = checkoutCtx(shop)
    const use = { promotionId: id, code: 'ONE', customerKey: null, currency: 'EUR', amount: 5 }
    await transaction(ctx, (ctx) => reserveUses(ctx, 'ord_1', [use], SOON))
    expect((await shop.api.send('DELETE', `${PATH}/${id}`)).status).toBe(409)
    await confirmUses(ctx, 'ord_1')
    expect((await shop.api.send('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await shop.api.get(`${PATH}/${id}`)).status).toBe(404)
    const { rows } = await shop.server.db.pool.query(
      'select promotion_id, code, holder, status from promotion_uses where environment_id = $1',
      [shop.live.environmentId],
    )
    expect(rows).toEqual([{ promotion_id: id, code: 'ONE', holder: 'ord_1', status: 'used' }])
    // The same code in another promotion is another code: canceling the order releases nothing there.
    const again = await addPromotion(shop.api)
    await addCodes(shop.api, again.id, { codes: ['ONE'] })
    await transaction(ctx, (ctx) => reserveUses(ctx, 'chk_2', [{ ...use, promotionId: again.id }], SOON))
    await transaction(ctx, (ctx) => releaseUses(ctx, 'ord_1'))
    expect((await shop.api.get(`${PATH}/${again.id}/codes`)).body.data[0].usageCount).toBe(1)
    expect(await findUsageDrift(shop)).toEqual([])
  })
})

describe('every change', () => {
  it('emits an event and reprices all carts; a rejected one does neither', async () => {
    const shop = await openShop()
    const { id } = await addPromotion(shop.api)
    const versions = [await pricingVersion(shop)]
    const note = async () => versions.push(await pricingVersion(shop))
    await shop.api.patch(`${PATH}/${id}`, { active: false })
    await note()
    await addCodes(shop.api, id, { codes: ['A'] })
    await note()
    await shop.api.send('DELETE', `${PATH}/${id}/codes/a`)
    await note()
    expect((await shop.api.post(`${PATH}/${id}/codes`, { codes: ['A'] })).status).toBe(409)
    expect((await shop.api.patch(`${PATH}/${id}`, { priority: -1 })).status).toBe(400)
    await note()
    await shop.api.send('DELETE', `${PATH}/${id}`)
    await note()
    expect(versions).toEqual([1, 2, 3, 4, 4, 5])
    const { data } = (await shop.api.get('/v1/events')).body
    expect(data.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual(
      ['deleted', 'updated', 'updated', 'updated', 'created'].map((what) => [`promotion.${what}`, { promotionId: id }]),
    )
  })
})

it('is redeemable only while somebody can get it', async () => {
  const { api } = await openShop()
  const redeemable = async (id: string) => (await api.get(`${PATH}/${id}`)).body.redeemable
  const { id } = await addPromotion(api)
  expect(await redeemable(id)).toBe(false)
  await addCodes(api, id, { codes: ['ONE'] })
  expect(await redeemable(id)).toBe(true)
  expect((await api.get(PATH)).body.data).toMatchObject([{ id, redeemable: true, code: 'ONE' }])
  expect((await api.send('DELETE', `${PATH}/${id}/codes/ONE`)).status).toBeLessThan(300)
  expect(await redeemable(id)).toBe(false)
  const automatic = await addPromotion(api, { trigger: 'automatic' })
  expect(automatic.redeemable).toBe(true)
  expect((await api.patch(`${PATH}/${automatic.id}`, { active: false })).body.redeemable).toBe(false)
  expect((await addPromotion(api, { trigger: 'automatic', startsAt: '2099-01-01T00:00:00.000Z' })).redeemable).toBe(
    false,
  )
})
