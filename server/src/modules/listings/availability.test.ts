import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'

const PRODUCTS = '/v1/products'

async function openWithShirt() {
  const shop = await openShop()
  const shirt = await addProduct(shop.api)
  const set = (variant: number, onHand: number) =>
    shop.api.post('/v1/inventory/adjustments', {
      reason: 'count',
      changes: [{ variantId: shirt.variants[variant].id, onHand }],
    })
  return { shop, shirt, set }
}

const listed = async ({ storefront }: Shop, query = '') =>
  (await storefront.get(`${PRODUCTS}?${query}`)).body.data.map(({ available }: { available: boolean }) => available)

describe('product availability', () => {
  it('updates in every list when the last unit is sold or the first one arrives, without exposing quantities', async () => {
    const { shop, shirt, set } = await openWithShirt()
    expect(await listed(shop)).toEqual([false])
    await set(1, 3)
    expect(await listed(shop)).toEqual([true])
    expect(await listed(shop, 'available=true')).toEqual([true])
    expect(await listed(shop, 'available=false')).toEqual([])
    // Sky in S is in stock, white is not.
    expect(await listed(shop, 'available=true&option=Color:Sky')).toEqual([true])
    expect(await listed(shop, 'available=true&option=Color:White')).toEqual([])
    expect(await listed(shop, 'available=false&option=Color:White')).toEqual([])
    const white = await shop.storefront.get(`${PRODUCTS}?facets=true&option=Color:White`)
    expect(white.body.facets.available).toEqual({ count: 0 })
    const { body } = await shop.storefront.get(`${PRODUCTS}?facets=true&available=true`)
    expect(body.facets.available).toEqual({ count: 1 })
    expect(body.facets.options).toEqual([
      { name: 'Color', values: [{ value: 'Sky', count: 1, selected: false }] },
      { name: 'Size', values: [{ value: 'S', count: 1, selected: false }] },
    ])
    expect(body.data[0].defaultVariantId).toBe(shirt.variants[1].id)
    const detail = await shop.storefront.get(`${PRODUCTS}/${shirt.id}`)
    expect(detail.body.variants.map(({ availability }: { availability: string }) => availability)).toEqual([
      'out_of_stock',
      'in_stock',
      'out_of_stock',
      'out_of_stock',
    ])
    expect(JSON.stringify([detail.body, body])).not.toMatch(/onHand|reserved|"stock"|trackStock|inventoryPolicy/)
    await set(1, 0)
    expect(await listed(shop)).toEqual([false])
  })

  it('ignores stock of untracked variants and of variants that continue selling', async () => {
    const shop = await openShop()
    const mug = (more: object) => ({ options: [], variants: [{ prices: [{ price: eur(900) }], ...more }] })
    const free = await addProduct(shop.api, mug({ trackStock: false }))
    const later = await addProduct(shop.api, mug({ inventoryPolicy: 'continue' }))
    expect(await listed(shop)).toEqual([true, true])
    const availabilityOf = async (id: string) =>
      (await shop.storefront.get(`${PRODUCTS}/${id}`)).body.variants[0].availability
    expect([await availabilityOf(free.id), await availabilityOf(later.id)]).toEqual(['in_stock', 'backorder'])
  })

  it('keeps stock rules of collections correct after every delivery, including for untracked variants', async () => {
    const { shop, shirt, set } = await openWithShirt()
    const rules = [{ field: 'stock', relation: 'less_than', value: 5 }]
    const { body } = await shop.api.post('/v1/catalog/collections', {
      title: 'Nearly gone',
      kind: 'rules',
      status: 'active',
      rules,
    })
    const members = async () =>
      (await shop.storefront.get(`/v1/collections/${body.handle}/products`)).body.data.map(
        ({ id }: { id: string }) => id,
      )
    await set(0, 9)
    expect(await members()).toEqual([])
    await set(0, 4)
    expect(await members()).toEqual([shirt.id])
    await set(0, 5)
    expect(await members()).toEqual([])
    // One variant is now untracked, so the product never runs out.
    await set(0, 4)
    const [first, ...others] = shirt.variants
    const patch = (trackStock: boolean) =>
      shop.api.patch(`/v1/catalog/products/${shirt.id}`, { variants: [{ ...first, trackStock }, ...others] })
    expect((await patch(false)).status).toBe(200)
    expect(await members()).toEqual([])
    await patch(true)
    expect(await members()).toEqual([shirt.id])
  })
})

describe('GET /v1/products/:id with options', () => {
  it('returns the values that match the selected options, and the selected variant', async () => {
    const { shop, shirt, set } = await openWithShirt()
    const { variants } = shirt
    await shop.api.patch(`/v1/catalog/products/${shirt.id}`, { variants: [variants[0], variants[1], variants[2]] })
    await set(0, 1)
    await set(1, 1)
    const choices = async (query: string) => {
      const { body } = await shop.storefront.get(`${PRODUCTS}/${shirt.id}?${query}`)
      return { ...body, text: JSON.stringify(body.choices) }
    }
    const none = await choices('')
    expect(none.selectedVariantId).toBeNull()
    // M only exists in white, which is sold out.
    const medium = await choices('option=Size:M')
    expect(medium.choices).toEqual([
      {
        name: 'Size',
        values: [
          { value: 'S', exists: true, available: true },
          { value: 'M', exists: true, available: false },
        ],
      },
      {
        name: 'Color',
        values: [
          { value: 'White', exists: true, available: false },
          { value: 'Sky', exists: false, available: false },
        ],
      },
    ])
    expect((await choices('option=Size:S&option=Color:Sky')).selectedVariantId).toBe(variants[1].id)
    expect((await choices('option=Size:M&option=Color:Sky')).selectedVariantId).toBeNull()
    const wrong = await shop.storefront.get(`${PRODUCTS}/${shirt.id}?option=Size:XXL`)
    expect([wrong.status, wrong.body.error.details[0].message]).toEqual([
      400,
      'must be one of Size (S, M); Color (White, Sky), not "Size:XXL"',
    ])
  })

  it('returns safe HTML and schema.org data', async () => {
    const shop = await openShop()
    const description =
      '**Soft**<script>alert(1)</script> <a href="javascript:x()">x</a><img src="x" onerror="y()"> & light'
    const { id } = await addProduct(shop.api, {
      description,
      options: [],
      variants: [{ sku: 'M-1', barcode: '4006381333931', trackStock: false, prices: [{ price: eur(1050) }] }],
    })
    await shop.api.patch('/v1/workspace', { currency: 'EUR' })
    const { body } = await shop.storefront.get(`${PRODUCTS}/${id}`)
    expect(body.descriptionHtml).toContain('<strong>Soft</strong>')
    expect(body.descriptionHtml).not.toMatch(/script|onerror|javascript/)
    expect(body.jsonLd).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Linen shirt',
      brand: { name: 'Hilda & Sons' },
      sku: 'M-1',
      gtin: '4006381333931',
      offers: { price: '10.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    })
    expect(body.jsonLd.description).toMatch(/^Soft.*& light$/)
    const many = await addProduct(shop.api)
    const group = (await shop.storefront.get(`${PRODUCTS}/${many.id}`)).body.jsonLd
    const variesBy = ['https://schema.org/size', 'https://schema.org/color']
    expect(group).toMatchObject({ '@type': 'ProductGroup', productGroupID: many.id, variesBy })
    expect(group.hasVariant).toHaveLength(4)
    expect(group.hasVariant[0].offers.availability).toBe('https://schema.org/OutOfStock')
  })
})
