import { expect, it } from 'vitest'
import { copyProduct } from '../../../test/copied-products.ts'
import { isDistributed } from '../../../test/database.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { planForSmallShops } from '../../../test/small-shop-plan.ts'
import { readProducts } from './queries.ts'
import type { NewProduct, Product } from './schemas.ts'

const PLAIN = { description: '', seo: {}, vendor: '', type: '', tags: [], options: [] }

const addPlain = async (shop: Shop, more: Partial<NewProduct> & { sku?: string }): Promise<Product> => {
  const { sku = null, ...fields } = more
  return addProduct(shop.api, { ...PLAIN, ...fields, variants: [{ sku, prices: [{ price: eur(100) }] }] })
}

/** Of all pages. */
async function readIds({ api }: Shop, query: string, limit = 100): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/v1/catalog/products?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`
    const { status, body } = await api.get(path)
    expect([status, body.error]).toEqual([200, undefined])
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor
  }
  expect(new Set(ids).size).toBe(ids.length)
  return ids
}

const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byId = (a: Product, b: Product) => ascending(a.id, b.id)
const byTitle = (a: Product, b: Product) => ascending(a.title, b.title) || byId(a, b)
const byChange = (a: Product, b: Product) => ascending(a.updatedAt, b.updatedAt) || byId(a, b)

const ORDERS: Record<string, (a: Product, b: Product) => number> = {
  'sort=newest': (a, b) => byId(b, a),
  'sort=oldest': byId,
  'sort=title': byTitle,
  'sort=-title': (a, b) => byTitle(b, a),
  'sort=updated': (a, b) => byChange(b, a),
  'updatedFrom=2020-01-01T00:00:00.000Z': byChange,
}

const STATUSES = ['draft', 'active', 'archived'] as const

it('finds the few products that match among thousands, in each order', async () => {
  const shop = await openShop()
  const kettle = { vendor: 'Acme', type: 'Kettle', tags: ['rare', 'steel'] }
  const kettles: Product[] = []
  for (const [at, title] of ['M', 'A', 'Z', 'M', 'B'].entries())
    kettles.push(await addPlain(shop, { ...kettle, title, status: STATUSES[at % 3] ?? 'draft', sku: 'K-1' }))
  const mug = await addPlain(shop, { title: 'Mug', vendor: 'Acme', type: 'Mug', tags: ['rare'], sku: 'k-1' })
  await addPlain(shop, { title: 'N', vendor: 'ACME', type: 'kettle', tags: ['Rare', 'STEEL'], sku: 'K-10' })
  const plate = await addPlain(shop, { title: 'Plate', vendor: 'Plain', tags: ['Kettle', 'Acme', 'plain'] })
  await copyProduct(shop, plate.id, 1200, 'oldest')
  await copyProduct(shop, plate.id, 2100, 'newer')
  const changed = await shop.api.patch(`/v1/catalog/products/${kettles[1]?.id}`, { taxClass: 'reduced' })
  kettles[1] = changed.body

  const all = [...kettles, mug]
  const expected: [string, Product[]][] = [
    ['vendor=Acme', all],
    ['tag=rare', all],
    ['type=Kettle', kettles],
    ['tag=steel', kettles],
    ['sku=K-1', kettles],
    ['vendor=Acme&type=Mug', [mug]],
    ['type=Kettle&tag=rare&vendor=Acme&sku=K-1', kettles],
    ['vendor=Acme&tag=plain', []],
    ['tag=unused', []],
    ['sku=unused', []],
    ...STATUSES.map((status): [string, Product[]] => [
      `vendor=Acme&status=${status}`,
      all.filter((product) => product.status === status),
    ]),
    ['sku=K-1&status=draft', kettles.filter(({ status }) => status === 'draft')],
    ['status=archived', kettles.filter(({ status }) => status === 'archived')],
    ['status=draft', kettles.filter(({ status }) => status === 'draft')],
    ['status=draft&tag=plain', []],
  ]
  for (const [filter, products] of expected) {
    for (const [order, compare] of Object.entries(ORDERS)) {
      const ids = products.toSorted(compare).map(({ id }) => id)
      expect([filter, order, await readIds(shop, `${filter}&${order}`, 2)]).toEqual([filter, order, ids])
    }
  }
})

it('continues a list when what matches becomes rare, and lists thousands', async () => {
  const shop = await openShop()
  const plate = await addPlain(shop, { title: 'Plate', vendor: 'Plain' })
  const season = await addPlain(shop, { title: 'Scarf', tags: ['season'], status: 'archived' })
  await copyProduct(shop, season.id, 30, 'newest')
  await copyProduct(shop, plate.id, 2100, 'newer')
  for (const count of [40, 1100]) {
    await copyProduct(shop, season.id, count, count === 40 ? 'older' : 'oldest')
    const total = 1 + 30 + 40 + (count === 40 ? 0 : count)
    for (const order of Object.keys(ORDERS)) {
      for (const filter of ['tag=season', 'tag=season&status=archived']) {
        const ids = await readIds(shop, `${filter}&${order}`, count === 40 ? 20 : 100)
        expect([filter, order, ids.length]).toEqual([filter, order, total])
        if (order === 'sort=newest') expect(ids).toEqual(ids.toSorted().reverse())
        if (order === 'sort=oldest') expect(ids).toEqual(ids.toSorted())
      }
    }
  }
  expect(await readIds(shop, 'status=archived&sort=title')).toHaveLength(1171)
})

it('ranks the likely products of a common search, and all of one that few match', async () => {
  const shop = await openShop()
  const scarf = await addPlain(shop, { title: 'Linen scarf', vendor: 'Plain', sku: 'SC-1' })
  const draft = await addPlain(shop, { title: 'Linen', status: 'draft', vendor: 'Acme', sku: 'LS-1' })
  const zebra = await addPlain(shop, { title: 'Zebra', vendor: 'Plain', tags: ['linen'], sku: 'LS-10' })
  const titled = await addPlain(shop, { title: 'LS-1 linen spray', vendor: 'Plain' })
  await copyProduct(shop, scarf.id, 1100, 'newest')
  await copyProduct(shop, zebra.id, 300, 'newer')

  const ids = await readIds(shop, 'q=linen')
  // The title that equals the query is the best match, although it is old.
  expect([ids.length, ids[0]]).toEqual([1000, draft.id])
  expect(await readIds(shop, 'q=linen&vendor=Acme')).toEqual([draft.id])
  expect(await readIds(shop, 'q=linen&status=draft')).toEqual([draft.id])
  expect(await readIds(shop, 'q=linen&status=archived')).toEqual([])
  expect(await readIds(shop, 'q=linen&sku=SC-1')).toEqual([scarf.id])
  expect(await readIds(shop, 'q=zebra', 20)).toHaveLength(301)
  expect(await readIds(shop, 'q=zebra&status=active&tag=linen')).toHaveLength(301)
  expect(await readIds(shop, 'q=spray')).toEqual([titled.id])
  expect(await readIds(shop, 'q=unused')).toEqual([])
  // The SKU, longer ones, and titles that begin with it.
  expect(await readIds(shop, 'q=ls-1')).toEqual(expect.arrayContaining([draft.id, zebra.id, titled.id]))
  expect(await readIds(shop, 'q=SC-1&status=draft')).toEqual([])
})

it.skipIf(isDistributed())('reads products by their keys with a plan made for shops of three products', async () => {
  const shop = await openIsolatedShop()
  for (let count = 0; count < 3; count++) await addProduct(shop.api)
  const tables = ['products', 'variants', 'variant_prices', 'product_images']
  const scans = await planForSmallShops(shop, tables, (ctx) => readProducts(ctx, []))
  // Any other index would be read for the whole shop.
  expect(scans.filter(({ relation }) => relation === 'products').map(({ index }) => index)).toEqual(['products_pkey'])
})
