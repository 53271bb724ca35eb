import { expect, it } from 'vitest'
import { copyProduct } from '../../../test/copied-products.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'

const PLAIN = {
  description: '',
  seo: {},
  vendor: '',
  type: '',
  tags: [],
  options: [],
  variants: [{ prices: [{ price: eur(100) }] }],
}

const addPlain = async (shop: Shop, title: string, vendor = '') =>
  (await addProduct(shop.api, { ...PLAIN, title, vendor })).id

async function openEuroShop(): Promise<Shop> {
  const shop = await openShop()
  await shop.api.patch('/v1/workspace', { currency: 'EUR' })
  return shop
}

/** Of all pages. */
async function readIds({ storefront }: Shop, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await storefront.get(`/v1/products?${query}&limit=100${cursor && `&cursor=${cursor}`}`)
    expect([status, body.error]).toEqual([200, undefined])
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor
  }
  expect(new Set(ids).size).toBe(ids.length)
  return ids
}

it('lists all products that match a common word and a filter, if they are a thousand or fewer', async () => {
  const shop = await openEuroShop()
  const acme = await addPlain(shop, 'Shirt', 'Acme')
  const other = await addPlain(shop, 'Shirt', 'Other')
  await copyProduct(shop, acme, 590, 'oldest')
  await copyProduct(shop, other, 1200, 'older')
  await copyProduct(shop, acme, 10, 'newest')
  for (const query of ['vendor=Acme', 'vendor=Acme&sort=title', 'vendor=Acme&available=false'])
    expect([query, (await readIds(shop, `q=shirt&${query}`)).length]).toEqual([query, 601])
  expect(await readIds(shop, 'q=shirt&sort=title')).toHaveLength(1802)
  // Only the likely ones are ranked.
  expect((await readIds(shop, 'q=shirt')).length).toBe(1000)
})

it('lists all products that match a word and a filter without an index, if the newest do not', async () => {
  const shop = await openEuroShop()
  const plate = await addPlain(shop, 'Plate')
  const soldOut = await addPlain(shop, 'Shirt')
  const inStock = (
    await addProduct(shop.api, { ...PLAIN, title: 'Shirt', variants: [{ stock: 5, prices: [{ price: eur(100) }] }] })
  ).id
  await copyProduct(shop, soldOut, 1200, 'oldest')
  await copyProduct(shop, inStock, 599, 'older')
  await copyProduct(shop, plate, 150, 'newest')
  for (const sort of ['relevance', 'title'])
    expect([sort, (await readIds(shop, `q=shirt&available=true&sort=${sort}`)).length]).toEqual([sort, 600])
})

it('lists all products with a word that is common among the newest and rare in the shop', async () => {
  const shop = await openEuroShop()
  const zebra = await addPlain(shop, 'Zebra')
  const plate = await addPlain(shop, 'Plate', 'Acme')
  const lion = await addPlain(shop, 'Lion', 'Acme')
  await copyProduct(shop, zebra, 300, 'oldest')
  const otherLion = await addPlain(shop, 'Lion', 'Other')
  await copyProduct(shop, lion, 100, 'older')
  await copyProduct(shop, plate, 1100, 'newer')
  await copyProduct(shop, zebra, 30, 'newest')
  await copyProduct(shop, otherLion, 30, 'newest')
  for (const sort of ['relevance', 'title', 'price', 'newest'])
    expect([sort, (await readIds(shop, `q=zebra&sort=${sort}`)).length]).toEqual([sort, 331])
  // A common vendor and a common word, but not among the newest.
  expect(await readIds(shop, 'q=lion&vendor=Acme')).toHaveLength(101)
})

it.each(['price', '-price'])('continues a search by %s while the shop becomes small', async (sort) => {
  const shop = await openEuroShop()
  const zebra = await addPlain(shop, 'Zebra')
  const plate = await addPlain(shop, 'Plate')
  await copyProduct(shop, zebra, 24, 'newest')
  await copyProduct(shop, plate, 75, 'older')
  // No product has a price in dollars.
  const query = `/v1/products?q=zebra&currency=USD&sort=${sort}&limit=10`
  const first = (await shop.storefront.get(query)).body
  expect((await shop.api.patch(`/v1/catalog/products/${plate}`, { status: 'archived' })).status).toBe(200)
  const second = (await shop.storefront.get(`${query}&cursor=${first.nextCursor}`)).body
  const third = (await shop.storefront.get(`${query}&cursor=${second.nextCursor}`)).body
  const ids = [first, second, third].flatMap(({ data }) => data.map(({ id }: { id: string }) => id))
  expect([ids.length, new Set(ids).size, third.nextCursor]).toEqual([25, 25, null])
})

it('prefers the spelling of more products, new or not', async () => {
  const shop = await openEuroShop()
  const kettle = await addPlain(shop, 'Kettle')
  const plate = await addPlain(shop, 'Plate')
  await copyProduct(shop, kettle, 10, 'oldest')
  await copyProduct(shop, plate, 100, 'newer')
  await copyProduct(shop, await addPlain(shop, 'Nettle'), 2, 'newest')
  expect((await shop.storefront.get('/v1/products?q=jettle')).body.correctedQuery).toBe('kettle')
})
