import { describe, expect, it } from 'vitest'
import { fastClock } from '../../../../test/fast-clock.ts'
import { openServer } from '../../../../test/open-server.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../../test/open-shop.ts'
import { addCollection, listProductIds } from '../../../../test/sample-collections.ts'
import { addProduct, eur } from '../../../../test/sample-products.ts'
import { type Ctx, transaction } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { foldText } from '../../../kit/fold-text.ts'
import { syncMemberships } from './memberships.ts'
import type { Rule } from './schemas.ts'

const COLLECTIONS = '/v1/catalog/collections'
const PRODUCTS = '/v1/catalog/products'
const tagged = (value: string): Rule => ({ field: 'tag', relation: 'has', value })
const byRules = (shop: Shop, ...rules: Rule[]) => addCollection(shop.api, { kind: 'rules', rules })
const change = (shop: Shop, id: string, body: unknown) => shop.api.patch(`${PRODUCTS}/${id}`, body)

/** The row versions (xmin, ctid), which change when a row is rewritten. */
const writersOf = async (shop: Shop) =>
  (
    await shop.server.db.pool.query(
      'select collection_id, product_id, xmin::text, ctid::text from collection_products order by 1, 2',
    )
  ).rows

const systemCtx = ({ server, live }: Shop): Ctx => ({ ...server.system, ...live, caller: { kind: 'system' } })

const putOnHand = (ctx: Ctx, variantId: string, onHand: number) =>
  ctx.db.run(sql`
    update stock_levels set on_hand = ${onHand}
    where environment_id = ${ctx.environmentId} and variant_id = ${variantId}`)

/** Creates two locations without stock. */
async function openStock(shop: Shop, variantIds: string[]): Promise<void> {
  const { environmentId } = shop.live
  const { pool } = shop.server.db
  for (const [at, location] of ['loc_a', 'loc_b'].entries()) {
    await pool.query('insert into locations values ($1, $2, $2, $3, true, now())', [environmentId, location, at])
    await pool.query(
      `insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock, updated_at)
       select $1, unnest($2::text[]), $3, 0, 0, 0, 0, now()`,
      [environmentId, variantIds, location],
    )
  }
}

describe('syncMemberships', () => {
  it('adds a changed product to the collections whose rules it now meets, and removes it from the others', async () => {
    const shop = await openShop()
    const summer = await byRules(shop, tagged('summer'))
    const cheap = await byRules(shop, { field: 'price', relation: 'less_than', value: eur(1000) })
    const manual = await addCollection(shop.api)
    const product = await addProduct(shop.api, { tags: ['Summer'] })
    const other = await addProduct(shop.api, { tags: ['winter'] })
    await shop.api.post(`${COLLECTIONS}/${manual.id}/products`, { productIds: [product.id] })
    expect(await listProductIds(shop.api, summer.id)).toEqual([product.id])
    expect(await listProductIds(shop.api, cheap.id)).toEqual([])

    await change(shop, product.id, { tags: [], variants: [{ prices: [{ price: eur(999) }] }], options: [] })
    expect(await listProductIds(shop.api, summer.id)).toEqual([])
    expect(await listProductIds(shop.api, cheap.id)).toEqual([product.id])
    expect(await listProductIds(shop.api, manual.id)).toEqual([product.id])

    await change(shop, other.id, { tags: ['SUMMER'], status: 'draft' })
    expect(await listProductIds(shop.api, summer.id)).toEqual([other.id])
    expect((await shop.api.get(`${COLLECTIONS}/${summer.id}`)).body).toMatchObject({ productCount: 1, version: 1 })
    await shop.api.send('DELETE', `${PRODUCTS}/${other.id}`)
    expect(await listProductIds(shop.api, summer.id)).toEqual([])
  })

  it('writes nothing when memberships do not change, and touches no other product', async () => {
    const shop = await openIsolatedShop()
    await byRules(shop, tagged('summer'))
    await byRules(shop, { field: 'title', relation: 'contains_not', value: 'Secret' })
    const [product] = [await addProduct(shop.api), await addProduct(shop.api)]
    const before = await writersOf(shop)
    expect(before).toHaveLength(4)
    await change(shop, product.id, { title: 'Changed', tags: ['summer', 'new'] })
    expect(await writersOf(shop)).toEqual(before)
    await change(shop, product.id, { tags: [] })
    const after = await writersOf(shop)
    expect(after).toHaveLength(3)
    expect(before).toEqual(expect.arrayContaining(after))
  })

  it('ignores the rules of other environments', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const foreign = await byRules(other, tagged('summer'))
    const sandboxed = await addCollection(shop.sandbox, { kind: 'rules', rules: [tagged('summer')] })
    const { id } = await addProduct(shop.api)
    await transaction(systemCtx(other), (ctx) => syncMemberships(ctx, [id]))
    expect(await listProductIds(other.api, foreign.id)).toEqual([])
    expect(await listProductIds(shop.sandbox, sandboxed.id)).toEqual([])
  })

  it('counts available stock of all variants at all locations, including two concurrent deliveries', async () => {
    const shop = await openShop()
    const { id, variants } = await addProduct(shop.api)
    const [first, second] = variants.map((variant: { id: string }) => variant.id)
    await openStock(shop, [first, second])
    const many = await byRules(shop, { field: 'stock', relation: 'greater_than', value: 20 })
    const ctx = systemCtx(shop)
    const deliver = (variantId: string, onHand: number) =>
      transaction(ctx, async (ctx) => {
        await putOnHand(ctx, variantId, onHand)
        await syncMemberships(ctx, [id])
      })
    for (let round = 0; round < 10; round++) {
      await Promise.all([deliver(first, 6), deliver(second, 6)])
      expect(await listProductIds(shop.api, many.id)).toEqual([id])
      await Promise.all([deliver(first, 1), deliver(second, 1)])
      expect(await listProductIds(shop.api, many.id)).toEqual([])
    }
    // 2 × 6 - 5 of the first. The second is oversold at one location, which must not reduce its stock at the other.
    await deliver(first, 6)
    await shop.server.db.pool.query(
      `update stock_levels set on_hand = 20, reserved = 3, safety_stock = 2 where variant_id = $1 and location_id = 'loc_a'`,
      [first],
    )
    await shop.server.db.pool.query(
      `update stock_levels set on_hand = -50, reserved = 1 where variant_id = $1 and location_id = 'loc_a'`,
      [second],
    )
    const exactly = (value: number) =>
      shop.api.post(`${COLLECTIONS}/preview`, { rules: [{ field: 'stock', relation: 'is', value }] })
    expect((await exactly(15 + 6 + 0 + 1)).body.count).toBe(1)
  })
})

describe('applyNewRules', () => {
  it('evaluates changed rules for every product, and writes only the differences', async () => {
    const shop = await openShop()
    const { id } = await byRules(shop, tagged('a'))
    const [a, ab, b] = [
      (await addProduct(shop.api, { tags: ['a'] })).id,
      (await addProduct(shop.api, { tags: ['a', 'b'] })).id,
      (await addProduct(shop.api, { tags: ['b'], status: 'archived' })).id,
    ]
    expect(await listProductIds(shop.api, id)).toEqual([a, ab])
    const before = await writersOf(shop)

    const changed = await shop.api.patch(`${COLLECTIONS}/${id}`, { rules: [tagged('a'), tagged('b')], match: 'any' })
    expect(changed.body.productCount).toBe(3)
    expect(await listProductIds(shop.api, id)).toEqual([a, ab, b])
    expect(await writersOf(shop)).toEqual(expect.arrayContaining(before))

    await shop.api.patch(`${COLLECTIONS}/${id}`, { match: 'all' })
    expect(await listProductIds(shop.api, id)).toEqual([ab])
    await shop.api.patch(`${COLLECTIONS}/${id}`, { rules: [tagged('b')] })
    expect(await listProductIds(shop.api, id)).toEqual([ab, b])
    const fresh = await byRules(shop, tagged('b'))
    expect([fresh.productCount, await listProductIds(shop.api, fresh.id)]).toEqual([2, [ab, b]])
  })

  it('covers products beyond the first batch', async () => {
    const shop = await openShop()
    await shop.server.db.pool.query(
      `insert into products (environment_id, id, handle, title, description, vendor, type, tags, status, options,
         custom_fields, version, created_at, updated_at)
       select $1, 'prod_' || lpad(n::text, 26, '0'), 'p-' || n, 'P' || n, '', '', '', '{}', 'active', '[]',
         jsonb_build_object('number', n), 1, now(), now()
       from generate_series(1, 2001) as n`,
      [shop.live.environmentId],
    )
    const number = (relation: Rule['relation'], value: number): Rule => ({
      field: 'custom_field',
      key: 'number',
      relation,
      value,
    })
    const preview = await shop.api.post(`${COLLECTIONS}/preview`, { rules: [number('greater_than', 0)] })
    expect(preview.body.count).toBe(2001)
    const { id, productCount } = await byRules(shop, number('less_than', 3))
    expect(productCount).toBe(2)
    const all = await shop.api.patch(`${COLLECTIONS}/${id}`, { rules: [number('greater_than', 0)] })
    expect(all.body.productCount).toBe(2001)
  })

  it('stays consistent under concurrent changes of products and rules', async () => {
    const server = await openServer({ limitClock: fastClock() })
    const shop = await openShop(server)
    const TAGS = ['a', 'b', 'c']
    const some = (at: number) => TAGS.filter((_, bit) => (at >> bit) & 1)
    const products: string[] = []
    for (let at = 0; at < 12; at++) products.push((await addProduct(shop.api, { tags: some(at % 8) })).id)
    const collections = [await byRules(shop, tagged('a')), await byRules(shop, tagged('b'))].map(({ id }) => id)

    const failed: unknown[] = []
    const lane = async (lane: number) => {
      for (let step = 0; step < 25; step++) {
        const number = lane * 31 + step * 7
        const response =
          lane < 2
            ? await shop.api.patch(`${COLLECTIONS}/${collections[lane]}`, {
                match: number % 2 ? 'all' : 'any',
                rules: some((number % 7) + 1).map(tagged),
              })
            : await change(shop, products[number % products.length] ?? '', {
                tags: some(number % 8),
                ...(lane === 6 && { handle: `other-${step}`, externalId: `erp-${step}` }),
              })
        if (response.status !== 200) failed.push(response.body)
      }
    }
    const lifecycle = async () => {
      for (let round = 0; round < 6; round++) {
        const { id } = await byRules(shop, tagged('c'))
        const { id: productId } = await addProduct(shop.api, { tags: ['c'] })
        const deletions = await Promise.all([
          shop.api.send('DELETE', `${PRODUCTS}/${productId}`),
          shop.api.send('DELETE', `${COLLECTIONS}/${id}`),
        ])
        failed.push(...deletions.filter(({ status }) => status !== 204).map(({ body }) => body))
      }
    }
    await Promise.all([...[0, 1, 2, 3, 4, 5, 6].map(lane), lifecycle()])
    expect(failed).toEqual([])

    const tagsOf = new Map<string, string[]>()
    for (const id of products) tagsOf.set(id, (await shop.api.get(`${PRODUCTS}/${id}`)).body.tags)
    for (const id of collections) {
      const { match, rules } = (await shop.api.get(`${COLLECTIONS}/${id}`)).body
      const tags = rules.map(({ value }: Rule) => value)
      const expected = products.filter((product) => {
        const matches = tags.map((tag: string) => tagsOf.get(product)?.includes(tag))
        return match === 'all' ? !matches.includes(false) : matches.includes(true)
      })
      expect(await listProductIds(shop.api, id)).toEqual(expected.sort())
    }
  })
})

describe('POST /v1/catalog/collections/preview', () => {
  it('returns the count and the newest ten products, and stores nothing', async () => {
    const shop = await openIsolatedShop()
    const ids: string[] = []
    for (let at = 0; at < 12; at++) ids.push((await addProduct(shop.api, { title: `P${at}`, tags: ['x'] })).id)
    await addProduct(shop.api, { tags: ['y'] })
    await addProduct(shop.sandbox, { tags: ['x'] })
    const events = (await shop.api.get('/v1/events')).body
    const { status, body } = await shop.api.post(`${COLLECTIONS}/preview`, { match: 'any', rules: [tagged('X')] })
    expect([status, body.count, body.countPrecision]).toEqual([200, 12, 'exact'])
    expect(body.sample.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 10))
    expect(body.sample[0]).toEqual({ id: ids[11], title: 'P11', handle: 'p11', status: 'active' })
    expect((await shop.api.get(COLLECTIONS)).body.data).toEqual([])
    expect(await writersOf(shop)).toEqual([])
    expect((await shop.api.get('/v1/events')).body).toEqual(events)
  })

  it('finds by the index at least what rules consider equal', async () => {
    const { server } = await openShop()
    const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => letter !== '\0' && letter.isWellFormed(),
    )
    const texts = [...letters, 'Cafe\u0301', 'ΟΔΟΣ', 'İSTANBUL', 'Straße & Söhne', 'ﬁ\u00adx', '가방', 'ガラス']
    const { rows } = await server.db.pool.query(
      `select term from unnest($1::text[], $2::text[], $3::text[]) as pair (term, folded, decomposed)
       where fold_terms(array[term]) <> fold_terms(array[folded]) and normalize(term, nfkd) = decomposed`,
      // Without characters that only one of the two knows yet.
      [texts, texts.map(foldText), texts.map((text) => text.normalize('NFKD'))],
    )
    expect(rows).toEqual([])
    const distinct = await server.db.pool.query(`select fold_terms(array['Café-Bar', 'ΟΔΟΣ', 'Зима', '가방']) as terms`)
    expect(new Set(distinct.rows[0].terms).size).toBe(4)
  })

  it('rejects the same rules as saving', async () => {
    const shop = await openShop()
    const rejected = await shop.api.post(`${COLLECTIONS}/preview`, {
      rules: [{ field: 'stock', relation: 'contains', value: 1 }],
    })
    expect(rejected.body.error).toMatchObject({
      code: 'invalid_request',
      details: [{ path: '/rules/0/relation', message: 'must be one of is, is_not, greater_than, less_than for stock' }],
    })
    expect((await shop.api.post(`${COLLECTIONS}/preview`, { rules: [] })).status).toBe(400)
  })
})
