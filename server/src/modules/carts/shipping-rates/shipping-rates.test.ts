import { describe, expect, it } from 'vitest'
import { addSimpleProduct, type CartShop, openCart, openCartShop } from '../../../../test/cart-shop.ts'
import { openExternalServer, respondJson } from '../../../../test/external-server.ts'
import { eur } from '../../../../test/sample-products.ts'
import { addCodes, addPromotion } from '../../../../test/sample-promotions.ts'
import { addLocation, setStock } from '../../../../test/sample-stock.ts'

async function addRate(shop: CartShop, more: object = {}, caller = shop.api) {
  const [existing] = (await caller.get('/v1/shipping/zones?limit=1')).body.data
  const zone =
    existing ?? (await caller.post('/v1/shipping/zones', { name: 'Austria', areas: [{ country: 'AT' }] })).body
  const response = await caller.post('/v1/shipping/rate-definitions', {
    zoneId: zone.id,
    title: 'Standard',
    service: 'standard',
    price: { kind: 'flat', amounts: [eur(490)] },
    ...more,
  })
  expect([response.status, response.body.error]).toEqual([201, undefined])
  return response.body
}

const AT = { country: 'AT', postalCode: '1010' }

describe('GET /v1/shipping/rates', () => {
  it('quotes a cart, and honors the quote after the price changes', async () => {
    const clock = { now: new Date() }
    const shop = await openCartShop(() => clock.now)
    const rate = await addRate(shop, { freeFrom: [eur(5000)] })
    const { id } = await openCart(shop, { shippingAddress: AT, items: [{ variantId: shop.small }] })
    const { body } = await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)
    expect(body).toMatchObject({
      data: [{ service: 'standard', title: 'Standard', type: 'shipping', amount: eur(490) }],
      reason: null,
      freeShipping: { threshold: eur(5000), missing: eur(2501) },
    })
    const [{ quoteId }] = body.data
    const chosen = await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId } })
    expect(chosen.body.totals).toMatchObject({ shipping: eur(490), total: eur(2989) })

    await shop.api.patch(`/v1/shipping/rate-definitions/${rate.id}`, { price: { kind: 'flat', amounts: [eur(990)] } })
    const shipping = async () => (await shop.storefront.get(`/v1/carts/${id}`)).body
    expect(await shipping()).toMatchObject({ totals: { shipping: eur(490) }, warnings: [] })
    clock.now = new Date(clock.now.getTime() + 31 * 60_000)
    expect(await shipping()).toMatchObject({ totals: { shipping: eur(990) }, warnings: [{ code: 'quote_expired' }] })
    const late = await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId } })
    expect([late.status, late.body.error.code]).toEqual([422, 'quote_expired'])
  })

  it("returns each rate's discount, as the cart does once the rate is selected", async () => {
    const shop = await openCartShop()
    await addRate(shop)
    await addRate(shop, { title: 'Express', service: 'express', price: { kind: 'flat', amounts: [eur(990)] } })
    const half = { kind: 'percentage', target: 'shipping', percentage: 50 } as const
    await addPromotion(shop.api, { trigger: 'automatic', benefit: half })
    const { id } = await openCart(shop, { shippingAddress: AT, items: [{ variantId: shop.small }] })
    const { body } = await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)
    expect(body.data).toMatchObject([
      { service: 'standard', amount: eur(490), discount: eur(245) },
      { service: 'express', amount: eur(990), discount: eur(495) },
    ])
    for (const { quoteId, discount } of body.data) {
      const { body: cart } = await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId } })
      expect(cart.shipping.discount).toEqual(discount)
    }
  })

  it('rejects a quote for other items or another environment, and a forged one', async () => {
    const shop = await openCartShop()
    await addRate(shop)
    const { id } = await openCart(shop, { shippingAddress: AT, items: [{ variantId: shop.small }] })
    const { quoteId } = (await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)).body.data[0]
    await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId } })
    const more = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.medium })
    expect(more.body.warnings).toMatchObject([{ code: 'quote_expired' }])

    await addRate(shop, {}, shop.sandbox)
    const sandboxCart = await shop.sandbox.post('/v1/carts', { shippingAddress: AT })
    const stolen = await shop.sandbox.patch(`/v1/carts/${sandboxCart.body.id}`, { shipping: { quoteId } })
    expect([stolen.status, stolen.body.error.code]).toEqual([422, 'quote_expired'])
    const forged = await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId: `${quoteId.slice(0, -1)}x` } })
    expect(forged.status).toBe(422)
  })

  it('ends a quote when a code makes the cart cheaper', async () => {
    const shop = await openCartShop()
    await addRate(shop, { freeFrom: [eur(4000)] })
    const { id: promotionId } = await addPromotion(shop.api, {
      benefit: { kind: 'percentage', target: 'order', percentage: 50 },
    })
    await addCodes(shop.api, promotionId, { codes: ['HALF'] })
    const { id } = await openCart(shop, { shippingAddress: AT, items: [{ variantId: shop.small, quantity: 2 }] })
    const { data } = (await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)).body
    expect(data[0].amount).toEqual(eur(0))
    const chosen = await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId: data[0].quoteId } })
    expect(chosen.body.totals).toMatchObject({ shipping: eur(0), total: eur(4998) })
    const cheaper = await shop.storefront.post(`/v1/carts/${id}/promotions`, { code: 'half' })
    expect(cheaper.body).toMatchObject({ totals: { shipping: eur(490) }, warnings: [{ code: 'quote_expired' }] })
  })

  it('honors a quote after its rate is deleted, except for a pickup location', async () => {
    const shop = await openCartShop()
    const standard = await addRate(shop)
    const locationId = await addLocation(shop, 'Vienna')
    const pickup = { type: 'pickup', zoneId: null, locationId, title: 'Shop', service: 'shop' }
    const pickupRate = await addRate(shop, { ...pickup, price: { kind: 'flat', amounts: [eur(0)] } })
    const { id } = await openCart(shop, { shippingAddress: AT, items: [{ variantId: shop.small }] })
    const { data } = (await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)).body
    const quoteOf = (code: string) => data.find(({ service }: { service: string }) => service === code).quoteId
    for (const rate of [standard, pickupRate]) await shop.api.send('DELETE', `/v1/shipping/rate-definitions/${rate.id}`)
    const choose = (quoteId: string) => shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId } })
    expect((await choose(quoteOf('standard'))).body).toMatchObject({
      shipping: { selected: { service: 'standard', type: 'shipping', amount: eur(490) } },
      totals: { shipping: eur(490) },
      warnings: [],
    })
    expect((await choose(quoteOf('shop'))).body).toMatchObject({
      shipping: { selected: null },
      warnings: [{ code: 'shipping_changed' }],
    })
  })

  it('keeps a quote that does not depend on the item total after a code is added', async () => {
    const shop = await openCartShop()
    const rate = await addRate(shop, { freeFrom: [eur(9000)] })
    const { id: promotionId } = await addPromotion(shop.api)
    await addCodes(shop.api, promotionId, { codes: ['TEN'] })
    const { id } = await openCart(shop, { shippingAddress: AT, items: [{ variantId: shop.small }] })
    const [{ quoteId }] = (await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)).body.data
    await shop.storefront.patch(`/v1/carts/${id}`, { shipping: { quoteId } })
    await shop.api.patch(`/v1/shipping/rate-definitions/${rate.id}`, { price: { kind: 'flat', amounts: [eur(2990)] } })
    const { body } = await shop.storefront.post(`/v1/carts/${id}/promotions`, { code: 'ten' })
    expect(body).toMatchObject({ totals: { shipping: eur(490), total: eur(2739) }, warnings: [] })
  })

  it('quotes items to an address, and returns an empty list with a reason where nothing ships', async () => {
    const shop = await openCartShop()
    const listRates = async (query: string) => (await shop.storefront.get(`/v1/shipping/rates?${query}`)).body
    const items = `items=${shop.small}:2`
    expect(await listRates(items)).toMatchObject({ data: [], reason: 'address_required' })
    expect(await listRates(`${items}&country=AT`)).toMatchObject({ data: [], reason: 'no_zone' })
    await addRate(shop)
    expect(await listRates(`${items}&country=AT&postalCode=1010`)).toMatchObject({
      data: [{ amount: eur(490) }],
      reason: null,
    })
    expect(await listRates(`${items}&country=NZ`)).toMatchObject({
      data: [],
      reason: 'no_zone',
      message: 'Shipping to this address is not available.',
    })
    const { id } = await openCart(shop)
    expect(await listRates(`cartId=${id}&country=AT`)).toMatchObject({ data: [], reason: 'empty' })
    expect(await listRates(`cartId=${id}&country=AT&currency=EUR`)).toMatchObject({ reason: 'empty' })
    expect((await listRates(`cartId=${id}&currency=USD`)).error).toMatchObject({
      code: 'invalid_request',
      details: [{ path: '/currency', message: 'must be EUR, the cart’s currency' }],
    })
    const priceless = (await listRates(`${items}&currency=USD`)).error
    expect([priceless.code, priceless.message]).toEqual(['not_found', expect.stringMatching(/in USD\. Remove it/)])
    for (const query of [
      '',
      `${items}&cartId=${id}`,
      'items=shirt:1',
      `items=${shop.small}:0`,
      'country=AT',
      `${items}&postalCode=1010`,
      `${items}&country=ZZ`,
    ]) {
      expect((await shop.storefront.get(`/v1/shipping/rates?${query}`)).status).toBe(400)
    }
  })

  it('warns when it quotes fewer items than requested', async () => {
    const shop = await openCartShop()
    await addRate(shop, { price: { kind: 'item', first: [eur(100)], additional: [eur(10)] } })
    const { variants } = await addSimpleProduct(shop, {
      title: 'Scarce',
      sku: 'SCARCE',
      price: 900,
      more: { trackStock: true },
    })
    await setStock(shop, { variantId: variants[0].id, onHandChange: 3 })
    const quoteFor = async (count: number) =>
      (await shop.storefront.get(`/v1/shipping/rates?items=${variants[0].id}:${count}&country=AT`)).body
    expect(await quoteFor(3)).toMatchObject({ data: [{ amount: eur(120) }], warnings: [] })
    const warnings = [{ code: 'quantity_reduced', variantId: variants[0].id, requested: 9999, available: 3 }]
    expect(await quoteFor(9999)).toMatchObject({ data: [{ amount: eur(120) }], warnings })
  })

  it('delivers items that need no shipping for free to any address', async () => {
    const shop = await openCartShop()
    const { variants } = await addSimpleProduct(shop, {
      title: 'Song',
      sku: 'SONG',
      price: 99,
      more: { requiresShipping: false },
    })
    const { body } = await shop.storefront.get(`/v1/shipping/rates?items=${variants[0].id}:1`)
    expect(body).toMatchObject({ data: [{ service: 'digital', type: 'digital', amount: eur(0) }], reason: null })
  })

  it('excludes gift cards from the amount missing for free shipping', async () => {
    const shop = await openCartShop()
    await addRate(shop, { freeFrom: [eur(5000)] })
    const { variants } = await addSimpleProduct(shop, {
      title: 'Gift card',
      sku: 'CARD',
      price: 10_000,
      more: { requiresShipping: false },
      product: { giftCard: true },
    })
    const { body } = await shop.storefront.get(
      `/v1/shipping/rates?items=${variants[0].id}:1&items=${shop.small}:1&country=AT`,
    )
    expect(body).toMatchObject({
      data: [{ amount: eur(490) }],
      freeShipping: { threshold: eur(5000), missing: eur(2501) },
    })
  })

  it('requests carrier rates, and falls back when the carrier does not respond', async () => {
    const clock = { now: new Date() }
    const shop = await openCartShop(() => clock.now)
    let responseBody: object = { services: [{ service: 'EXP', title: 'Express', amount: 1290, minDays: 1 }] }
    const carrier = await openExternalServer((response) => respondJson(responseBody)(response))
    await shop.sandbox.send('PUT', '/v1/shipping/carriers/post', { url: 'http://rates.example.com/quote' })
    // The API rejects local addresses, where the test's carrier runs.
    await shop.server.db.pool.query('update shipping_carriers set url = $1', [carrier.url])
    const { variants } = await addSimpleProduct({ api: shop.sandbox }, { title: 'Pen', sku: 'PEN', price: 500 })
    const price = { kind: 'carrier', carrier: 'post', service: 'EXP', fallback: [eur(1500)] }
    await addRate(shop, { service: 'express', title: 'Express', price }, shop.sandbox)
    const firstRate = async () =>
      (await shop.sandbox.get(`/v1/shipping/rates?items=${variants[0].id}:3&country=AT`)).body.data[0]
    expect(await firstRate()).toMatchObject({ service: 'express', amount: eur(1290), minDays: 1 })
    expect(JSON.parse(carrier.requests[0]?.body ?? '')).toMatchObject({ weightGrams: 600, to: { country: 'AT' } })
    // Another read within minutes costs the shop no second request.
    responseBody = { nonsense: true }
    expect(await firstRate()).toMatchObject({ amount: eur(1290) })
    expect(carrier.requests).toHaveLength(1)
    clock.now = new Date(clock.now.getTime() + 6 * 60_000)
    expect(await firstRate()).toMatchObject({ amount: eur(1500) })
    expect(carrier.requests).toHaveLength(2)
    expect(shop.server.logged.join('')).toContain('a carrier did not respond')
  })

  it('requests carrier rates for each profile separately, gifts included, so that nothing is paid twice', async () => {
    const shop = await openCartShop()
    const api = shop.sandbox
    const carrier = await openExternalServer((response, body) => {
      const { weightGrams } = JSON.parse(body)
      respondJson({ services: [{ service: 'EXP', title: 'Express', amount: weightGrams }] })(response)
    })
    await api.send('PUT', '/v1/shipping/carriers/post', { url: 'http://rates.example.com/quote' })
    await shop.server.db.pool.query('update shipping_carriers set url = $1', [carrier.url])
    const addTagged = async (tag: string) =>
      (await addSimpleProduct({ api }, { title: tag, sku: tag, price: 500, product: { tags: [tag] } })).variants[0].id
    const [pen, desk, lamp] = await Promise.all([addTagged('pen'), addTagged('desk'), addTagged('lamp')])
    const price = { kind: 'carrier', carrier: 'post', service: 'EXP' }
    await addRate(shop, { price }, api)
    for (const tag of ['desk', 'lamp']) {
      const profile = await api.post('/v1/shipping/profiles', { name: tag, items: { tags: [tag] } })
      await addRate(shop, { price, profileId: profile.body.id }, api)
    }
    const amount = async () =>
      (await api.get(`/v1/shipping/rates?items=${pen}:3&items=${desk}:2&country=AT`)).body.data[0]?.amount
    expect(await amount()).toEqual(eur(1000))
    expect(carrier.requests.map(({ body }) => JSON.parse(body).weightGrams).sort()).toEqual([400, 600])

    await addPromotion(api, { trigger: 'automatic', benefit: { kind: 'gift', variantId: lamp, quantity: 1 } })
    expect(await amount()).toEqual(eur(1200))
    // The other two are still cached.
    expect(carrier.requests.slice(2).map(({ body }) => JSON.parse(body).items[0].variantId)).toEqual([lamp])
  })
})
