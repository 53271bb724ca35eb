import { describe, expect, it } from 'vitest'
import { addSimpleProduct, openCart, openCartShop } from '../../../test/cart-shop.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { openServer } from '../../../test/open-server.ts'
import { createApiClient } from '../../../test/open-shop.ts'
import { eur } from '../../../test/sample-products.ts'
import { setStock } from '../../../test/sample-stock.ts'

const tracked = { trackStock: true, inventoryPolicy: 'deny' }

describe('cart items', () => {
  it('increases the quantity of an existing item, and adds another one for other properties', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    const add = (body: object) => shop.storefront.post(`/v1/carts/${id}/items`, body)
    expect((await add({ variantId: shop.small, quantity: 2 })).body.items).toMatchObject([{ quantity: 3 }])
    await add({ variantId: shop.small, properties: { engraving: 'Ada', _color: 'gold' } })
    const { body } = await add({ variantId: shop.small, properties: { _color: 'gold', engraving: 'Ada' } })
    expect(body.items).toMatchObject([
      { quantity: 3, properties: {} },
      { quantity: 2, properties: { engraving: 'Ada', _color: 'gold' } },
    ])
    expect(body.version).toBe(4)
  })

  it('rejects a SKU of two variants and names both', async () => {
    const shop = await openCartShop()
    const [lamp, light] = [
      await addSimpleProduct(shop, { title: 'Lamp', sku: 'LAMP', price: 1000, more: tracked }),
      await addSimpleProduct(shop, { title: 'Light', sku: 'LAMP', price: 5000 }),
    ].map(({ variants }) => variants[0].id)
    const message = 'is the SKU of several variants (Lamp, Light); send the variantId of one'
    const { id } = await openCart(shop)
    const items = [{ sku: 'SHIRT-S' }, { sku: 'LAMP-One' }]
    for (const [path, body, at] of [
      ['/v1/carts', { items }, '/items/1/sku'],
      [`/v1/carts/${id}/items`, { items }, '/items/1/sku'],
      [`/v1/carts/${id}/items`, { sku: 'LAMP-One' }, '/sku'],
      ['/v1/discounts/validate', { code: 'TEN', items }, '/items/1/sku'],
    ] as const) {
      const rejected = await shop.storefront.post(path, body)
      expect([rejected.status, rejected.body.error?.details]).toEqual([
        400,
        [{ path: at, message, variantIds: [lamp, light] }],
      ])
    }
    const chosen = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: light })
    expect(chosen.body.items).toMatchObject([{ variantId: light }])

    // A variant that is not for sale causes no ambiguity and is not revealed to visitors.
    const [draft] = (await shop.api.get('/v1/catalog/products?sku=LAMP-One')).body.data
    await shop.api.patch(`/v1/catalog/products/${draft.id}`, { status: 'draft' })
    const bySku = await shop.storefront.post('/v1/carts', { items: [{ sku: 'LAMP-One' }] })
    expect([bySku.status, JSON.stringify(bySku.body).includes(draft.id)]).toEqual([422, false])
  })

  it('finds a SKU among variants for sale, however many others share it', async () => {
    const shop = await openCartShop()
    const sizes = Array.from({ length: 21 }, (_, index) => `${index}`)
    const more = { sku: 'OLD' }
    await addSimpleProduct(shop, { title: 'Old', sku: 'x', price: 1000, sizes, more, product: { status: 'draft' } })
    const { variants } = await addSimpleProduct(shop, { title: 'New', sku: 'x', price: 2000, more })
    const { items } = await openCart(shop, { items: [{ sku: 'OLD' }] })
    expect(items).toMatchObject([{ variantId: variants[0].id }])
  })

  it('sets, changes and removes an item, including by quantity 0, and merges items that become equal', async () => {
    const shop = await openCartShop()
    const { id, items } = await openCart(shop, {
      items: [
        { variantId: shop.small },
        { variantId: shop.small, properties: { engraving: 'Ada' } },
        { sku: 'SHIRT-M' },
      ],
    })
    const [plain, engraved, other] = items.map((item: { id: string }) => `/v1/carts/${id}/items/${item.id}`)
    const set = await shop.storefront.send('PUT', plain, { quantity: 5 })
    expect([set.status, set.body.items[0].quantity, set.headers.get('etag')]).toEqual([200, 5, '"2"'])
    const merged = await shop.storefront.send('PUT', engraved, { properties: {} })
    expect(merged.body.items).toMatchObject([{ quantity: 6, properties: {} }, { quantity: 1 }])
    expect((await shop.storefront.send('PUT', other, { quantity: 0 })).body.items).toHaveLength(1)
    const [last] = merged.body.items
    expect((await shop.storefront.send('DELETE', `/v1/carts/${id}/items/${last.id}`)).body.items).toEqual([])
    for (const [method, path, body] of [
      ['PUT', plain, { quantity: 1 }],
      ['DELETE', `/v1/carts/${id}/items/li_unknown`, undefined],
    ] as const) {
      expect((await shop.storefront.send(method, path, body)).status).toBe(404)
    }
    expect((await shop.storefront.send('PUT', plain, {})).status).toBe(400)
  })

  it('sums concurrent additions', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        shop.storefront.post(`/v1/carts/${id}/items`, { variantId: index % 2 ? shop.small : shop.medium, quantity: 2 }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    // Each response has its own version: no change was overwritten.
    expect(new Set(responses.map(({ body }) => body.version)).size).toBe(40)
    const { body } = await shop.storefront.get(`/v1/carts/${id}`)
    expect(body.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([40, 40])
  })

  it('sums concurrent additions on two servers', async () => {
    const shop = await openCartShop()
    const secondServer = await openServer({ connection: shop.server.connection, limitClock: fastClock() })
    const viaSecond = createApiClient(secondServer.url, { 'x-workspace-id': shop.live.workspaceId })
    const { id } = await openCart(shop)
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? shop.storefront : viaSecond).post(`/v1/carts/${id}/items`, { variantId: shop.small }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await viaSecond.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 41, items: [{ quantity: 40 }] })
  })

  it('rejects more than 250 items or a quantity over 9,999, and leaves the cart unchanged', async () => {
    const shop = await openCartShop()
    const items = Array.from({ length: 250 }, (_, index) => ({
      variantId: shop.small,
      properties: { number: `${index}` },
    }))
    const { id } = await openCart(shop, { items })
    const more = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.medium })
    expect([more.status, more.body.error.code]).toEqual([422, 'cart_full'])
    const many = await shop.storefront.post(`/v1/carts/${id}/items`, { ...items[0], quantity: 9999 })
    expect([many.status, many.body.error.code]).toEqual([422, 'cart_full'])
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 1 })
    const words = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`w${index}`, 'x'.repeat(500)]))
    const long = Array.from({ length: 25 }, (_, index) => ({
      variantId: shop.medium,
      properties: { ...words, w0: `${index}` },
    }))
    // In parts: one request accepts fewer items than a cart can hold.
    const parts = await openCart(shop, { items: long.slice(0, 9) })
    const half = await shop.storefront.post(`/v1/carts/${parts.id}/items`, { items: long.slice(9, 17) })
    expect(half.status).toBe(200)
    const large = await shop.storefront.post(`/v1/carts/${parts.id}/items`, { items: long.slice(17) })
    expect([large.status, large.body.error.code]).toEqual([422, 'cart_full'])
    expect(large.body.error.message).toContain('200,000 characters')
  })

  it('adds items in concurrent requests with and without idempotency keys, without blocking each other', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const add = (headers = {}) => shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.small }, headers)
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        add(index % 6 === 5 ? {} : { 'idempotency-key': `0f8fad5b-d9cb-469f-a165-${index}` }),
      ),
    )
    // Requests that wait for each other's connections fail with 503 after three seconds.
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body.items).toMatchObject([{ quantity: 30 }])
  })
})

describe('changes since the last read', () => {
  it('warns of reduced stock, sold-out items, changed prices and deleted variants', async () => {
    const shop = await openCartShop()
    const scarce = await addSimpleProduct(shop, { title: 'Scarce', sku: 'SCARCE', price: 1000, more: tracked })
    const [{ id: variantId }] = scarce.variants
    await setStock(shop, { variantId, onHandChange: 3 })
    const cart = await openCart(shop, { items: [{ variantId, quantity: 5 }, { sku: 'SHIRT-S' }] })
    expect(cart.items[0]).toMatchObject({ quantity: 3, maxQuantity: 3, total: eur(3000) })
    const one = await openCart(shop, { items: [{ variantId }] })
    // A visitor sees the available quantity only once it is reached.
    expect(one.items[0].maxQuantity).toBeNull()
    expect((await shop.api.get(`/v1/carts/${one.id}`)).body.items[0].maxQuantity).toBe(3)
    expect(cart.warnings).toMatchObject([{ code: 'quantity_reduced', variantId, requested: 5, available: 3 }])

    const path = `/v1/carts/${cart.id}`
    await setStock(shop, { variantId, onHandChange: -2 })
    const fewer = await shop.storefront.get(path)
    expect(fewer.body.warnings).toMatchObject([{ code: 'quantity_reduced', requested: 3, available: 1 }])
    expect(fewer.body.totals.total).toEqual(eur(1000 + 2499))

    await shop.api.patch(`/v1/catalog/products/${scarce.id}`, {
      variants: [{ id: variantId, options: { Size: 'One' }, prices: [{ price: eur(1200) }], ...tracked }],
    })
    expect((await shop.storefront.get(path)).body.warnings).toMatchObject([
      { code: 'quantity_reduced' },
      { code: 'price_changed', oldPrice: eur(1000), newPrice: eur(1200) },
    ])
    await setStock(shop, { variantId, onHandChange: -1 })
    const none = await shop.storefront.get(path)
    expect(none.body.warnings).toMatchObject([{ code: 'out_of_stock', variantId, available: 0 }])
    expect(none.body.items).toMatchObject([{ sku: 'SHIRT-S' }])

    await shop.api.send('DELETE', `/v1/catalog/products/${shop.productId}`)
    const deleted = await shop.storefront.get(path)
    expect(deleted.body.warnings.map(({ code }: { code: string }) => code)).toEqual(['out_of_stock', 'unavailable'])
    expect(deleted.body.totals.total).toEqual(eur(0))
    // The next change clears the warnings: removed items are no longer reported.
    expect((await shop.storefront.patch(path, { note: 'Hello' })).body.warnings).toHaveLength(2)
    expect((await shop.storefront.get(path)).body).toMatchObject({ warnings: [], items: [], note: 'Hello' })
  })

  it("shares a variant's stock between two items", async () => {
    const shop = await openCartShop()
    const { variants } = await addSimpleProduct(shop, { title: 'Scarce', sku: 'SCARCE', price: 1000, more: tracked })
    const [{ id: variantId }] = variants
    await setStock(shop, { variantId, onHandChange: 3 })
    const { items, warnings } = await openCart(shop, {
      items: [
        { variantId, quantity: 2 },
        { variantId, quantity: 2, properties: { engraving: 'Ada' } },
      ],
    })
    expect(items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 1])
    expect(warnings).toMatchObject([{ code: 'quantity_reduced', requested: 2, available: 1 }])
  })
})
