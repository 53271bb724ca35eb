import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import type { NewProduct } from '../catalog/schemas.ts'

const SIZES = ['S', 'M']
const COLORS = ['White', 'Sky']
const usd = (amount: number) => ({ amount, currency: 'USD' })

type VariantOffer = { stock?: number; in?: ('EUR' | 'USD')[] }

/**
 * A shirt in two sizes and colors. Each offer sets the stock and currencies of one variant, starting with white in S.
 */
const shirt = (title: string, offers: VariantOffer[], more: Partial<NewProduct> = {}): Partial<NewProduct> => ({
  title,
  ...more,
  variants: SIZES.flatMap((size, row) =>
    COLORS.map((color, column) => {
      const { stock = 0, in: currencies = ['EUR', 'USD'] } = offers[row * 2 + column] ?? {}
      const price = { EUR: eur(color === 'Sky' ? 3900 : 4900), USD: usd(5500) }
      return {
        options: { Size: size, Color: color },
        stock,
        prices: currencies.map((currency) => ({ price: price[currency] })),
      }
    }),
  ),
})

async function openMixedShop(): Promise<Shop> {
  const shop = await openShop()
  await addProduct(shop.api, shirt('Gone', []))
  await addProduct(
    shop.api,
    shirt('There', [{ stock: 1 }, { stock: 1 }, { stock: 1 }, { stock: 1 }], { vendor: 'Clay' }),
  )
  await addProduct(shop.api, shirt('Only white in S', [{ stock: 1 }], { tags: ['sale'] }))
  await addProduct(shop.api, shirt('Gone in euros', [{ stock: 1, in: ['USD'] }, {}, { stock: 1, in: ['USD'] }]))
  await addProduct(shop.api, shirt('Sky in dollars', [{ stock: 1 }, { stock: 1, in: ['USD'] }], { type: 'Tops' }))
  const unpriced = { variants: [{ trackStock: false, prices: [{ price: usd(900) }] }] }
  await addProduct(shop.api, { title: 'Mug', options: [], ...unpriced, tags: ['sale'] })
  return shop
}

let cachedShop: Promise<Shop> | undefined
const mixedShop = (): Promise<Shop> => (cachedShop ??= openMixedShop())

const titles = async (shop: Shop, query: string): Promise<string[]> => {
  const { status, body } = await shop.storefront.get(`/v1/products?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body.data.map(({ title }: { title: string }) => title)
}

type Count = { value: string; count: number }

describe('GET /v1/products?facets=true', () => {
  it.each([
    '',
    'currency=USD',
    'option=Color:Sky&option=Size:M&maxPrice=4000',
    'option=Color:Sky',
    'maxPrice=4000',
    'minPrice=1000&vendor=Clay',
    'available=true',
    'available=true&currency=USD',
    'available=true&currency=CHF',
    'available=false',
    'available=false&option=Size:M',
    'available=false&option=Color:White&minPrice=4000',
    'available=true&option=Color:White',
    'available=true&option=Color:Sky&maxPrice=4000',
    'available=true&sort=price',
    'tag=sale&type=Shirts',
  ])('counts the results of selecting each value, given %s, and adding a filter adds no product', async (query) => {
    const shop = await mixedShop()
    const { facets } = (await shop.storefront.get(`/v1/products?facets=true&${query}`)).body
    const baseline = await titles(shop, query)
    const withValue = async (name: string, value: string, isOwn: (pair: [string, string]) => boolean) => {
      const pairs = [...new URLSearchParams(query)]
      const others = pairs.filter((pair) => !isOwn(pair))
      const matching = await titles(shop, new URLSearchParams([...others, [name, value]]).toString())
      if (others.length === pairs.length) expect(baseline).toEqual(expect.arrayContaining(matching))
      return matching.length
    }
    for (const [name, list] of [
      ['vendor', facets.vendors],
      ['type', facets.types],
      ['tag', facets.tags],
    ] as [string, Count[]][])
      for (const { value, count } of list)
        expect([value, await withValue(name, value, ([other]) => other === name)]).toEqual([value, count])
    for (const { name, values } of facets.options as { name: string; values: Count[] }[])
      for (const { value, count } of values) {
        const matching = await withValue('option', `${name}:${value}`, ([, other]) => other.startsWith(`${name}:`))
        expect([name, value, matching]).toEqual([name, value, count])
      }
    const there = await withValue('available', 'true', ([other]) => other === 'available')
    expect(there).toBe(facets.available.count)
  })
})

describe('GET /v1/products?available=', () => {
  it('requires a price in the currency and an available variant that matches the filters', async () => {
    const shop = await mixedShop()
    expect(await titles(shop, 'available=true')).toEqual(['Sky in dollars', 'Only white in S', 'There'])
    expect(await titles(shop, 'available=true&sort=price')).toEqual(['Sky in dollars', 'Only white in S', 'There'])
    expect(await titles(shop, 'available=true&q=dollars&option=Color:Sky')).toEqual([])
    expect(await titles(shop, 'available=false')).toEqual(['Mug', 'Gone in euros', 'Gone'])
    expect(await titles(shop, 'available=false&sort=price')).toEqual(['Gone in euros', 'Gone', 'Mug'])
    // White in M is sold out for this product, but white in S is in stock.
    expect(await titles(shop, 'available=false&option=Size:M')).toEqual(['Gone in euros', 'Gone'])
    expect(await titles(shop, 'available=false&currency=USD')).toEqual(['Gone'])
    expect(await titles(shop, 'available=true&currency=CHF')).toEqual([])
  })

  it('matches the availability of each product in lists and on its own', async () => {
    const shop = await mixedShop()
    for (const query of ['', 'currency=USD', 'currency=CHF', 'sort=price', 'sort=-price', 'sort=title', 'q=g']) {
      const { data } = (await shop.storefront.get(`/v1/products?${query}`)).body
      for (const { id, available, defaultVariantId } of data) {
        const currency = new URLSearchParams(query).get('currency') ?? 'EUR'
        const { body } = await shop.storefront.get(`/v1/products/${id}?currency=${currency}`)
        expect([query, body.title, body.available]).toEqual([query, body.title, available])
        const first = body.variants.find((variant: { available: boolean }) => variant.available)
        if (first) expect([query, body.title, defaultVariantId]).toEqual([query, body.title, first.id])
        for (const { price, availability } of body.variants) if (!price) expect(availability).toBe('out_of_stock')
      }
    }
    const mug = (await shop.storefront.get('/v1/products/mug')).body
    expect([mug.available, JSON.stringify(mug.jsonLd)]).toEqual([false, expect.not.stringContaining('InStock')])
    expect((await shop.storefront.get('/v1/products/mug?currency=USD')).body.available).toBe(true)
  })
})
