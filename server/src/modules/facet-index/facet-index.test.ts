import { Type } from 'typebox'
import { beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { createRandom } from '../../../test/random-cart.ts'
import { type Ctx, type Environment, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { countBitmapFacets, hasUsableBitmaps } from '../listings/facet-bitmap-queries.ts'
import { countListingFacets } from '../listings/facets.ts'
import { toFilters } from '../listings/filters.ts'
import type { ProductListQuery } from '../listings/schemas.ts'
import { copyLiveIntoSandbox } from '../sandbox/copy-live.ts'
import { auditFacetIndex, buildFacetIndex, updateFacetIndex } from './facet-index.ts'
import { facetIndexModule } from './module.ts'
import { CHUNK } from './write-bitmaps.ts'

const PRODUCTS = 60
const VENDORS = ['', 'Clay', 'Hilda & Sons', 'Åse']
const TYPES = ['', 'Shirts', 'Mugs']
const TAGS = ['linen', 'sale', 'new', 'Sale']
const SIZES = ['S', 'M', 'L']
const COLORS = ['White', 'Sky', 'a:b']
const AMOUNTS = [0, 1, 999, 1000, 1023, 1024, 4999, 2 ** 41 + 5]
const DAY_MS = 86_400_000

type Random = ReturnType<typeof createRandom>

const some = <Value>({ chance }: Random, values: readonly Value[], share = 0.5): Value[] => {
  const chosen = values.filter(() => chance(share))
  return chosen.length > 0 ? chosen : values.slice(0, 1)
}

/** Days from now; some are published or unpublished already, and some will be. */
const WINDOWS: (readonly [number | null, number | null])[] = [
  [-2, null],
  [1, null],
  [null, -1],
  [null, 2],
  [-2, -1],
  [-2, 2],
  [1, 2],
]

function randomWindow({ chance, pick }: Random) {
  const [publishAt, unpublishAt] = chance(0.3) ? pick(...WINDOWS) : [null, null]
  const toTime = (days: number | null) => (days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString())
  return { publishAt: toTime(publishAt), unpublishAt: toTime(unpublishAt) }
}

function randomProduct(random: Random, number: number) {
  const { pick, chance } = random
  const [sizes, colors] = [some(random, SIZES, 0.7), some(random, COLORS, 0.6)]
  const combinations = sizes.flatMap((Size) => colors.map((Color) => ({ Size, Color })))
  return {
    title: `Product ${number}`,
    handle: `product-${number}`,
    vendor: pick(...VENDORS),
    type: pick(...TYPES),
    tags: chance(0.2) ? [] : some(random, TAGS),
    status: chance(0.85) ? 'active' : 'draft',
    ...randomWindow(random),
    options: [
      { name: 'Size', values: sizes },
      { name: 'Color', values: colors },
    ],
    variants: some(random, combinations, 0.8).map((options) => ({
      options,
      trackStock: true,
      stock: pick(0, 0, 5),
      prices: some(random, ['EUR', 'USD'], 0.7).map((currency) => ({ price: { amount: pick(...AMOUNTS), currency } })),
    })),
  }
}

function randomQuery(random: Random): ProductListQuery {
  const { pick, chance } = random
  const minPrice = pick(...AMOUNTS)
  const option = [
    ...(chance(0.4) ? some(random, SIZES).map((size) => `Size:${size}`) : []),
    ...(chance(0.4) ? some(random, COLORS).map((color) => `Color:${color}`) : []),
    ...(chance(0.05) ? ['Material:Oak'] : []),
  ]
  return {
    ...(chance(0.3) && { vendor: [pick(...VENDORS), 'Clay'] }),
    ...(chance(0.3) && { type: [pick(...TYPES)] }),
    ...(chance(0.3) && { tag: [pick(...TAGS)] }),
    ...(option.length > 0 && { option }),
    ...(chance(0.4) && { currency: pick('USD', 'EUR', 'CHF') }),
    ...(chance(0.3) && { minPrice }),
    ...(chance(0.3) && { maxPrice: pick(...AMOUNTS.filter((amount) => amount >= minPrice)) }),
    ...(chance(0.5) && { available: chance(0.5) }),
  }
}

let shop: Shop
let collectionId: string
let productIds: string[]

const contextOf = (environment: Environment): Ctx => ({
  ...shop.server.system,
  ...environment,
  now: new Date(),
  caller: { kind: 'system' },
})

const ok = async (response: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await response
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  // biome-ignore lint/suspicious/noExplicitAny: assertions check the fields they use
  return body as any
}

/** Both in one snapshot, so that they must be equal whatever else is running. */
async function assertSameCounts(environment: Environment, random: Random, queries: number): Promise<void> {
  for (let number = 0; number < queries; number++) {
    const filters = toFilters(number === 0 ? {} : randomQuery(random), random.chance(0.25) ? collectionId : null)
    await transaction(
      contextOf(environment),
      async (ctx) => {
        const expected = await countListingFacets(ctx, filters, null)
        expect({ filters, rows: await countBitmapFacets(ctx, filters) }).toEqual({ filters, rows: expected })
      },
      'repeatable read',
    )
  }
}

const countChanges = async ({ environmentId }: Environment): Promise<number> => {
  const text = 'select count(*)::int as count from facet_changes where environment_id = $1'
  return (await shop.server.db.pool.query(text, [environmentId])).rows[0].count
}

/** One of everything that changes facets. */
async function changeSomething(random: Random, number: number): Promise<void> {
  const { pick, chance } = random
  const id = pick(...productIds)
  const changes = randomProduct(random, number)
  const path = `/v1/catalog/products/${id}`
  if (chance(0.1)) {
    productIds = productIds.filter((other) => other !== id)
    await ok(shop.api.send('DELETE', path))
  } else if (chance(0.15)) productIds.push(await addRandomProduct(random, number))
  else if (chance(0.2)) await setCollection(some(random, productIds))
  else if (chance(0.5))
    await ok(shop.api.patch(path, { vendor: changes.vendor, tags: changes.tags, status: changes.status }))
  else await ok(shop.api.patch(path, { options: changes.options, variants: changes.variants }))
}

const addRandomProduct = async (random: Random, number: number): Promise<string> =>
  (await ok(shop.api.post('/v1/catalog/products', randomProduct(random, number)))).id

const setCollection = (ids: string[]) =>
  ok(shop.api.send('PUT', `/v1/catalog/collections/${collectionId}/products`, { productIds: ids }))

beforeAll(async () => {
  shop = await openShop()
  const random = createRandom(1)
  const products = Array.from({ length: PRODUCTS }, (_, number) => randomProduct(random, number))
  const { results } = await ok(shop.api.post('/v1/catalog/products/bulk', { matchBy: 'handle', products }))
  productIds = results.map(({ productId }: { productId: string }) => productId)
  expect(productIds.every(Boolean)).toBe(true)
  collectionId = (await ok(shop.api.post('/v1/catalog/collections', { title: 'Chosen', kind: 'manual' }))).id
  await setCollection(some(random, productIds))
})

it('counts as without bitmaps: without changes, with some, and after they are folded', async () => {
  const random = createRandom(2)
  const ctx = contextOf(shop.live)
  expect(await hasUsableBitmaps(ctx, 1000)).toBe(false)
  expect(await countBitmapFacets(ctx, toFilters({}, null))).toEqual([])
  // The products get positions on both sides of a boundary.
  await ctx.db.run(sql`
    insert into facet_ordinals (environment_id, ordinal) values (${ctx.environmentId}, ${CHUNK - PRODUCTS / 2})`)
  const list = '/v1/products?facets=true&available=true&option=Size:M'
  const { facets } = await ok(shop.api.get(list))
  await buildFacetIndex(ctx)
  expect((await ok(shop.api.get(list))).facets).toEqual(facets)
  expect([await countChanges(shop.live), await hasUsableBitmaps(ctx, 1000)]).toEqual([0, true])
  await assertSameCounts(shop.live, random, 50)
  for (let number = 0; number < 12; number++) await changeSomething(random, PRODUCTS + number)
  expect(await countChanges(shop.live)).toBeGreaterThan(0)
  await assertSameCounts(shop.live, random, 25)
  await updateFacetIndex(contextOf(shop.live))
  expect(await countChanges(shop.live)).toBe(0)
  await assertSameCounts(shop.live, random, 25)
  expect(await auditFacetIndex(contextOf(shop.live))).toEqual([])
})

it('counts exactly while products change and changes are folded', async () => {
  const random = createRandom(3)
  let isOver = false
  const fold = async () => {
    while (!isOver) await updateFacetIndex(contextOf(shop.live))
  }
  const change = async () => {
    for (let number = 0; number < 25; number++) await changeSomething(random, 1000 + number)
    isOver = true
  }
  const compare = async () => {
    while (!isOver) await assertSameCounts(shop.live, createRandom(random.upTo(1e6)), 3)
  }
  await Promise.all([fold(), fold(), change(), compare(), compare()])
  await updateFacetIndex(contextOf(shop.live))
  await assertSameCounts(shop.live, random, 10)
  expect(await auditFacetIndex(contextOf(shop.live))).toEqual([])
})

it('loses no change that is committed during a fold, nor any when the fold is killed', async () => {
  const random = createRandom(4)
  const rename = (vendor: string) =>
    ok(shop.api.patch(`/v1/catalog/products/${productIds[0]}`, { vendor, status: 'active' }))
  await rename('Before')
  const killed = transaction(contextOf(shop.live), async (ctx) => {
    await updateFacetIndex(ctx)
    const { pid } = await ctx.db.one(Type.Object({ pid: Type.Integer() }), sql`select pg_backend_pid() as pid`)
    await shop.server.db.pool.query('select pg_terminate_backend($1)', [pid])
  })
  await expect(killed).rejects.toThrow()
  expect(await countChanges(shop.live)).toBe(1)
  await assertSameCounts(shop.live, random, 5)
  await transaction(contextOf(shop.live), async (ctx) => {
    await updateFacetIndex(ctx)
    await rename('After')
  })
  expect(await countChanges(shop.live)).toBe(1)
  await assertSameCounts(shop.live, random, 5)
  await updateFacetIndex(contextOf(shop.live))
  expect(await countChanges(shop.live)).toBe(0)
  await assertSameCounts(shop.live, random, 5)
})

it('is updated again within seconds while products change, and waits for the next minute otherwise', async () => {
  const ctx = contextOf(shop.live)
  const key = `facet-index.update:${ctx.environmentId}`
  const update = () => facetIndexModule.jobs?.find(({ name }) => name === 'facet-index.update')?.run(ctx, {})
  const takeWaiting = async () => {
    const { rows } = await shop.server.db.pool.query('select run_at as at from graphile_worker.jobs where key = $1', [
      key,
    ])
    await shop.server.db.pool.query('select graphile_worker.remove_job($1)', [key])
    return rows.map(({ at }) => new Date(at).getTime())
  }
  const startedMs = Date.now()
  await ok(shop.api.patch(`/v1/catalog/products/${productIds[0]}`, { vendor: 'Now' }))
  await update()
  expect(await countChanges(shop.live)).toBe(0)
  const [atMs = 0, ...others] = await takeWaiting()
  expect([atMs >= startedMs + 5000, atMs <= Date.now() + 5000, others]).toEqual([true, true, []])
  await update()
  expect(await takeWaiting()).toEqual([])
})

it('finds and repairs wrong bits, and changes that were not recorded', async () => {
  const ctx = contextOf(shop.live)
  await ctx.db.run(sql`
    update facet_bitmaps set bits = ~bits
    where environment_id = ${ctx.environmentId} and facet = 'tag' and value = 'linen' and chunk = 0`)
  await ok(shop.api.patch(`/v1/catalog/products/${productIds[1]}`, { vendor: 'Unrecorded' }))
  const added = await addRandomProduct(createRandom(5), 2000)
  await ctx.db.run(sql`delete from facet_changes where environment_id = ${ctx.environmentId}`)
  expect(await auditFacetIndex(ctx)).toEqual(expect.arrayContaining(['tag linen', 'vendor Unrecorded']))
  expect(await countChanges(shop.live)).toBe(1)
  await updateFacetIndex(ctx)
  await assertSameCounts(shop.live, createRandom(6), 10)
  expect(await auditFacetIndex(ctx)).toEqual([])
  productIds.push(added)
})

it('follows a reset of the sandbox', async () => {
  const sandbox = contextOf(shop.test)
  await buildFacetIndex(sandbox)
  const reset = () => transaction(contextOf(shop.test), copyLiveIntoSandbox)
  await reset()
  await assertSameCounts(shop.test, createRandom(7), 5)
  await updateFacetIndex(contextOf(shop.test))
  await changeSomething(createRandom(8), 3000)
  await reset()
  await assertSameCounts(shop.test, createRandom(9), 5)
  await updateFacetIndex(contextOf(shop.test))
  await assertSameCounts(shop.test, createRandom(10), 5)
  expect(await auditFacetIndex(contextOf(shop.test))).toEqual([])
})
