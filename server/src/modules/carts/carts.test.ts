import { describe, expect, it } from 'vitest'
import { addThing, openCart, openCartShop, openLoneCartShop } from '../../../test/cart-shop.ts'
import { hurried } from '../../../test/hurried.ts'
import { openServer } from '../../../test/open-server.ts'
import { caller } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { put } from '../../../test/sample-stock.ts'

const counted = { trackStock: true, whenOut: 'deny' }

describe('POST /v1/carts', () => {
  it('opens a cart with items by variant and by SKU, priced to the cent, under an id that nobody can guess', async () => {
    const shop = await openCartShop()
    const items = [{ variantId: shop.small, quantity: 2 }, { sku: 'SHIRT-M' }]
    const answer = await shop.storefront.post('/v1/carts', { country: 'AT', email: 'ada@example.com', items })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('etag')).toBe('"1"')
    expect(answer.body).toMatchObject({ version: 1, status: 'open', currency: 'EUR', country: 'AT', orderId: null })
    expect(answer.body.totals).toMatchObject({
      subtotal: eur(7497),
      discount: eur(0),
      total: eur(7497),
      due: eur(7497),
    })
    expect(
      answer.body.items.map(({ quantity, total }: { quantity: number; total: object }) => [quantity, total]),
    ).toEqual([
      [2, eur(4998)],
      [1, eur(2499)],
    ])
    const other = await openCart(shop)
    // Ids that follow the clock would begin alike.
    expect(other.id.slice(0, 12)).not.toBe(answer.body.id.slice(0, 12))
    expect(other.items).toEqual([])
  })

  it('opens it empty, in the shop’s currency or another; what has no price there can’t be put in', async () => {
    const shop = await openCartShop()
    expect(await openCart(shop)).toMatchObject({ currency: 'EUR', items: [], totals: { total: eur(0) } })
    const dollars = await openCart(shop, { currency: 'USD' })
    const refused = await shop.storefront.post(`/v1/carts/${dollars.id}/items`, { variantId: shop.small })
    expect([refused.status, refused.body.error.code]).toEqual([404, 'not_found'])
    expect(refused.body.error.message).toContain('USD')
    expect((await shop.storefront.post('/v1/carts', { currency: 'QQQ' })).status).toBe(400)
  })

  it('takes all items or none, and says which of them can’t be had', async () => {
    const shop = await openLoneCartShop()
    const rare = await addThing(shop, { title: 'Rare', sku: 'RARE', price: 100, more: counted })
    const unknown = `var_${'0'.repeat(26)}`
    const missing = await shop.storefront.post('/v1/carts', { items: [{ sku: 'SHIRT-S' }, { variantId: unknown }] })
    expect([missing.status, missing.body.error.details]).toEqual([
      404,
      [{ path: '/items/1', message: `there is no variant ${unknown} on sale with a price in EUR` }],
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

  it('refuses what no shop could hold', async () => {
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
      { colour: 'red' },
    ]) {
      const { status } = await shop.storefront.post('/v1/carts', body)
      expect(status, JSON.stringify(body).slice(0, 80)).toBe(400)
    }
  })
})

describe('items of a cart', () => {
  it('become more when they are there already; with other properties they are another line', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    const add = (body: object) => shop.storefront.post(`/v1/carts/${id}/items`, body)
    expect((await add({ variantId: shop.small, quantity: 2 })).body.items).toMatchObject([{ quantity: 3 }])
    await add({ variantId: shop.small, properties: { engraving: 'Ada', _colour: 'gold' } })
    const { body } = await add({ variantId: shop.small, properties: { _colour: 'gold', engraving: 'Ada' } })
    expect(body.items).toMatchObject([
      { quantity: 3, properties: {} },
      { quantity: 2, properties: { engraving: 'Ada', _colour: 'gold' } },
    ])
    expect(body.version).toBe(4)
  })

  it('are set, changed and removed by line; nothing of it is none of it; two that become alike become one', async () => {
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

  it('that are added by many at once end as their sum', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        shop.storefront.post(`/v1/carts/${id}/items`, { variantId: index % 2 ? shop.small : shop.medium, quantity: 2 }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // Each saw a version of its own: nobody's change was written over.
    expect(new Set(answers.map(({ body }) => body.version)).size).toBe(40)
    const { body } = await shop.storefront.get(`/v1/carts/${id}`)
    expect(body.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([40, 40])
  })

  it('that are added on two servers at once end as their sum', async () => {
    const shop = await openCartShop()
    const elsewhere = await openServer({ connection: shop.server.connection, limitClock: hurried() })
    const away = caller(elsewhere.url, { 'x-workspace-id': shop.live.workspaceId })
    const { id } = await openCart(shop)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? shop.storefront : away).post(`/v1/carts/${id}/items`, { variantId: shop.small }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await away.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 41, items: [{ quantity: 40 }] })
  })

  it('are refused beyond 250 lines and 9,999 of a thing, and the cart stays as it was', async () => {
    const shop = await openCartShop()
    const lines = Array.from({ length: 250 }, (_, index) => ({
      variantId: shop.small,
      properties: { number: `${index}` },
    }))
    const { id } = await openCart(shop, { items: lines })
    const more = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.medium })
    expect([more.status, more.body.error.code]).toEqual([422, 'cart_full'])
    const many = await shop.storefront.post(`/v1/carts/${id}/items`, { ...lines[0], quantity: 9999 })
    expect([many.status, many.body.error.code]).toEqual([422, 'cart_full'])
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 1 })
    const words = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`w${index}`, 'x'.repeat(500)]))
    const long = Array.from({ length: 25 }, (_, index) => ({
      variantId: shop.medium,
      properties: { ...words, w0: `${index}` },
    }))
    const large = await shop.storefront.post('/v1/carts', { items: long })
    expect([large.status, large.body.error.code]).toEqual([422, 'cart_full'])
  })

  it('are added by visitors who retry with a key of their own, beside others, without holding anybody up', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const add = (headers = {}) => shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.small }, headers)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => add(index % 6 === 5 ? {} : { 'idempotency-key': `k${index}` })),
    )
    // Who waits for each other's connections gives up after three seconds, with 503.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body.items).toMatchObject([{ quantity: 30 }])
  })
})

describe('what has changed meanwhile', () => {
  it('is told: fewer are there, none are, the price is another, it is gone', async () => {
    const shop = await openCartShop()
    const scarce = await addThing(shop, { title: 'Scarce', sku: 'SCARCE', price: 1000, more: counted })
    const [{ id: variantId }] = scarce.variants
    await put(shop, { variantId, onHandChange: 3 })
    const cart = await openCart(shop, { items: [{ variantId, quantity: 5 }, { sku: 'SHIRT-S' }] })
    expect(cart.items[0]).toMatchObject({ quantity: 3, maxQuantity: 3, total: eur(3000) })
    const one = await openCart(shop, { items: [{ variantId }] })
    // How many there are is told when there are no more.
    expect(one.items[0].maxQuantity).toBeNull()
    expect((await shop.api.get(`/v1/carts/${one.id}`)).body.items[0].maxQuantity).toBe(3)
    expect(cart.warnings).toMatchObject([{ code: 'clamped', variantId, requested: 5, available: 3 }])

    const path = `/v1/carts/${cart.id}`
    await put(shop, { variantId, onHandChange: -2 })
    const fewer = await shop.storefront.get(path)
    expect(fewer.body.warnings).toMatchObject([{ code: 'clamped', requested: 3, available: 1 }])
    expect(fewer.body.totals.total).toEqual(eur(1000 + 2499))

    await shop.api.patch(`/v1/catalog/products/${scarce.id}`, {
      variants: [{ id: variantId, options: { Size: 'One' }, prices: [{ price: eur(1200) }], ...counted }],
    })
    expect((await shop.storefront.get(path)).body.warnings).toMatchObject([
      { code: 'clamped' },
      { code: 'price_changed', oldPrice: eur(1000), newPrice: eur(1200) },
    ])
    await put(shop, { variantId, onHandChange: -1 })
    const none = await shop.storefront.get(path)
    expect(none.body.warnings).toMatchObject([{ code: 'out_of_stock', variantId, available: 0 }])
    expect(none.body.items).toMatchObject([{ sku: 'SHIRT-S' }])

    await shop.api.send('DELETE', `/v1/catalog/products/${shop.productId}`)
    const gone = await shop.storefront.get(path)
    expect(gone.body.warnings.map(({ code }: { code: string }) => code)).toEqual(['out_of_stock', 'gone'])
    expect(gone.body.totals.total).toEqual(eur(0))
    // The next change settles it: what is gone is told no more.
    expect((await shop.storefront.patch(path, { note: 'Hello' })).body.warnings).toHaveLength(2)
    expect((await shop.storefront.get(path)).body).toMatchObject({ warnings: [], items: [], note: 'Hello' })
  })

  it('two lines share the stock of their variant', async () => {
    const shop = await openCartShop()
    const { variants } = await addThing(shop, { title: 'Scarce', sku: 'SCARCE', price: 1000, more: counted })
    const [{ id: variantId }] = variants
    await put(shop, { variantId, onHandChange: 3 })
    const { items, warnings } = await openCart(shop, {
      items: [
        { variantId, quantity: 2 },
        { variantId, quantity: 2, properties: { engraving: 'Ada' } },
      ],
    })
    expect(items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 1])
    expect(warnings).toMatchObject([{ code: 'clamped', requested: 2, available: 1 }])
  })
})

describe('PATCH /v1/carts/:id', () => {
  it('sets what the buyer says and leaves the rest; null takes it away', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { email: 'ada@example.com', note: 'Ring twice' })
    const shippingAddress = { name: 'Ada', line1: 'Ring 1', city: 'Wien', postcode: '1010', country: 'AT' }
    const answer = await shop.storefront.patch(`/v1/carts/${id}`, {
      shippingAddress,
      note: null,
      attributes: { a: 'b' },
    })
    expect(answer.body).toMatchObject({ version: 2, email: 'ada@example.com', note: null, shippingAddress })
    expect(answer.body.attributes).toEqual({ a: 'b' })
  })

  it('is refused when somebody else was faster, if the buyer says what they have seen', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    await shop.storefront.patch(`/v1/carts/${id}`, { note: 'First' })
    const send = (method: string, path: string, body?: object) =>
      shop.storefront.send(method, `/v1/carts/${id}${path}`, body, { 'if-match': '"1"' })
    for (const answer of [
      await send('PATCH', '', { note: 'Second' }),
      await send('POST', '/items', { variantId: shop.small }),
      await send('POST', '/promotions', { code: 'X' }),
      await send('DELETE', '/promotions'),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([412, 'precondition_failed'])
    }
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 2, note: 'First', items: [] })
  })

  it('takes who the customer is only from a server, and shows it to no visitor', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop)
    const customer = { id: 'crm-17', tags: ['vip'], ordersCount: 3 }
    const refused = await shop.storefront.patch(`/v1/carts/${id}`, { customer })
    expect([refused.status, refused.body.error.code]).toEqual([401, 'unauthorized'])
    const taken = await shop.api.patch(`/v1/carts/${id}`, { customer })
    expect(taken.body.customer).toEqual({ ...customer, segments: [], taxExempt: false })
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).not.toHaveProperty('customer')
  })
})

describe('a cart', () => {
  it('belongs to one environment: with its id alone nobody gets in from another', async () => {
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

  it('that has become an order is 409 and names it; it can still be looked at', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    await shop.server.db.pool.query("update carts set status = 'ordered', order_id = 'ord_17' where id = $1", [id])
    const answer = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.small })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'cart_finished'])
    expect(answer.body.error.details).toEqual([{ path: '/orderId', message: 'ord_17' }])
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ status: 'ordered', orderId: 'ord_17' })
  })

  it('that is idle for 30 days ends, and is forgotten after 60', async () => {
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
    const left = async () => (await shop.server.db.pool.query('select status from carts')).rows
    expect(await left()).toEqual([{ status: 'expired' }])
    await at(62)
    expect(await left()).toEqual([])
  })

  it('shows names, pictures and options as they are today', async () => {
    const shop = await openCartShop()
    const shirt = await addProduct(shop.api, {
      variants: [
        {
          options: { Size: 'S', Colour: 'Sky' },
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
      options: { Size: 'S', Colour: 'Sky' },
      image: 'https://cdn.example.com/shirt.jpg',
      unitPrice: eur(3900),
      compareAtUnitPrice: eur(4900),
      maxQuantity: null,
      giftOf: null,
    })
  })
})
