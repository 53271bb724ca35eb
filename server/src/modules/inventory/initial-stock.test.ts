import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { listStockEvents } from '../../../test/sample-stock.ts'

describe('initial stock of new variants', () => {
  it('is on hand at the first location with the reason "initial", and emits no back_in_stock event', async () => {
    const shop = await openShop()
    const variants = [
      { prices: [{ price: eur(900) }], stock: 12, trackStock: true, inventoryPolicy: 'continue' as const },
    ]
    const mug = await addProduct(shop.api, { title: 'Mug', options: [], variants })
    expect(mug.variants[0]).toMatchObject({ trackStock: true, inventoryPolicy: 'continue' })
    expect(mug.variants[0]).not.toHaveProperty('stock')
    expect((await shop.api.get('/v1/inventory')).body.data).toMatchObject([
      {
        variantId: mug.variants[0].id,
        onHand: 12,
        locationName: 'Main location',
        variantTitle: 'Mug',
        inventoryPolicy: 'continue',
      },
    ])
    const { data } = (await shop.api.get('/v1/inventory/movements?reason=initial')).body
    expect(data).toMatchObject([{ onHandChange: 12, reference: null }])
    expect(await listStockEvents(shop)).toEqual([])
  })

  it('is rejected for an existing variant and below zero', async () => {
    const shop = await openShop()
    const mug = await addProduct(shop.api, { title: 'Mug', options: [], variants: [{ prices: [{ price: eur(9) }] }] })
    const again = await shop.api.patch(`/v1/catalog/products/${mug.id}`, {
      variants: [{ ...mug.variants[0], stock: 3 }],
    })
    expect([again.status, again.body.error.details]).toEqual([
      400,
      [{ path: '/variants/0/stock', message: expect.stringContaining('POST /v1/inventory/adjustments') }],
    ])
    const negative = await shop.api.patch(`/v1/catalog/products/${mug.id}`, {
      variants: [{ prices: [{ price: eur(9) }], stock: -1 }],
    })
    expect(negative.status).toBe(400)
    expect((await shop.api.get('/v1/inventory')).body.data).toEqual([])
    const changed = await shop.api.patch(`/v1/catalog/products/${mug.id}`, {
      variants: [{ ...mug.variants[0], trackStock: false, inventoryPolicy: 'continue' }],
    })
    expect(changed.body.variants[0]).toMatchObject({ trackStock: false, inventoryPolicy: 'continue' })
  })

  it('creates one "Main location" under concurrency', async () => {
    const shop = await openShop()
    const variants = [{ prices: [{ price: eur(900) }], stock: 2 }]
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => addProduct(shop.api, { title: `Mug ${n}`, options: [], variants })),
    )
    expect((await shop.api.get('/v1/inventory/locations')).body.data).toMatchObject([{ name: 'Main location' }])
    expect((await shop.api.get('/v1/inventory')).body.data).toHaveLength(8)
  })
})
