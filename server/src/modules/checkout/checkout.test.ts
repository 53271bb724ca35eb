import { describe, expect, it } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import {
  ADDRESS,
  type CheckoutShop,
  checkOut,
  createReadyCart,
  getStockLevel,
  openCheckoutShop,
} from '../../../test/checkout-shop.ts'
import { openExternalServer, respondJson } from '../../../test/external-server.ts'
import { issueCard } from '../../../test/sample-gift-cards.ts'
import { eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion, findUsageDrift } from '../../../test/sample-promotions.ts'
import { releaseExpiredUses } from '../promotions/uses/uses.ts'

async function addCode(shop: CheckoutShop, code: string, more: object = {}): Promise<string> {
  const { id } = await addPromotion(shop.api, { title: code, ...more })
  await addCodes(shop.api, id, { codes: [code] })
  return id
}

/** Properties every object has, but no card. */
const BUILT_IN = ['constructor', 'toString', '__proto__', 'hasOwnProperty'].map((paymentMethod) => ({ paymentMethod }))

const withoutStock = ({ maxQuantity: _, ...item }: { maxQuantity: number | null }) => item

describe('POST /v1/checkout/card', () => {
  it('creates an order from a cart in one request, for the exact total', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const { id } = await createReadyCart(shop, { quantity: 2 })
    const response = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
    expect([response.status, response.body]).toMatchObject([
      201,
      {
        status: 'completed',
        order: { number: 1001 },
        totals: { total: eur(5488), due: eur(5488) },
        payment: { status: 'paid', amount: eur(5488), method: { brand: 'visa', last4: '4242' }, clientSecret: null },
      },
    ])
    const seen = await shop.storefront.post(`/v1/checkout/${response.body.id}/retrieve`)
    expect(seen.body).toEqual(response.body)
    const order = (await shop.api.get(`/v1/orders/${response.body.order.id}`)).body
    expect(order).toMatchObject({
      number: 1001,
      status: 'open',
      paymentStatus: 'paid',
      fulfillmentStatus: 'unfulfilled',
      email: 'ada@example.com',
      items: [{ title: 'Mug', quantities: { ordered: 2, current: 2, fulfilled: 0, returned: 0 }, total: eur(4998) }],
      totals: { subtotal: eur(4998), shipping: eur(490), total: eur(5488) },
      payments: [{ kind: 'provider', provider: 'simulator', status: 'paid', captured: eur(5488) }],
    })
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect([level.onHand, level.reserved, level.available]).toEqual([3, 0, 3])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
    const finished = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.mug })
    expect([finished.status, finished.body.error.code]).toEqual([409, 'cart_completed'])
  })

  it('leaves the cart unchanged when the card is declined, and accepts another card', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const { id } = await createReadyCart(shop)
    const declined = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_declined' })
    expect([declined.status, declined.body.error]).toMatchObject([
      422,
      { code: 'payment_declined', declineCode: 'card_declined', retryable: true },
    ])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect([level.onHand, level.reserved]).toEqual([1, 0])
    const paid = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
    expect([paid.status, paid.body.status]).toEqual([201, 'completed'])
  })

  it.each([
    ['no email', { email: null }, '/email'],
    ['no address', { shippingAddress: null }, '/shippingAddress'],
    ['no name', { shippingAddress: { country: 'AT' } }, '/shippingAddress/name'],
    ['no shipping service', { shipping: null }, '/shipping'],
    ['an unavailable shipping service', { shipping: { service: 'drone' } }, '/shipping'],
  ])('returns 422 for an incomplete checkout: %s', async (_, fields, path) => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const { status, body } = await checkOut(shop, id, fields)
    expect([status, body.error.code, body.error.details[0].path]).toEqual([422, 'checkout_incomplete', path])
  })

  it('reports each undeliverable address field, and neither reserves nor charges anything', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const shippingAddress = { line1: 'x', city: 'y', country: 'AT' }
    for (const path of ['/v1/checkout/card', '/v1/checkout/intent']) {
      const payment = path.endsWith('card') ? { paymentMethod: 'pm_card_visa' } : {}
      const { status, body } = await shop.storefront.post(path, { cartId: id, shippingAddress, ...payment })
      expect([status, body.error?.code, body.error?.details]).toEqual([
        422,
        'checkout_incomplete',
        [
          { path: '/shippingAddress/name', message: 'Enter the recipient’s name.' },
          {
            path: '/shippingAddress/postalCode',
            message: 'Enter a postal code. A postal code in Austria has 4 digits, such as 1010.',
          },
        ],
      ])
    }
    const wrong = await checkOut(shop, id, { shippingAddress: { ...ADDRESS, postalCode: '10115' } })
    expect(wrong.body.error.details).toEqual([
      { path: '/shippingAddress/postalCode', message: 'A postal code in Austria has 4 digits, such as 1010.' },
    ])
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 100, reserved: 0 })
    expect((await shop.api.get('/v1/orders')).body.data).toEqual([])
    expect((await checkOut(shop, id)).status).toBe(201)
  })

  it('reports why nothing ships there, unless pickup is available', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const errorFor = async (country: string) =>
      (await checkOut(shop, id, { shippingAddress: { ...ADDRESS, country } })).body.error
    const path = '/shippingAddress'
    expect(await errorFor('NZ')).toMatchObject({
      code: 'checkout_incomplete',
      message: expect.stringMatching(/^Shipping to this address is not available\. /),
      details: [{ path, message: 'an address that these items ship to in EUR' }],
    })
    const zone = await shop.api.post('/v1/shipping/zones', { name: 'Far', areas: [{ country: 'NZ' }] })
    expect((await errorFor('NZ')).message).toMatch(/^No shipping rate is available for these items at this address\. /)
    const far = { zoneId: zone.body.id, title: 'Ship' }
    const amounts = [{ amount: 900, currency: 'NZD' }]
    await shop.api.post('/v1/shipping/rate-definitions', { ...far, price: { kind: 'flat', amounts } })
    expect((await errorFor('NZ')).message).toMatch(/^Shipping to this address is not available in this currency\. /)
    const locationId = (await getStockLevel(shop)).locationId
    const price = { kind: 'flat', amounts: [eur(0)] }
    await shop.api.post('/v1/shipping/rate-definitions', { type: 'pickup', title: 'Fetch it', locationId, price })
    expect((await errorFor('NZ')).details).toEqual([
      { path: '/shipping', message: 'a shipping option available at this address' },
    ])
  })

  it('rejects an empty cart, a cart of another workspace, card numbers and unknown fields, and never echoes a number', async () => {
    const shop = await openCheckoutShop()
    const other = await openCheckoutShop()
    const empty = (await shop.storefront.post('/v1/carts', { email: 'ada@example.com' })).body
    expect((await checkOut(shop, empty.id)).body.error).toMatchObject({
      code: 'checkout_incomplete',
      details: [{ path: '/cartId' }],
    })
    expect((await checkOut(other, (await createReadyCart(shop)).id)).status).toBe(404)
    const { id } = await createReadyCart(shop)
    const number = 'card:4242.4242.4242.4242'
    for (const fields of [
      { paymentMethod: number },
      { card: { number } },
      { paymentMethod: 'pm_unknown' },
      {},
      ...BUILT_IN,
    ]) {
      const { status, body } = await shop.storefront.post('/v1/checkout/card', { cartId: id, ...fields })
      expect([fields, status, body.error?.code]).toEqual([fields, 400, 'invalid_request'])
      // A request id may contain any four digits.
      expect(JSON.stringify({ ...body.error, requestId: '' })).not.toMatch(/4242|pm_unknown/)
    }
    expect(shop.server.logged.join('')).not.toContain('4242.4242')
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 100, reserved: 0 })
  })

  it('rejects an unknown country and a card number in stored text, without echoing it', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const number = '4000 0566 5566 5556'
    const rejected: [object, string][] = [
      [{ shippingAddress: { ...ADDRESS, country: 'ZZ' } }, '/shippingAddress/country'],
      [{ billingAddress: { ...ADDRESS, country: 'EU' } }, '/billingAddress/country'],
      [{ note: `card ${number} cvc 123` }, '/note'],
      [{ attributes: { card: number } }, '/attributes/card'],
      [{ attributes: { [number]: 'mine' } }, '/attributes'],
      [{ email: '4000056655665556@example.com' }, '/email'],
      ...['name', 'company', 'line1', 'line2', 'city', 'region', 'phone'].flatMap((field): [object, string][] =>
        ['shippingAddress', 'billingAddress'].map((address) => [
          { [address]: { ...ADDRESS, [field]: number } },
          `/${address}/${field}`,
        ]),
      ),
    ]
    for (const [fields, path] of rejected) {
      const { status, body } = await checkOut(shop, id, fields)
      expect([status, body.error?.code, body.error?.details[0].path]).toEqual([400, 'invalid_request', path])
      expect(JSON.stringify(body)).not.toContain('5556')
    }
    expect((await shop.storefront.patch(`/v1/carts/${id}`, { country: 'ZZ' })).status).toBe(400)
    const harmless = { ...ADDRESS, line2: 'Order 302-1234567-1234567', phone: '0034 612 345 678 or +43 1 5128989' }
    expect((await shop.storefront.patch(`/v1/carts/${id}`, { shippingAddress: harmless })).status).toBe(200)
    const properties = { engraving: number }
    const items = [{ variantId: shop.mug, properties }]
    expect((await shop.storefront.post('/v1/carts', { items })).status).toBe(400)
    expect((await shop.storefront.post(`/v1/carts/${id}/items`, items[0])).status).toBe(400)
    const [item] = (await shop.storefront.get(`/v1/carts/${id}`)).body.items
    expect((await shop.storefront.send('PUT', `/v1/carts/${id}/items/${item.id}`, { properties })).status).toBe(400)
    const note = 'Please call +43 660 1234567, order 302-1234567-1234567'
    expect((await checkOut(shop, id, { note, billingAddress: { ...ADDRESS, country: 'XK' } })).status).toBe(201)
  })

  it('charges nobody after an unseen change of price or stock', async () => {
    const shop = await openCheckoutShop({ onHand: 3 })
    const { id } = await createReadyCart(shop, { quantity: 3 })
    const wrong = await checkOut(shop, id, { expectedTotal: eur(1) })
    expect([wrong.status, wrong.body.error.code, wrong.body.error.details]).toEqual([
      409,
      'cart_changed',
      [{ path: '/expectedTotal', message: 'the total is 79.87 EUR', amount: eur(7987) }],
    ])
    const rival = await createReadyCart(shop, { quantity: 2 })
    expect((await checkOut(shop, rival.id)).status).toBe(201)
    const short = await checkOut(shop, id)
    const [detail] = short.body.error.details
    expect([short.status, short.body.error.code]).toEqual([422, 'out_of_stock'])
    expect(detail).toMatchObject({ reason: 'quantity_reduced', variantId: shop.mug, available: 1 })
    const cart = (await shop.storefront.get(`/v1/carts/${id}`)).body
    expect([cart.items[0].quantity, cart.warnings]).toMatchObject([1, [{ code: 'quantity_reduced', requested: 3 }]])
    expect((await checkOut(shop, id)).body.status).toBe('completed')
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 0, reserved: 0 })
  })

  it('charges no more than displayed when a code is used up, even if the request repeats or changes the address', async () => {
    const shop = await openCheckoutShop()
    await addCode(shop, 'FIRST', { usageLimit: 1 })
    const carts = [1, 2, 3].map(() => createReadyCart(shop, { codes: ['FIRST'] }))
    const [winner = '', ...losers] = (await Promise.all(carts)).map(({ id }) => id as string)
    const fields = { email: 'ada@example.com', shippingAddress: ADDRESS, shipping: { service: 'post' } }
    expect((await checkOut(shop, winner, fields)).body.totals.total).toEqual(eur(2739))
    for (const [index, loser] of losers.entries()) {
      const city = index === 0 ? ADDRESS.city : 'Graz'
      const postalCode = index === 0 ? ADDRESS.postalCode : '8010'
      const repeated = { ...fields, shippingAddress: { ...ADDRESS, city, postalCode } }
      const late = await checkOut(shop, loser, repeated)
      expect([late.status, late.body.error?.code]).toEqual([409, 'cart_changed'])
      const cart = (await shop.storefront.get(`/v1/carts/${loser}`)).body
      expect([cart.totals.total, cart.shippingAddress.city]).toEqual([eur(2989), ADDRESS.city])
      expect((await checkOut(shop, loser, repeated)).body.totals.total).toEqual(eur(2989))
    }
  })

  it("charges no other shipping price than the given quote's", async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const [{ quoteId }] = (await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)).body.data
    await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.mug })
    const [rate] = (await shop.api.get('/v1/shipping/rate-definitions')).body.data
    const costs = (amount: number) => ({ price: { kind: 'flat', amounts: [eur(amount)] } })
    await shop.api.patch(`/v1/shipping/rate-definitions/${rate.id}`, costs(990))
    for (const method of ['card', 'intent']) {
      const request = { cartId: id, shipping: { quoteId }, ...(method === 'card' && { paymentMethod: 'pm_card_visa' }) }
      const { status, body } = await shop.storefront.post(`/v1/checkout/${method}`, request)
      expect([status, body.error?.code, body.error?.details[0].path]).toEqual([
        422,
        'quote_expired',
        '/shipping/quoteId',
      ])
    }
    await shop.api.patch(`/v1/shipping/rate-definitions/${rate.id}`, costs(490))
    const [fresh] = (await shop.storefront.get(`/v1/shipping/rates?cartId=${id}`)).body.data
    // A more detailed address than the quoted one, at the same price.
    const fields = { shipping: { quoteId: fresh.quoteId }, shippingAddress: { ...ADDRESS, region: 'Wien' } }
    expect((await checkOut(shop, id, fields)).body).toMatchObject({
      status: 'completed',
      totals: { shipping: eur(490) },
    })
  })

  it('accepts a billing address, and its effect on the total only if the buyer has seen it', async () => {
    const shop = await openCheckoutShop()
    await shop.api.send('PUT', '/v1/taxes/settings', {
      pricesIncludeTax: false,
      shippingTax: 'none',
      rounding: 'item',
      defaultAddress: null,
    })
    const rates = [{ class: 'standard', name: 'VAT', percentage: 20 }]
    await shop.api.post('/v1/taxes/regions', { area: { country: 'AT' }, rates })
    const more = { requiresShipping: false }
    const { variants } = await addSimpleProduct(shop, { title: 'E-book', sku: 'BOOK', price: 1200, more })
    const items = [{ variantId: variants[0].id }]
    const { body: cart } = await shop.storefront.post('/v1/carts', { items, email: 'ada@example.com' })
    // The shipping destination does not matter: nothing is shipped.
    const fields = { billingAddress: ADDRESS, shippingAddress: { ...ADDRESS, country: 'LI' } }
    const unseen = await checkOut(shop, cart.id, fields)
    expect([unseen.status, unseen.body.error.code, unseen.body.error.details]).toMatchObject([
      409,
      'cart_changed',
      [
        { path: '/shippingAddress', amount: eur(1440) },
        { path: '/billingAddress', amount: eur(1440) },
      ],
    ])
    const paid = await checkOut(shop, cart.id, { ...fields, expectedTotal: eur(1440) })
    expect(paid.body).toMatchObject({ status: 'completed', totals: { total: eur(1440) } })
  })

  it('leaves a cart that permanently shows what was bought, whatever happens to the products', async () => {
    const shop = await openCheckoutShop({ onHand: 2 })
    const card = await issueCard(shop, 1000)
    await addCode(shop, 'TEN', {})
    const { id } = await createReadyCart(shop, { quantity: 2, codes: ['TEN', card.code] })
    const path = `/v1/carts/${id}`
    const before = (await shop.storefront.get(path)).body
    const { body: order } = await checkOut(shop, id)
    const [{ productId }] = before.items
    const { variants } = (await shop.api.get(`/v1/catalog/products/${productId}`)).body
    await shop.api.patch(`/v1/catalog/products/${productId}/variants/${variants[0].id}`, {
      prices: [{ price: eur(9999) }],
    })
    await shop.api.patch(`/v1/catalog/products/${productId}`, { status: 'archived' })
    await shop.api.post(`/v1/gift-cards/${card.id}/credits`, { amount: eur(7700), reason: 'Sorry' })
    const after = (await shop.storefront.get(path)).body
    expect(after).toMatchObject({ status: 'completed', orderId: order.order.id, warnings: [] })
    for (const field of ['items', 'promotions', 'taxes', 'totals', 'giftCards', 'currency']) {
      const actual = field === 'items' ? after.items.map(withoutStock) : after[field]
      expect(actual).toEqual(field === 'items' ? before.items.map(withoutStock) : before[field])
    }
    expect(after.shipping).toMatchObject({ selected: before.shipping.selected, discount: before.shipping.discount })
    expect(after.totals.total).toEqual(order.totals.total)
  })

  it('runs once per Idempotency-Key and replays the response', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const body = { cartId: id, paymentMethod: 'pm_card_visa' }
    const headers = { 'idempotency-key': '0f8fad5b-d9cb-469f-a165-70867728950e' }
    const first = await shop.storefront.post('/v1/checkout/card', body, headers)
    const reordered = { paymentMethod: 'pm_card_visa', cartId: id }
    const again = await shop.storefront.post('/v1/checkout/card', reordered, headers)
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', first.body])
    const other = await shop.storefront.post('/v1/checkout/card', { ...body, note: 'x' }, headers)
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(1)
  })

  it('creates one order from twenty concurrent requests for a cart, and rejects the others', async () => {
    const shop = await openCheckoutShop()
    const { id } = await createReadyCart(shop)
    const responses = await Promise.all(Array.from({ length: 20 }, () => checkOut(shop, id)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const codes = new Set(responses.flatMap(({ body }) => body.error?.code ?? []))
    expect([...codes].every((code) => code === 'cart_completed' || code === 'checkout_in_progress')).toBe(true)
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 99, reserved: 0 })
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(1)
  })

  it('sells the last unit to one of many concurrent buyers, and tells the others what is out of stock', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const carts = await Promise.all(Array.from({ length: 6 }, () => createReadyCart(shop)))
    const responses = await Promise.all(carts.map(({ id }) => checkOut(shop, id)))
    const rejected = responses.filter(({ status }) => status !== 201)
    expect(rejected).toHaveLength(5)
    for (const { body } of rejected) {
      expect(body.error).toMatchObject({ code: 'out_of_stock', details: [{ path: '/cartId', available: 0 }] })
    }
  })

  it('pays with gift cards first and the card for the rest, or gift cards alone, and restores them on a decline', async () => {
    const shop = await openCheckoutShop()
    const card = await issueCard(shop, 1000)
    const { id } = await createReadyCart(shop, { codes: [card.code] })
    expect((await checkOut(shop, id, { paymentMethod: 'pm_card_declined' })).body.error.code).toBe('payment_declined')
    expect((await shop.api.get(`/v1/gift-cards/${card.id}`)).body.balance).toEqual(eur(1000))
    const { body } = await checkOut(shop, id)
    expect(body).toMatchObject({
      status: 'completed',
      giftCards: [{ amount: eur(1000) }],
      payment: { amount: eur(1989) },
    })
    const order = (await shop.api.get(`/v1/orders/${body.order.id}`)).body
    expect(order.payments.map(({ kind, captured }: { kind: string; captured: object }) => [kind, captured])).toEqual([
      ['gift_card', eur(1000)],
      ['provider', eur(1989)],
    ])
    const rich = await issueCard(shop, 9000)
    const free = await createReadyCart(shop, { codes: [rich.code] })
    const response = await shop.storefront.post('/v1/checkout/card', { cartId: free.id })
    expect(response.body).toMatchObject({ status: 'completed', payment: null, totals: { due: eur(0) } })
    expect((await shop.api.get(`/v1/gift-cards/${rich.id}`)).body.balance).toEqual(eur(9000 - 2989))
  })

  it('counts a code with the order, releases it on a decline, and rejects a customer who used it up with a new price', async () => {
    const shop = await openCheckoutShop()
    await addCode(shop, 'ONCE', { usageLimitPerCustomer: 1 })
    const first = await createReadyCart(shop, { codes: ['ONCE'] })
    expect((await checkOut(shop, first.id, { paymentMethod: 'pm_card_declined' })).status).toBe(422)
    expect((await checkOut(shop, first.id)).body.totals.discount).toEqual(eur(250))
    const [promotion] = (await shop.api.get('/v1/promotions')).body.data
    const used = async () => (await shop.api.get(`/v1/promotions/${promotion.id}/uses?status=used`)).body.data
    expect(await used()).toMatchObject([{ status: 'used', expiresAt: null }])
    // The expiry job marks it as used: then it can't expire anymore.
    await releaseExpiredUses.run({ ...shop.server.system, now: new Date() })
    const { rows } = await shop.server.db.pool.query(
      "select expires_at from promotion_uses where environment_id = $1 and status = 'used'",
      [shop.live.environmentId],
    )
    expect(rows).toEqual([{ expires_at: null }])
    const second = await createReadyCart(shop, { codes: ['ONCE'] })
    expect(second.totals.discount).toEqual(eur(250))
    const rejected = await checkOut(shop, second.id)
    expect([rejected.status, rejected.body.error.code]).toEqual([422, 'promotion_exhausted'])
    expect((await checkOut(shop, second.id)).body.error.code).toBe('cart_changed')
    const now = (await shop.storefront.get(`/v1/carts/${second.id}`)).body
    expect([now.totals.discount, now.rejectedPromotions[0].reason]).toEqual([eur(0), 'customer_limit'])
    // A customer whose email comes with the request and is not in the cart.
    const guest = await createReadyCart(shop, { codes: ['ONCE'], email: undefined as never })
    expect((await checkOut(shop, guest.id, { email: second.email })).body.error.code).toBe('promotion_exhausted')
    const again = await checkOut(shop, guest.id, { email: second.email })
    expect([again.status, again.body.error.details[0].path]).toEqual([409, '/email'])
    const seen = { email: second.email, expectedTotal: eur(2989) }
    expect((await checkOut(shop, guest.id, seen)).body.totals.discount).toEqual(eur(0))
    // Repeating the email means the same customer.
    expect((await checkOut(shop, second.id, { email: second.email })).body.totals.discount).toEqual(eur(0))
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('applies a code again after an unpaid intent releases its last use', async () => {
    const shop = await openCheckoutShop()
    await addCode(shop, 'LAST', { usageLimit: 1, usageLimitPerCustomer: 5 })
    const carts = await Promise.all(Array.from({ length: 6 }, () => createReadyCart(shop, { codes: ['LAST'] })))
    const responses = await Promise.all(
      carts.map(({ id }) => shop.storefront.post('/v1/checkout/intent', { cartId: id })),
    )
    const first = responses.filter(({ status }) => status === 201)
    expect(first).toHaveLength(1)
    await shop.storefront.post(`/v1/checkout/${first[0]?.body.id}/cancel`)
    for (const { id } of carts) {
      expect((await shop.storefront.get(`/v1/carts/${id}`)).body.totals.discount).toEqual(eur(250))
    }
  })

  it('grants a once-per-customer promotion to one of twelve concurrent checkouts of a customer', async () => {
    const shop = await openCheckoutShop()
    await addCode(shop, 'ONCE', { usageLimitPerCustomer: 1 })
    const carts = await Promise.all(Array.from({ length: 12 }, () => createReadyCart(shop, { codes: ['ONCE'] })))
    const responses = await Promise.all(carts.map(({ id }) => checkOut(shop, id)))
    expect(responses.map(({ status, body }) => body.error?.code ?? status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 'promotion_exhausted'),
    ])
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('calls the tax engine, and charges its taxes only after the buyer has seen them', async () => {
    // In the sandbox, which allows an engine on this machine.
    const shop = await openCheckoutShop({ inSandbox: true })
    const settings = { pricesIncludeTax: false, shippingTax: 'none', rounding: 'item', defaultAddress: null }
    expect((await shop.api.send('PUT', '/v1/taxes/settings', settings)).status).toBe(200)
    const { id, items } = await createReadyCart(shop)
    const taxes = [{ name: 'City tax', percentage: 1, amount: 25 }]
    const engine = await openExternalServer(
      respondJson({ items: [{ id: items[0].id, taxes }], shipping: { taxes: [] } }),
    )
    const setEngineUrl = async (url: string) => {
      const response = await shop.api.send('PUT', '/v1/taxes/engine', { url: 'http://taxes.example.com/' })
      expect(response.status).toBe(200)
      // The API rejects local addresses, where the test's engine runs.
      const change = 'update tax_engines set url = $1 where environment_id = $2'
      await shop.server.db.pool.query(change, [url, shop.test.environmentId])
    }
    await setEngineUrl(engine.url)
    for (const fields of [{}, { expectedTotal: eur(2989) }]) {
      const unseen = await checkOut(shop, id, fields)
      expect([unseen.status, unseen.body.error.details[0].amount]).toEqual([409, eur(3014)])
      // A read of the cart would not show it.
      expect(unseen.body.error.message).toMatch(/^Taxes are calculated at checkout: .*expectedTotal/)
    }
    const { status, body } = await checkOut(shop, id, { expectedTotal: eur(3014) })
    expect([status, body.totals.tax, body.payment.amount]).toEqual([201, eur(25), eur(3014)])
    expect(JSON.parse(engine.requests[0]?.body ?? '')).toMatchObject({ items: [{ amount: 2499 }], shipping: 490 })

    const unreachable = await openExternalServer((response) => response.destroy())
    await setEngineUrl(unreachable.url)
    expect((await checkOut(shop, (await createReadyCart(shop)).id)).body).toMatchObject({
      status: 'completed',
      totals: { tax: eur(0) },
    })
  })
})
