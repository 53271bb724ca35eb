import { Type } from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import { copyProduct } from '../../../test/copied-products.ts'
import { isDistributed } from '../../../test/database.ts'
import { openIsolatedShop, openShop, type Shop } from '../../../test/open-shop.ts'
import { addCollection } from '../../../test/sample-collections.ts'
import { importJugs } from '../../../test/sample-orders.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { NewProduct } from '../catalog/schemas.ts'
import { countSales } from './best-sellers.ts'

const plain = (title: string, amount: number, more: Partial<NewProduct> = {}) => ({
  title,
  description: '',
  seo: {},
  options: [],
  variants: [{ prices: [{ price: eur(amount) }] }],
  ...more,
})

/** Makes a product searchable by title only. */
const EMPTY: Partial<NewProduct> = { vendor: '', type: '', tags: [] }

/** A separate shop, for tests that change data. */
async function openFullShop(existing?: Shop): Promise<Shop> {
  const shop = existing ?? (await openShop())
  await shop.api.patch('/v1/workspace', { currency: 'EUR' })
  await addProduct(shop.api, plain('Oak tray', 3000, { vendor: 'Oak & Co', type: 'Trays', tags: ['wood'] }))
  await addProduct(shop.api, plain('Äpfel aus Holz', 900, { vendor: 'Oak & Co', type: 'Toys', tags: ['wood', 'kids'] }))
  await addProduct(shop.api, plain('Mug', 1200, { vendor: 'Clay', type: 'Mugs', tags: [] }))
  // White in S and M costs 49.00, sky 39.00.
  await addProduct(shop.api, { title: 'Linen shirt' })
  const { variants = [], ...rest } = { ...(await addProduct(shop.api, { title: 'Draft', status: 'draft' })) }
  expect([variants.length, rest.status]).toEqual([4, 'draft'])
  return shop
}

let cachedShop: Promise<Shop> | undefined
/** Shared by tests that only read. */
const fullShop = (): Promise<Shop> => (cachedShop ??= openFullShop())

const titles = async (shop: Shop, query: string) => {
  const { status, body } = await shop.storefront.get(`/v1/products?${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.map(({ title }: { title: string }) => title)
}

/** In pages of one product. */
async function readPages(shop: Shop, query: string) {
  const seen: { id: string; title: string }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await shop.storefront.get(`/v1/products?${query}&limit=1${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data)
    cursor = body.nextCursor
  }
  return seen
}

describe('GET /v1/products filters', () => {
  it('applies each filter, accepts any of several values, and combines filters', async () => {
    const shop = await fullShop()
    expect(await titles(shop, 'vendor=Clay')).toEqual(['Mug'])
    expect(await titles(shop, 'vendor=Clay&vendor=Oak%20%26%20Co')).toEqual(['Mug', 'Äpfel aus Holz', 'Oak tray'])
    expect(await titles(shop, 'type=Trays&vendor=Clay')).toEqual([])
    expect(await titles(shop, 'tag=wood&type=Toys')).toEqual(['Äpfel aus Holz'])
    expect(await titles(shop, 'minPrice=1200&maxPrice=3000')).toEqual(['Mug', 'Oak tray'])
    expect(await titles(shop, 'maxPrice=1000&currency=USD')).toEqual([])
  })

  it('matches options and prices against a single variant, not the product', async () => {
    const shop = await fullShop()
    expect(await titles(shop, 'option=Size:M&option=Color:Sky')).toEqual(['Linen shirt'])
    expect(await titles(shop, 'option=Size:M&option=Size:XL')).toEqual(['Linen shirt'])
    expect(await titles(shop, 'option=Size:XL')).toEqual([])
    expect(await titles(shop, 'option=Color:White&maxPrice=4000')).toEqual([])
    expect(await titles(shop, 'option=Color:Sky&maxPrice=4000')).toEqual(['Linen shirt'])
  })

  it.each([
    ['color=red', '/color', /known fields: limit, cursor, q, collection, tag, vendor, type, option, minPrice/],
    ['option=Size', '/option', /Size:M/],
    ['minPrice=-1', '/minPrice', /at least 0/],
    ['minPrice=10&maxPrice=5', '/minPrice', /maxPrice/],
    ['sort=cheapest', '/sort', /relevance, newest, title, price/],
    ['sort=relevance', '/sort', /requires q/],
    ['sort=manual', '/sort', /collection/],
    ['currency=euro', '/currency', /currency code/],
    ['currency=ZZZ', '/currency', /ISO 4217.*not "ZZZ"/],
    ['option=Size%3AM%1FColor%3ASky', '/option', /control characters/],
    ['available=perhaps', '/available', /boolean/],
    ['cursor=nonsense', '/cursor', /nextCursor/],
    ['limit=101', '/limit', /100/],
    [['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `option=${name}:1`).join('&'), '/option', /at most 5/],
  ])('rejects %s with the reason', async (query, path, message) => {
    const shop = await fullShop()
    const { status, body } = await shop.storefront.get(`/v1/products?${query}`)
    expect([status, body.error.details[0].path]).toEqual([400, path])
    expect(body.error.details[0].message).toMatch(message)
  })

  it('rejects the same parameters for a product and a collection', async () => {
    const shop = await fullShop()
    await addCollection(shop.api, { title: 'All' })
    for (const path of ['/v1/products/linen-shirt', '/v1/collections/all/products'])
      for (const query of ['currency=ZZZ', 'option=Size%3AM%1F'])
        expect([path, query, (await shop.storefront.get(`${path}?${query}`)).status]).toEqual([path, query, 400])
  })
})

describe('GET /v1/products?sort=', () => {
  it.each([
    ['newest', ['Linen shirt', 'Mug', 'Äpfel aus Holz', 'Oak tray']],
    ['title', ['Äpfel aus Holz', 'Linen shirt', 'Mug', 'Oak tray']],
    ['price', ['Äpfel aus Holz', 'Mug', 'Oak tray', 'Linen shirt']],
    ['-price', ['Linen shirt', 'Oak tray', 'Mug', 'Äpfel aus Holz']],
  ])('sorts by %s, with the same result in pages of one, even while products are added', async (sort, expected) => {
    const shop = await openFullShop()
    expect(await titles(shop, `sort=${sort}`)).toEqual(expected)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await shop.storefront.get(`/v1/products?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ title }: { title: string }) => title))
      cursor = body.nextCursor ?? ''
      // Inserted before the current position in every order.
      if (seen.length === 2)
        await addProduct(shop.api, plain(sort === '-price' ? 'AAA' : 'AAA', sort === '-price' ? 9e6 : 1))
    } while (cursor)
    expect(seen).toEqual(expected)
  })

  it('sorts by best-selling: recent units sold minus returns, even after a cached response', async () => {
    const shop = await openFullShop()
    const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' }, now: new Date() }
    const { data } = (await shop.api.get('/v1/catalog/products')).body
    const variantOf = (title: string) => data.find((one: { title: string }) => one.title === title).variants[0].id
    const sell = async (title: string, quantity: number, more: object = {}) =>
      importJugs(shop.api, {
        placedAt: ctx.now.toISOString(),
        items: [{ variantId: variantOf(title), title, quantity, unitPrice: eur(100) }],
        ...more,
      })
    expect(await titles(shop, 'sort=best_selling&limit=1')).toHaveLength(1)
    await sell('Mug', 3)
    await sell('Oak tray', 2)
    await sell('Oak tray', 2)
    await sell('Linen shirt', 9, { placedAt: '2020-01-01T00:00:00.000Z' })
    await sell('Linen shirt', 9, { fulfilled: false, canceledAt: ctx.now.toISOString() })
    await countSales(ctx)
    expect((await titles(shop, 'sort=best_selling')).slice(0, 2)).toEqual(['Oak tray', 'Mug'])
    expect((await titles(shop, 'sort=best_selling&limit=1'))[0]).toBe('Oak tray')

    const later = (minutes: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + minutes * 60_000) })
    const unitsSold = async () => {
      const { rows } = await shop.server.db.pool.query(
        `select summary ->> 'title' as title, units_sold from listings where environment_id = $1 and units_sold > 0 order by title`,
        [shop.live.environmentId],
      )
      return rows.map(({ title, units_sold }) => [title, units_sold])
    }
    const again = await sell('Mug', 2, { fulfilled: false })
    await countSales(later(1))
    await countSales(later(2))
    expect(await unitsSold()).toEqual([
      ['Mug', 5],
      ['Oak tray', 4],
    ])
    expect((await shop.api.post(`/v1/orders/${again.id}/cancellation`, { reason: 'customer' })).status).toBeLessThan(
      300,
    )
    await countSales(later(3))
    expect(await unitsSold()).toEqual([
      ['Mug', 3],
      ['Oak tray', 4],
    ])
    await countSales(later(60 * 24 * 91))
    expect(await unitsSold()).toEqual([])
  })

  it('pages through equal sort keys, and finally through products without a price', async () => {
    const shop = await openShop()
    await shop.api.patch('/v1/workspace', { currency: 'EUR' })
    const usd = [{ prices: [{ price: { amount: 5, currency: 'USD' } }] }]
    for (const [title, amount] of [
      ['A', 200],
      ['Twin', 100],
      ['Twin', 100],
      ['C', 0],
      ['D', 200],
    ] as const)
      await addProduct(shop.api, plain(title, amount))
    for (const title of ['Free', 'Free']) await addProduct(shop.api, plain(title, 0, { variants: usd }))
    for (const [sort, expected] of [
      ['newest', 'Free Free D C Twin Twin A'],
      ['title', 'A C D Free Free Twin Twin'],
      ['price', 'C Twin Twin D A Free Free'],
      ['-price', 'D A Twin Twin C Free Free'],
      ['best_selling', 'Free Free D C Twin Twin A'],
    ] as const) {
      const seen = await readPages(shop, `sort=${sort}`)
      expect([sort, seen.map(({ title }) => title).join(' ')]).toEqual([sort, expected])
      const whole = (await shop.storefront.get(`/v1/products?sort=${sort}`)).body.data
      expect(seen.map(({ id }) => id)).toEqual(whole.map(({ id }: { id: string }) => id))
    }
  })

  it('lists products without a price newest first, whatever other currencies they have', async () => {
    const shop = await openShop()
    await shop.api.patch('/v1/workspace', { currency: 'EUR' })
    const price = (currency: string) => ({ price: { amount: 100, currency } })
    for (const [title, ...currencies] of [
      ['A', 'USD'],
      ['B', 'CHF'],
      ['C', 'EUR', 'USD'],
      ['D', 'GBP', 'USD'],
      ['E', 'CHF'],
      ['F', 'EUR'],
      ['G', 'USD'],
      ['Draft', 'CHF'],
    ])
      await addProduct(shop.api, {
        ...plain(title ?? '', 0),
        vendor: title === 'E' ? 'Other' : 'Clay',
        status: title === 'Draft' ? 'draft' : 'active',
        variants: [{ prices: currencies.map(price) }],
      })
    for (const [query, expected] of [
      ['currency=EUR', 'F C G E D B A'],
      ['currency=USD', 'G D C A F E B'],
      ['currency=GBP', 'D G F E C B A'],
      ['currency=JPY', 'G F E D C B A'],
      ['currency=EUR&vendor=Clay', 'F C G D B A'],
      ['currency=EUR&available=false', 'F C G E D B A'],
    ] as const) {
      const seen = await readPages(shop, `sort=price&${query}`)
      expect([query, seen.map(({ title }) => title).join(' ')]).toEqual([query, expected])
      expect(await titles(shop, `sort=price&${query}`)).toEqual(seen.map(({ title }) => title))
    }
  })

  it.each(['price', '-price', 'best_selling', 'title'])(
    'sorts by %s after an arbitrary cursor position',
    async (sort) => {
      const shop = await fullShop()
      for (const number of [1e300, -1e300, 0.5]) {
        const cursor = JSON.stringify([sort, 'x', number, `prod_${'0'.repeat(26)}`])
        const { status } = await shop.storefront.get(
          `/v1/products?sort=${sort}&cursor=${Buffer.from(cursor).toString('base64url')}`,
        )
        expect(status).toBe(200)
      }
    },
  )

  it('rejects a cursor of another order', async () => {
    const shop = await fullShop()
    const { nextCursor } = (await shop.storefront.get('/v1/products?sort=price&limit=1')).body
    const other = await shop.storefront.get(`/v1/products?sort=title&limit=1&cursor=${nextCursor}`)
    expect([other.status, other.body.error.details[0].path]).toEqual([400, '/cursor'])
  })

  it('lists products without a price in the currency last', async () => {
    const shop = await fullShop()
    expect((await titles(shop, 'sort=price&currency=USD'))[0]).toBe('Linen shirt')
    expect((await titles(shop, 'sort=-price&currency=USD'))[0]).toBe('Linen shirt')
  })
})

describe('GET /v1/products pagination', () => {
  it('continues after the longest titles', async () => {
    const shop = await openShop()
    for (const end of ['あ', 'い', 'う'])
      await addProduct(shop.api, plain('ﷺ'.repeat(60) + '日'.repeat(150) + end, 100))
    const seen: string[] = []
    let cursor = ''
    do {
      const { status, body } = await shop.storefront.get(
        `/v1/products?sort=title&limit=1${cursor && `&cursor=${cursor}`}`,
      )
      expect(status).toBe(200)
      seen.push(body.data[0].title.at(-1))
      cursor = body.nextCursor ?? ''
    } while (cursor)
    expect(seen).toEqual(['あ', 'い', 'う'])
  })
})

describe('GET /v1/products?facets=true', () => {
  it('counts products per value, without narrowing a facet by its own filter', async () => {
    const shop = await fullShop()
    const facets = async (query: string) => (await shop.storefront.get(`/v1/products?facets=true&${query}`)).body.facets
    const all = await facets('')
    expect(all.vendors).toEqual([
      { value: 'Oak & Co', count: 2, selected: false },
      { value: 'Clay', count: 1, selected: false },
      { value: 'Hilda & Sons', count: 1, selected: false },
    ])
    expect(all.price).toEqual({ min: eur(900), max: eur(4900) })
    expect(all.options.map(({ name }: { name: string }) => name).sort()).toEqual(['Color', 'Size'])

    const chosen = await facets('vendor=Clay')
    expect(
      chosen.vendors.map(({ value, selected }: { value: string; selected: boolean }) => [value, selected]),
    ).toEqual([
      ['Oak & Co', false],
      ['Clay', true],
      ['Hilda & Sons', false],
    ])
    expect(chosen.types).toEqual([{ value: 'Mugs', count: 1, selected: false }])

    const priced = await facets('maxPrice=4000&option=Size:M')
    expect(priced.price).toEqual({ min: eur(3900), max: eur(4900) })
    // White costs more, so only sky is left. The sizes are all those below the price, not only the selected one.
    expect(priced.options).toEqual([
      { name: 'Color', values: [{ value: 'Sky', count: 1, selected: false }] },
      {
        name: 'Size',
        values: [
          { value: 'M', count: 1, selected: true },
          { value: 'S', count: 1, selected: false },
        ],
      },
    ])
    expect((await shop.storefront.get('/v1/products')).body.facets).toBeUndefined()
  })
})

describe('GET /v1/products?q=', () => {
  it('ranks the likely ones if too many match, and lists all of them in another order', async () => {
    const shop = await openShop()
    await shop.api.patch('/v1/workspace', { currency: 'EUR' })
    const names = { ...EMPTY, vendor: 'Clay' }
    await addProduct(shop.api, plain('Teapot', 900, { ...names, tags: ['old'] }))
    const cup = await addProduct(shop.api, plain('Cup', 700, { ...names, description: 'Goes with the teapot.' }))
    await copyProduct(shop, cup.id, 1100, 'newer')
    expect((await titles(shop, 'q=teapot'))[0]).toBe('Teapot')
    expect(await titles(shop, 'q=teapot&tag=old')).toEqual(['Teapot'])
    expect((await titles(shop, 'q=teapot&sort=title')).slice(0, 2)).toEqual(['Cup', 'Cup'])
    const oldest = (await shop.storefront.get(`/v1/products?q=teapot&sort=title&limit=100`)).body
    expect(oldest.data).toHaveLength(100)
    let [count, cursor] = [oldest.data.length, oldest.nextCursor]
    while (cursor !== null) {
      const { body } = await shop.storefront.get(`/v1/products?q=teapot&sort=title&limit=100&cursor=${cursor}`)
      count += body.data.length
      cursor = body.nextCursor
    }
    expect(count).toBe(1102)
    // Now the newest do not match.
    const plate = await addProduct(shop.api, plain('Plate', 700, names))
    await copyProduct(shop, plate.id, 1100, 'newest')
    expect((await titles(shop, 'q=teapot'))[0]).toBe('Teapot')
    expect((await titles(shop, 'q=teapot&vendor=Clay'))[0]).toBe('Teapot')
    expect(await titles(shop, 'q=teapot&tag=old')).toEqual(['Teapot'])
    expect((await titles(shop, 'q=teapot&sort=title&limit=100')).at(-1)).toBe('Cup')
  })

  it.each([
    ['mug', ['Mug']],
    ['MUGS', ['Mug']],
    ['lin sh', ['Linen shirt']],
    ['shirts', ['Linen shirt']],
    ['apfel', ['Äpfel aus Holz']],
    ['ÄPFEL', ['Äpfel aus Holz']],
    ['wood', ['Äpfel aus Holz', 'Oak tray']],
    ['oak', ['Oak tray', 'Äpfel aus Holz']],
    ['sky', ['Linen shirt']],
    ['airy', ['Linen shirt']],
    ['ls-m-sky', ['Linen shirt']],
    ['LS-M', ['Linen shirt']],
    ['lnen shirt', ['Linen shirt']],
    ['shrit', ['Linen shirt']],
    ['mugg oka', []],
    ['lihnen shrit', ['Linen shirt']],
    ['draft', []],
    ['qqqqqq', []],
    [`'); drop table products; -- & | ! ( :*`, []],
    ['C:\\Users me', []],
    ['zz\\|!qqq', []],
    ["\\'", []],
    ['ﬃ'.repeat(100), []],
  ])('finds products by %s', async (q, expected) => {
    const shop = await fullShop()
    expect(await titles(shop, `q=${encodeURIComponent(q)}`)).toEqual(expected)
  })

  it('returns the correction of a misspelled word and its results', async () => {
    const shop = await fullShop()
    const { body } = await shop.storefront.get('/v1/products?q=tarys%20oak&facets=true')
    expect(body).toMatchObject({ correctedQuery: expect.stringMatching(/^trays? oak$/), data: [{ title: 'Oak tray' }] })
    expect(body.facets.vendors).toEqual([{ value: 'Oak & Co', count: 1, selected: false }])
    const right = await shop.storefront.get('/v1/products?q=oak')
    expect(right.body.correctedQuery).toBeUndefined()
  })

  it('reveals nothing about unpublished products, and does not correct valid words', async () => {
    const shop = await openFullShop()
    await addProduct(shop.api, plain('Zyphoria', 100, { publishAt: '2100-01-01T00:00:00Z' }))
    const search = async (q: string) => (await shop.storefront.get(`/v1/products?${q}`)).body
    expect(await search('q=ziphoria')).toEqual({ data: [], nextCursor: null })
    expect(await search('q=shirt&vendor=None')).toEqual({ data: [], nextCursor: null })
    // A product has a word with this prefix, and only the filter excludes it.
    await addProduct(shop.api, plain('Shiro', 100))
    expect(await search('q=shir&vendor=Clay')).toEqual({ data: [], nextCursor: null })
    // Sky is an option value, not a word of a title.
    expect(await search('q=sky%20shrit')).toMatchObject({
      correctedQuery: 'sky shirt',
      data: [{ title: 'Linen shirt' }],
    })
  })

  it('corrects by published products only, ignoring drafts, scheduled and archived ones', async () => {
    const shop = await openFullShop()
    const search = async (q: string) => (await shop.storefront.get(`/v1/products?q=${q}`)).body
    const right = { correctedQuery: 'linen', data: [{ title: 'Linen shirt' }] }
    expect(await search('linnn')).toMatchObject(right)
    await addProduct(shop.api, plain('Linnn secret', 100, { status: 'draft' }))
    await addProduct(shop.api, plain('Linnne', 100, { publishAt: '2100-01-01T00:00:00Z' }))
    const archived = await addProduct(shop.api, plain('Linnnn', 100))
    await shop.api.patch(`/v1/catalog/products/${archived.id}`, { status: 'archived' })
    expect(await search('linnn')).toMatchObject(right)
  })

  it('corrects a word that only matches products without the other words', async () => {
    const shop = await openFullShop()
    await addProduct(shop.api, plain('Lihnenbach', 100, EMPTY))
    const { body } = await shop.storefront.get('/v1/products?q=lihnen%20shirt')
    expect(body).toMatchObject({ correctedQuery: 'linen shirt', data: [{ title: 'Linen shirt' }] })
  })

  it('matches compound words written as one or two words', async () => {
    const shop = await openShop()
    for (const title of ['Striped T-shirt', 'Glass teapots', 'Pot for tea'])
      await addProduct(shop.api, plain(title, 100, EMPTY))
    expect(await titles(shop, 'q=tshirt')).toEqual(['Striped T-shirt'])
    expect(await titles(shop, 'q=striped%20tshirts')).toEqual(['Striped T-shirt'])
    expect((await titles(shop, 'q=tea%20pot')).sort()).toEqual(['Glass teapots', 'Pot for tea'])
    expect(await titles(shop, 'q=glass%20tea%20pot')).toEqual(['Glass teapots'])
    expect(await titles(shop, 'q=glass%20pot')).toEqual([])
  })

  it('uses the languages of the shop once they are set', async () => {
    const shop = await openFullShop(await openIsolatedShop())
    await addProduct(shop.api, plain('Häuser für Vögel', 2500))
    expect(await titles(shop, 'q=haus')).toEqual(['Häuser für Vögel'])
    // Before that, the dative is treated as a misspelling.
    const corrected = async () => (await shop.storefront.get('/v1/products?q=hausern')).body.correctedQuery
    expect(await corrected()).toBe('hauser')
    const { body } = await shop.api.patch('/v1/workspace', { searchLanguages: ['en', 'de'] })
    expect(body.searchLanguages).toEqual(['en', 'de'])
    await shop.server.startWorker()
    await vi.waitFor(async () => expect(await corrected()).toBeUndefined(), { timeout: 120_000 })
    expect(await titles(shop, 'q=hausern')).toEqual(['Häuser für Vögel'])
    const wrong = await shop.api.patch('/v1/workspace', { searchLanguages: ['klingon'] })
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, '/searchLanguages/0'])
  })

  it.skipIf(isDistributed())('corrects words while all listings are being rebuilt', async () => {
    const shop = await openFullShop(await openIsolatedShop())
    const { system } = shop.server
    const corrected = async () => (await shop.storefront.get('/v1/products?q=shrit')).body.correctedQuery
    expect(await corrected()).toBe('shirt')
    await system.db.transaction(async (db) => {
      // The job waits for these products, with its work half done.
      await db.run(sql`select id from products where environment_id = ${shop.live.environmentId} for update`)
      await shop.api.patch('/v1/workspace', { searchLanguages: ['en', 'de'] })
      await shop.server.startWorker()
      await vi.waitFor(
        async () => {
          const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
          expect(await system.db.rows(Type.Object({ pid: Type.Integer() }), waiting)).not.toEqual([])
        },
        { timeout: 120_000 },
      )
      expect(await corrected()).toBe('shirt')
    })
  })

  it('ignores a blank search', async () => {
    const shop = await fullShop()
    const everything = await titles(shop, '')
    for (const blank of ['q=', 'q=%20', 'q=%20%20&sort=relevance'])
      expect(await titles(shop, blank)).toEqual(everything)
    const staff = async (query: string) => (await shop.api.get(`/v1/catalog/products?${query}`)).body.data
    expect(await staff('q=')).toEqual(await staff('q=%20'))
    expect(await staff('q=')).not.toEqual([])
    for (const list of ['gift-cards?q=', 'promotions?q=', 'orders?q=']) {
      expect((await shop.api.get(`/v1/${list}`)).status).toBe(200)
    }
  })

  it('filters and sorts search results, and counts them in facets', async () => {
    const shop = await fullShop()
    expect(await titles(shop, 'q=oak&tag=kids')).toEqual(['Äpfel aus Holz'])
    expect(await titles(shop, 'q=oak&sort=price')).toEqual(['Äpfel aus Holz', 'Oak tray'])
    const { body } = await shop.storefront.get('/v1/products?q=oak&facets=true')
    expect(body.facets.types.map(({ value }: { value: string }) => value)).toEqual(['Toys', 'Trays'])
  })
})
