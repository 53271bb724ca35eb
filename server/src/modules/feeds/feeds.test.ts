import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkGoogleFeed } from '../../../test/google-feed-rules.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { parseXml } from '../../../test/parse-xml.ts'
import { systemCtx } from '../../../test/placed-order.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { openFeedFiles } from './feed-files.ts'
import { getFeedShop, sitemapIndex, sitemapPage } from './feeds.ts'

const PATTERN = 'https://shop.example/products/{handle}'
const IMAGE = 'https://cdn.example.com/shirt.jpg'

let shop: Shop
const products: Record<string, { id: string; handle: string; variants: { id: string }[] }> = {}

const getFeed = (name: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${shop.server.url}/feeds/${shop.live.environmentId}/${name}`, { headers, ...init })
const readFeed = async (name: string) => (await getFeed(name)).text()
const untracked = { trackStock: false, prices: [{ price: eur(1200) }] }

beforeAll(async () => {
  shop = await openShop()
  const add = async (name: string, more: Parameters<typeof addProduct>[1]) => {
    products[name] = await addProduct(shop.api, { title: name, handle: name, ...more })
  }
  await add('shirt', {
    title: 'Shirt & \u0007"tie" <ok>',
    category: '1604',
    variants: ['S', 'M'].flatMap((size) =>
      ['White', 'Sky'].map((color) => ({
        options: { Size: size, Color: color },
        sku: `${size}-${color}`,
        barcode: size === 'S' ? '4006381333931' : '4006381333930',
        weightGrams: 220,
        trackStock: color === 'White',
        imageUrl: color === 'Sky' ? 'https://cdn.example.com/back.jpg' : null,
        prices: [{ price: eur(3900), compareAtPrice: eur(4900) }, { price: { amount: 5500, currency: 'USD' } }],
      })),
    ),
  })
  const single = { options: [], images: [{ url: IMAGE }] }
  await add('mug', {
    ...single,
    title: '=Mug',
    vendor: 'Hilda',
    description: `# Big\n\n**Bold** <script>alert(1)</script> ${'word '.repeat(2000)}`,
    customFields: {
      'mm-google-shopping.mpn': 'M-1',
      condition: 'Used',
      age_group: 'adult',
      gender: 'nobody',
      secret: 's3cret',
    },
    variants: [{ ...untracked, cost: eur(777) }],
    images: Array.from({ length: 20 }, (_, n) => ({ url: `https://cdn.example.com/mug-${n}.jpg?a=1&b=2` })),
  })
  await add('backorder', { ...single, variants: [{ inventoryPolicy: 'continue', prices: [{ price: eur(100) }] }] })
  const availability_date = new Date(Date.now() + 30 * 86_400_000).toISOString()
  await add('soon', {
    ...single,
    customFields: { availability_date },
    variants: [{ inventoryPolicy: 'continue', prices: [{ price: eur(100) }] }],
  })
  await add('draft', { ...single, status: 'draft', variants: [untracked] })
  await add('planned', { ...single, publishAt: '2999-01-01T00:00:00Z', variants: [untracked] })
  await add('withdrawn', { ...single, unpublishAt: '2020-01-01T00:00:00Z', variants: [untracked] })
  await add('imageless', { ...single, images: [], variants: [untracked] })
  await add('free', { ...single, variants: [{ ...untracked, prices: [{ price: eur(0) }] }] })
  await add('dollars', {
    ...single,
    variants: [{ ...untracked, prices: [{ price: { amount: 900, currency: 'USD' } }] }],
  })
})

describe('before the shop has the address of its product pages', () => {
  it('explains what is missing', async () => {
    const response = await getFeed('google.xml')
    expect([response.status, (await response.json()).error.message]).toEqual([
      404,
      expect.stringContaining('storefrontUrl'),
    ])
    const { data } = (await shop.api.get('/v1/feeds')).body
    expect(data.map(({ url }: { url: string | null }) => url)).toEqual([null, null, null])
  })

  it.each([
    ['https://shop.example/products/', 'must contain {handle} or {id}, in place of the product'],
    ['https://shop.example/{slug}/{id}', 'must contain only {handle} and {id}, not {slug}'],
    ['https://{handle}.example/', 'must not contain {handle} or {id} in the host name'],
    ['https://me:pw@shop.example/{id}', 'must not contain a user name or password: everyone sees it'],
    ['ftp://shop.example/{id}', 'must be an http or https URL, such as https://shop.example/products/{handle}'],
    ['https://:x/{id}', 'must be an http or https URL, such as https://shop.example/products/{handle}'],
  ])('rejects %s', async (storefrontUrl, message) => {
    const { status, body } = await shop.api.patch('/v1/workspace', { storefrontUrl })
    expect([status, body.error.details]).toEqual([400, [{ path: '/storefrontUrl', message }]])
  })
})

describe('with product pages', () => {
  beforeAll(async () => {
    const { status, body } = await shop.api.patch('/v1/workspace', { storefrontUrl: PATTERN })
    expect([status, body.storefrontUrl]).toEqual([200, PATTERN])
  })

  it('follows Google’s specification', async () => {
    const { items, violations } = checkGoogleFeed(await readFeed('google.xml'))
    expect(violations).toEqual([])
    const [first, sky] = items
    const { shirt, mug } = products
    expect(first).toEqual({
      id: [shirt?.variants[0]?.id],
      title: ['Shirt & "tie" <ok> – S – White'],
      description: ['Light and airy.'],
      link: [`https://shop.example/products/shirt?variant=${shirt?.variants[0]?.id}`],
      image_link: [IMAGE],
      additional_image_link: ['https://cdn.example.com/back.jpg'],
      availability: ['out_of_stock'],
      price: ['49.00 EUR'],
      sale_price: ['39.00 EUR'],
      brand: ['Hilda & Sons'],
      gtin: ['4006381333931'],
      condition: ['new'],
      item_group_id: [shirt?.id],
      color: ['White'],
      size: ['S'],
      google_product_category: ['1604'],
      product_type: ['Shirts'],
      shipping_weight: ['220 g'],
    })
    expect(sky).toMatchObject({ availability: ['in_stock'], image_link: ['https://cdn.example.com/back.jpg'] })
    // A wrong check digit is worse than no number.
    expect(items[2]).toMatchObject({ identifier_exists: ['no'] })
    expect(items[2]).not.toHaveProperty('gtin')
    const single = items.find(({ id }) => id?.[0] === mug?.variants[0]?.id)
    expect(single).toMatchObject({
      title: ['=Mug'],
      link: ['https://shop.example/products/mug'],
      mpn: ['M-1'],
      condition: ['used'],
      age_group: ['adult'],
      image_link: ['https://cdn.example.com/mug-0.jpg?a=1&b=2'],
    })
    expect(single?.description?.[0]).toMatch(/^Big Bold word.*…$/)
    expect(Object.keys(single ?? {})).not.toEqual(expect.arrayContaining(['item_group_id', 'gender', 'sale_price']))
    const byLink = new Map(items.map((item) => [item.link?.[0]?.split('/').at(-1), item]))
    expect(byLink.get('backorder')).toMatchObject({ availability: ['out_of_stock'] })
    expect(byLink.get('soon')).toMatchObject({ availability: ['backorder'] })
  })

  it('contains nothing that is unpublished or can’t be bought', async () => {
    const feeds = [await readFeed('google.xml'), await readFeed('meta.csv')]
    for (const feed of feeds) {
      for (const name of ['draft', 'planned', 'withdrawn', 'imageless', 'free', 'dollars'])
        expect(feed).not.toContain(`/products/${name}`)
      expect(feed).not.toMatch(/s3cret|7\.77|alert/)
    }
    const dollars = checkGoogleFeed(await readFeed('google.xml?currency=USD'))
    expect(dollars.violations).toEqual([])
    expect(dollars.items.map(({ price }) => price?.[0])).toEqual([...Array(4).fill('55.00 USD'), '9.00 USD'])
    expect((await getFeed('google.xml?currency=XXY')).status).toBe(400)
    expect((await shop.api.get('/v1/feeds')).body.data).toMatchObject([
      { kind: 'sitemap', itemCount: 7 },
      { kind: 'google', itemCount: 7, omitted: { withoutPrice: 2, withoutImage: 1 } },
      { kind: 'meta', itemCount: 7, url: `${shop.server.system.publicUrl}/feeds/${shop.live.environmentId}/meta.csv` },
    ])
  })

  it('has the same items for Meta, as CSV', async () => {
    const rows: Record<string, string>[] = parse(await readFeed('meta.csv'), { columns: true })
    const { items } = checkGoogleFeed(await readFeed('google.xml'))
    expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id?.[0]))
    expect(rows[1]).toMatchObject({
      availability: 'in stock',
      price: '49.00 EUR',
      sale_price: '39.00 EUR',
      color: 'Sky',
    })
    const mug = rows.find(({ link }) => link?.endsWith('/mug'))
    // No spreadsheet takes it for a formula.
    expect(mug).toMatchObject({ title: ' =Mug', mpn: 'M-1', condition: 'used' })
  })

  it('lists published products in the sitemap', async () => {
    const index = parseXml(await readFeed('sitemap.xml'))
    const url = index.children[0]?.children[0]?.text ?? ''
    expect([index.name, index.children.length, url]).toEqual([
      'sitemapindex',
      1,
      `${shop.server.system.publicUrl}/feeds/${shop.live.environmentId}/sitemap-1.xml`,
    ])
    const page = parseXml(await readFeed('sitemap-1.xml'))
    expect(page.name).toBe('urlset')
    expect(page.children.map(({ children }) => children[0]?.text.split('/').at(-1))).toEqual([
      'shirt',
      'mug',
      'backorder',
      'soon',
      'imageless',
      'free',
      'dollars',
    ])
    expect(page.children[0]?.children[1]?.text).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect((await getFeed('sitemap-2.xml')).status).toBe(404)
    expect((await getFeed('feed.xml')).status).toBe(404)
  })

  it('splits the sitemap of a large catalog into pages without gaps', async () => {
    const ctx = systemCtx(shop)
    const linksOf = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, link]) => link)
    const collect = async (content: AsyncIterable<string>) => (await Array.fromAsync(content)).join('')
    const all = linksOf(await readFeed('sitemap-1.xml'))
    const pageCount = Math.ceil(all.length / 2)
    expect(pageCount).toBeGreaterThan(2)
    const index = linksOf(await collect(sitemapIndex(ctx, 2)))
    expect(index.map((link) => link?.split('/').at(-1))).toEqual(
      Array.from({ length: pageCount }, (_, at) => `sitemap-${at + 1}.xml`),
    )
    const pages: unknown[] = []
    const feedShop = await getFeedShop(ctx)
    for (let page = 1; page <= pageCount; page++) {
      pages.push(...linksOf(await collect(sitemapPage(ctx, feedShop, page, 2))))
    }
    expect(pages).toEqual(all)
    await expect(collect(sitemapPage(ctx, feedShop, pageCount + 1, 2))).rejects.toMatchObject({ status: 404 })
    expect((await getFeed('sitemap-2.xml')).status).toBe(404)
  })

  it('generates a file once for all who ask at the same time, and again for those who know of a change', async () => {
    const files = openFeedFiles({ clock: () => new Date() })
    let generation = {}
    let generated = 0
    const release: (() => void)[] = []
    async function* write(number: number) {
      await new Promise<void>((resolve) => release.push(resolve))
      yield `file ${number}`
    }
    const get = async () => {
      const file = await files.get({
        key: 'feed',
        generation: () => generation,
        generate: async () => ({ content: write(++generated), expiresMs: Number.POSITIVE_INFINITY }),
      })
      return text(file.read())
    }
    const early = Array.from({ length: 5 }, get)
    await expect.poll(() => release.length).toBe(1)
    generation = {}
    const late = Array.from({ length: 5 }, get)
    release.shift()?.()
    await expect.poll(() => release.length).toBe(1)
    release.shift()?.()
    expect(new Set(await Promise.all(late))).toEqual(new Set(['file 2']))
    expect((await Promise.all(early))[0]).toBe('file 1')
    expect([await get(), generated]).toEqual(['file 2', 2])
    await files.close()
  })

  it('sends 304 until something changes, and then at once the new feed', async () => {
    const first = await getFeed('google.xml')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('content-length')).toBe(String((await first.arrayBuffer()).byteLength))
    expect([(await getFeed('google.xml', { 'if-none-match': etag })).status, etag]).toEqual([304, expect.any(String)])
    const head = await getFeed('google.xml', {}, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    const { id } = products.soon ?? {}
    await shop.api.patch(`/v1/catalog/products/${id}`, { status: 'draft' })
    const changed = await getFeed('google.xml', { 'if-none-match': etag })
    expect([changed.status, (await changed.text()).includes('/products/soon')]).toEqual([200, false])
  })

  it('keeps environments apart', async () => {
    const url = `${shop.server.url}/feeds/${shop.test.environmentId}/google.xml`
    expect((await fetch(url)).status).toBe(404)
    await shop.sandbox.patch('/v1/workspace', { storefrontUrl: 'https://test.example/{id}' })
    expect(checkGoogleFeed(await (await fetch(url)).text()).items).toEqual([])
    expect((await fetch(url.replace(shop.test.environmentId, shop.live.environmentId.replace(/.$/, 'g')))).status).toBe(
      404,
    )
  })
})

describe('JSON-LD', () => {
  it('links to the product and its variants, and names schema.org’s properties', async () => {
    const { body } = await shop.storefront.get('/v1/products/shirt')
    const url = 'https://shop.example/products/shirt'
    const variantUrl = `${url}?variant=${body.variants[1].id}`
    expect(body.url).toBe(url)
    expect(body.jsonLd).toMatchObject({
      '@type': 'ProductGroup',
      url,
      variesBy: ['https://schema.org/size', 'https://schema.org/color'],
    })
    expect(body.jsonLd.hasVariant[1]).toMatchObject({
      url: variantUrl,
      size: 'S',
      color: 'Sky',
      gtin: '4006381333931',
      image: 'https://cdn.example.com/back.jpg',
      offers: { url: variantUrl, price: '39.00' },
    })
    expect(body.jsonLd.hasVariant[2]).not.toHaveProperty('gtin')
    expect((await shop.storefront.get('/v1/products/mug')).body.jsonLd).toMatchObject({
      '@type': 'Product',
      url: 'https://shop.example/products/mug',
      offers: { url: 'https://shop.example/products/mug' },
    })
  })
})
