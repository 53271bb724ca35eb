import { describe, expect, it } from 'vitest'
import { addSimpleProduct, openCart, openCartShop, openIsolatedCartShop } from '../../../test/cart-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'

const tracked = { trackStock: true, inventoryPolicy: 'deny' }

describe('POST /v1/carts', () => {
  it('creates a cart with items by variant and SKU, priced to the cent, under an unguessable id', async () => {
    const shop = await openCartShop()
    const items = [{ variantId: shop.small, quantity: 2 }, { sku: 'SHIRT-M' }]
    const response = await shop.storefront.post('/v1/carts', { country: 'AT', email: 'ada@example.com', items })
    expect(response.status).toBe(201)
    expect(response.headers.get('etag')).toBe('"1"')
    expect(response.body).toMatchObject({ version: 1, status: 'open', currency: 'EUR', country: 'AT', orderId: null })
    expect(response.body.totals).toMatchObject({
      subtotal: eur(7497),
      discount: eur(0),
      total: eur(7497),
      due: eur(7497),
    })
    expect(
      response.body.items.map(({ quantity, total }: { quantity: number; total: object }) => [quantity, total]),
    ).toEqual([
      [2, eur(4998)],
      [1, eur(2499)],
    ])
    const other = await openCart(shop)
    // Time-ordered ids would share a prefix.
    expect(other.id.slice(0, 12)).not.toBe(response.body.id.slice(0, 12))
    expect(other.items).toEqual([])
  })

  it("creates an empty cart in the shop's currency or another, and rejects items without a price in it", async () => {
    const shop = await openCartShop()
    expect(await openCart(shop)).toMatchObject({ currency: 'EUR', items: [], totals: { total: eur(0) } })
    const dollars = await openCart(shop, { currency: 'USD' })
    const rejected = await shop.storefront.post(`/v1/carts/${dollars.id}/items`, { variantId: shop.small })
    expect([rejected.status, rejected.body.error.code]).toEqual([404, 'not_found'])
    expect(rejected.body.error.message).toContain('USD')
    expect((await shop.storefront.post('/v1/carts', { currency: 'QQQ' })).status).toBe(400)
  })

  it("adds all items or none, and reports which can't be bought", async () => {
    const shop = await openIsolatedCartShop()
    const rare = await addSimpleProduct(shop, { title: 'Rare', sku: 'RARE', price: 100, more: tracked })
    const unknown = `var_${'0'.repeat(26)}`
    const missing = await shop.storefront.post('/v1/carts', { items: [{ sku: 'SHIRT-S' }, { variantId: unknown }] })
    expect([missing.status, missing.body.error.details]).toEqual([
      404,
      [{ path: '/items/1', message: 'this variant is not for sale in EUR', variantId: unknown, currency: 'EUR' }],
    ])
    const soldOut = await shop.storefront.post('/v1/carts', { items: [{ sku: 'SHIRT-S' }, { sku: 'RARE-One' }] })
    expect([soldOut.status, soldOut.body.error.code, soldOut.body.error.details[0].path]).toEqual([
      422,
      'out_of_stock',
      '/items/1',
    ])
    await shop.api.patch(`/v1/catalog/products/${rare.id}`, { status: 'draft' })
    expect((await shop.storefront.post('/v1/carts', { items: [{ sku: 'RARE-One' }] })).status).toBe(404)
    const { rows } = await shop.server.db.pool.query('select from carts')
    expect(rows).toHaveLength(0)
  })

  it('rejects invalid values and unknown fields', async () => {
    const shop = await openCartShop()
    for (const body of [
      { items: [{ variantId: shop.small, quantity: 0 }] },
      { items: [{ variantId: shop.small, quantity: 10_000 }] },
      { items: [{ variantId: shop.small, quantity: 1.5 }] },
      { items: [{ quantity: 1 }] },
      { items: Array.from({ length: 251 }, () => ({ variantId: shop.small })) },
      { country: 'Austria' },
      { email: 'nobody' },
      { items: [{ variantId: shop.small, properties: { [`${'n'.repeat(101)}`]: 'x' } }] },
      { items: [{ variantId: shop.small, properties: { '': 'x' } }] },
      { items: [{ variantId: shop.small, properties: { engraving: { toString: 1 } } }] },
      { attributes: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, 'x'])) },
      { color: 'red' },
    ]) {
      const { status } = await shop.storefront.post('/v1/carts', body)
      expect(status, JSON.stringify(body).slice(0, 80)).toBe(400)
    }
  })
})

describe('request validation', () => {
  it('reports every error at its own field', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const path = `/v1/carts/${id}`
    const unknown = `var_${'0'.repeat(26)}`
    const code = ['/code']
    for (const [method, url, body, paths] of [
      ['POST', '/v1/carts', { country: 'at', email: 'nobody', note: '' }, ['/country', '/email', '/note']],
      ['POST', '/v1/carts', { codes: ['   '] }, ['/codes/0']],
      ['PATCH', path, { shippingAddress: { country: 'Austria' } }, ['/shippingAddress/country']],
      ['PATCH', path, { shipping: {} }, ['/shipping/service']],
      ['POST', `${path}/items`, {}, ['/items']],
      ['POST', `${path}/items`, { quantity: 2 }, ['/sku']],
      ['POST', `${path}/items`, { sku: 'nope' }, ['/sku']],
      ['POST', `${path}/items`, { variantId: unknown }, ['/variantId']],
      ['POST', `${path}/items`, { items: [{ quantity: 1 }, { sku: 'a' }, { quantity: 2 }] }, ['/items/0', '/items/2']],
      ['POST', `${path}/items`, { items: [{ sku: 'nope' }] }, ['/items/0']],
      ['POST', `${path}/promotions`, {}, code],
      ['POST', `${path}/promotions`, { code: 'A', codes: ['B'] }, code],
      ['POST', '/v1/discounts/validate', { currency: 'ZZZ' }, [...code, '/cartId', '/currency']],
      ['GET', '/v1/shipping/rates', undefined, ['/cartId']],
    ] as const) {
      const response = await shop.storefront.send(method, url, body)
      const reported = response.body.error.details.map((detail: { path: string }) => detail.path)
      expect([url, body, reported.toSorted()]).toEqual([url, body, paths.toSorted()])
    }
  })
})

describe('PATCH /v1/carts/:id', () => {
  it('sets the given fields, keeps the others, and clears a field with null', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { email: 'ada@example.com', note: 'Ring twice' })
    const shippingAddress = { name: 'Ada', line1: 'Ring 1', city: 'Wien', postalCode: '1010', country: 'AT' }
    const response = await shop.storefront.patch(`/v1/carts/${id}`, {
      shippingAddress,
      note: null,
      attributes: { a: 'b' },
    })
    expect(response.body).toMatchObject({ version: 2, email: 'ada@example.com', note: null, shippingAddress })
    expect(response.body.attributes).toEqual({ a: 'b' })
    const cleared = await shop.storefront.patch(`/v1/carts/${id}`, { attributes: null, shippingAddress: null })
    expect(cleared.body).toMatchObject({ email: 'ada@example.com', attributes: {}, shippingAddress: null })
  })

  it('rejects a stale If-Match', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    await shop.storefront.patch(`/v1/carts/${id}`, { note: 'First' })
    const send = (method: string, path: string, body?: object) =>
      shop.storefront.send(method, `/v1/carts/${id}${path}`, body, { 'if-match': '"1"' })
    for (const response of [
      await send('PATCH', '', { note: 'Second' }),
      await send('POST', '/items', { variantId: shop.small }),
      await send('POST', '/promotions', { code: 'X' }),
      await send('DELETE', '/promotions'),
    ]) {
      expect([response.status, response.body.error.code]).toEqual([412, 'precondition_failed'])
    }
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 2, note: 'First', items: [] })
  })

  it('accepts the customer only from a server, and hides it from visitors', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const customer = { id: await addCustomer(shop), tags: ['vip'], ordersCount: 3 }
    const rejected = await shop.storefront.patch(`/v1/carts/${id}`, { customer })
    expect([rejected.status, rejected.body.error.code]).toEqual([401, 'unauthorized'])
    const accepted = await shop.api.patch(`/v1/carts/${id}`, { customer })
    expect(accepted.body.customer).toEqual({ ...customer, taxExempt: false })
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).not.toHaveProperty('customer')
  })
})

describe('cart lifecycle', () => {
  it('rejects a cart id of another environment', async () => {
    const shop = await openCartShop()
    const other = await openCartShop()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    for (const caller of [other.storefront, other.api, shop.sandbox]) {
      expect((await caller.get(`/v1/carts/${id}`)).status).toBe(404)
      expect((await caller.post(`/v1/carts/${id}/items`, { sku: 'SHIRT-S' })).status).toBe(404)
    }
    const foreign = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: other.small })
    expect(foreign.status).toBe(404)
  })

  it('returns 409 with the order id for changes to a completed cart, which remains readable', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    const orderId = 'ord_01k9z3h8x2f7mtv4q6bw0ncdre'
    await shop.server.db.pool.query("update carts set status = 'completed', order_id = $2 where id = $1", [id, orderId])
    const response = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.small })
    expect([response.status, response.body.error]).toMatchObject([409, { code: 'cart_completed', orderId }])
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ status: 'completed', orderId })
  })

  it('expires a cart after 30 idle days and deletes it after 60', async () => {
    const clock = { now: new Date() }
    const shop = await openCartShop(() => clock.now)
    const { expireCarts } = await import('./jobs.ts')
    const idle = await openCart(shop, { items: [{ variantId: shop.small }] })
    const at = (days: number) =>
      expireCarts.run({ ...shop.server.system, now: new Date(Date.now() + days * 86_400_000) })
    const status = async () => (await shop.storefront.get(`/v1/carts/${idle.id}`)).body.status
    await at(29)
    expect(await status()).toBe('open')
    await at(32)
    expect((await shop.storefront.get(`/v1/carts/${idle.id}`)).status).toBe(404)
    expect((await shop.storefront.post(`/v1/carts/${idle.id}/items`, { variantId: shop.small })).status).toBe(404)
    expect((await shop.storefront.get(`/v1/shipping/rates?cartId=${idle.id}&country=AT`)).status).toBe(404)
    const dryRun = await shop.storefront.post('/v1/discounts/validate', { code: 'TEN', cartId: idle.id })
    expect([dryRun.status, dryRun.body.error?.id]).toEqual([404, idle.id])
    const left = async () => (await shop.server.db.pool.query('select status from carts')).rows
    expect(await left()).toEqual([{ status: 'expired' }])
    await at(62)
    expect(await left()).toEqual([])
  })

  it('shows current titles, images and options', async () => {
    const shop = await openCartShop()
    const shirt = await addProduct(shop.api, {
      variants: [
        {
          options: { Size: 'S', Color: 'Sky' },
          prices: [{ price: eur(3900), compareAtPrice: eur(4900) }],
          trackStock: false,
          sku: 'LS',
        },
      ],
    })
    const { items } = await openCart(shop, { items: [{ sku: 'LS' }] })
    expect(items[0]).toMatchObject({
      productId: shirt.id,
      title: 'Linen shirt',
      handle: shirt.handle,
      options: { Size: 'S', Color: 'Sky' },
      image: shirt.images[0],
      unitPrice: eur(3900),
      compareAtUnitPrice: eur(4900),
      maxQuantity: null,
      giftPromotionId: null,
    })
  })
})
