import { describe, expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'

describe('GET /v1/products', () => {
  it('A5 A9 shows visitors published products, and no staff-only fields', async () => {
    let now = new Date('2030-06-01T00:00:00Z')
    const shop = await openShop(await openServer({ clock: () => now }))
    await shop.api.patch('/v1/workspace', { currency: 'EUR' })
    await addProduct(shop.api, { title: 'Draft', status: 'draft' })
    await addProduct(shop.api, { title: 'Old', status: 'archived' })
    await addProduct(shop.api, { title: 'Soon', publishAt: '2030-06-02T00:00:00.000Z' })
    await addProduct(shop.api, { title: 'Brief', unpublishAt: '2030-06-02T00:00:00.000Z' })
    const shirt = await addProduct(shop.api)
    const titles = async () =>
      (await shop.storefront.get('/v1/products')).body.data.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['Linen shirt', 'Brief'])
    now = new Date('2030-06-02T00:00:00Z')
    expect(await titles()).toEqual(['Linen shirt', 'Soon'])

    const { body } = await shop.storefront.get('/v1/products')
    expect(body.data[0]).toMatchObject({ id: shirt.id, priceRange: { min: eur(3900), max: eur(4900) } })
    const text = JSON.stringify(body)
    for (const secret of ['cost', 'externalId', 'customFields', 'status', 'version', 'publishAt']) {
      expect(text).not.toContain(`"${secret}"`)
    }
    expect((await shop.sandbox.get('/v1/products')).body.data).toEqual([])
  })

  it('returns prices in another currency if there are any', async () => {
    const shop = await openShop()
    await addProduct(shop.api)
    const usd = { amount: 5500, currency: 'USD' }
    const { body } = await shop.storefront.get('/v1/products?currency=USD')
    expect(body.data[0]).toMatchObject({ priceRange: { min: usd, max: usd }, compareAtPrice: null })
    const none = await shop.storefront.get('/v1/products?currency=JPY')
    expect(none.body.data[0]).toMatchObject({ priceRange: null, compareAtPrice: null })
    const path = `/v1/products/${body.data[0].handle}`
    expect((await shop.storefront.get(`${path}?currency=USD`)).body.variants[0]).toMatchObject({ price: usd })
    expect((await shop.storefront.get(`${path}?currency=JPY`)).body).toMatchObject({
      priceRange: null,
      variants: [{ price: null }, {}, {}, {}],
    })
  })
})

describe('GET /v1/products/:id', () => {
  it('finds a product by id, handle and every previous handle, after repeated changes', async () => {
    const shop = await openShop()
    const { id } = await addProduct(shop.api)
    const rename = (handle: string) => shop.api.patch(`/v1/catalog/products/${id}`, { handle })
    const seen = async (name: string) => (await shop.storefront.get(`/v1/products/${name}`)).body.handle
    await rename('airy-shirt')
    await rename('linen-shirt')
    await rename('airy-shirt')
    for (const name of [id, 'airy-shirt', 'linen-shirt']) expect(await seen(name)).toBe('airy-shirt')

    const other = await addProduct(shop.api, { handle: 'linen-shirt' })
    expect((await shop.storefront.get('/v1/products/linen-shirt')).body.id).toBe(other.id)
    expect((await rename('linen-shirt')).status).toBe(409)
    expect(await seen('airy-shirt')).toBe('airy-shirt')
  })

  it('returns 404 for an unpublished product, as for an unknown one', async () => {
    const shop = await openShop()
    const draft = await addProduct(shop.api, { status: 'draft' })
    for (const name of [draft.id, draft.handle, 'nothing']) {
      expect((await shop.storefront.get(`/v1/products/${name}`)).status).toBe(404)
    }
  })
})
