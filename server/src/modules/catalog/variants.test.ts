import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addProduct, eur, SHIRT } from '../../../test/sample-products.ts'

const [, ...OTHERS] = SHIRT.variants ?? []
const SMALL_WHITE = { options: { Size: 'S', Color: 'White' }, prices: [{ price: eur(4900) }] }

/** A shirt that lacks one combination of its option values. */
async function openWithShirt() {
  const shop = await openShop()
  const shirt = await addProduct(shop.api, { variants: OTHERS })
  const path = `/v1/catalog/products/${shirt.id}`
  return { ...shop, shirt, path, variants: `${path}/variants` }
}
const pathsOf = ({ body }: { body: { error: { details?: { path: string }[] } } }) =>
  body.error.details?.map(({ path }) => path)

describe('/v1/catalog/products/:id/variants', () => {
  it('adds, changes and deletes single variants, each as a change of the product', async () => {
    const { api, storefront, shirt, path, variants } = await openWithShirt()
    const created = await api.post(variants, { ...SMALL_WHITE, sku: 'NEW', stock: 7 })
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"2"'])
    expect(created.body).toMatchObject({
      ...SMALL_WHITE,
      id: expect.stringMatching(/^var_/),
      sku: 'NEW',
      weightGrams: null,
    })
    const { body: levels } = await api.get(`/v1/inventory?variantId=${created.body.id}`)
    expect(levels.data).toMatchObject([{ onHand: 7 }])

    const own = `${variants}/${created.body.id}`
    const changed = await api.patch(own, { barcode: '123', prices: [{ price: eur(100) }] })
    const cheap = { ...created.body, barcode: '123', prices: [{ price: eur(100), compareAtPrice: null }] }
    expect([changed.status, changed.headers.get('etag'), changed.body]).toEqual([200, '"3"', cheap])
    expect((await api.get(path)).body).toMatchObject({ version: 3, variants: [...shirt.variants, cheap] })
    const listed = await storefront.get(`/v1/products?minPrice=100&maxPrice=100`)
    expect(listed.body.data).toMatchObject([{ id: shirt.id }])

    expect((await api.send('DELETE', own)).status).toBe(204)
    expect((await api.get(path)).body).toMatchObject({ version: 4, variants: shirt.variants })
    expect((await storefront.get(`/v1/products?minPrice=100&maxPrice=100`)).body.data).toEqual([])
    expect((await api.get(`/v1/inventory?variantId=${created.body.id}`)).body.data).toEqual([])
    const events = (await api.get('/v1/events')).body.data.filter(({ type }: { type: string }) => /^product/.test(type))
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      ...Array(3).fill('product.updated'),
      'product.created',
    ])
    expect((await api.send('DELETE', own)).status).toBe(404)
    expect((await api.patch(own, { barcode: '1' })).status).toBe(404)
  })

  it('lists variants in the order of the product, with pagination', async () => {
    const { api, sandbox, shirt, variants } = await openWithShirt()
    const first = (await api.get(`${variants}?limit=2`)).body
    expect(first.data).toEqual(shirt.variants.slice(0, 2))
    const last = await api.get(`${variants}?limit=2&cursor=${first.nextCursor}`)
    expect(last.body).toEqual({ data: shirt.variants.slice(2), nextCursor: null })
    expect((await api.get(variants)).body).toEqual({ data: shirt.variants, nextCursor: null })
    await api.send('DELETE', `${variants}/${shirt.variants[1].id}`)
    const expired = await api.get(`${variants}?limit=2&cursor=${first.nextCursor}`)
    expect([expired.status, pathsOf(expired)]).toEqual([400, ['/cursor']])
    expect((await sandbox.get(variants)).status).toBe(404)
  })

  it('rejects invalid variants with error paths relative to the variant', async () => {
    const { api, shirt, path, variants } = await openWithShirt()
    const other = await addProduct(api)
    const own = `${variants}/${shirt.variants[0].id}`
    const { options } = shirt.variants[1]
    for (const [response, errorPath] of [
      [await api.post(variants, { ...SMALL_WHITE, options }), '/options'],
      [await api.post(variants, { ...SMALL_WHITE, options: { Size: 'XL', Color: 'Sky' } }), '/options/Size'],
      [await api.post(variants, { options: SMALL_WHITE.options }), '/prices'],
      [await api.post(variants, { ...SMALL_WHITE, prices: [{ price: eur(-1) }] }), '/prices/0/price/amount'],
      [await api.post(variants, { ...SMALL_WHITE, id: shirt.variants[0].id }), '/id'],
      [await api.patch(own, { options }), '/options'],
      [await api.patch(own, { cost: eur(-1) }), '/cost/amount'],
      [await api.patch(own, { stock: 1 }), '/stock'],
    ] as const) {
      expect([response.status, pathsOf(response)]).toEqual([400, [errorPath]])
    }
    expect((await api.patch(`${variants}/${other.variants[0].id}`, { barcode: '1' })).status).toBe(404)
    const stale = await api.send('PATCH', own, { barcode: '1' }, { 'if-match': '"7"' })
    expect(stale.status).toBe(412)
    expect((await api.send('POST', variants, SMALL_WHITE, { 'if-match': '"7"' })).status).toBe(412)
    expect((await api.send('DELETE', own, undefined, { 'if-match': '"7"' })).status).toBe(412)
    expect((await api.get(path)).body).toEqual(shirt)
    for (const { id } of shirt.variants.slice(1)) await api.send('DELETE', `${variants}/${id}`)
    const only = await api.send('DELETE', own)
    expect([only.status, only.body.error.code]).toEqual([409, 'conflict'])
  })
})
