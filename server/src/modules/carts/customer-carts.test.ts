import { describe, expect, it } from 'vitest'
import { ADDRESS, createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { signInCustomer } from '../../../test/customer-sign-in.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { createProgram, grantPoints, pointsBalance } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'
import { addPromotion } from '../../../test/sample-promotions.ts'

const ADA = 'ada@example.com'

describe('a cart of a signed-in customer', () => {
  it('belongs to the customer: only their token or a key opens it', async () => {
    const shop = await openCheckoutShop()
    const [ada, bob] = [await signInCustomer(shop, ADA), await signInCustomer(shop, 'bob@example.com')]
    const created = await ada.storefront.post('/v1/carts', { items: [{ variantId: shop.mug }] })
    expect(created).toMatchObject({ status: 201, body: { email: ADA } })
    // The customer's tags are for staff.
    expect(created.body).not.toHaveProperty('customer')
    const path = `/v1/carts/${created.body.id}`
    const itemPath = `${path}/items/${created.body.items[0].id}`
    const bobWithKey = bob.api
    for (const { send } of [shop.storefront, bob.storefront, bobWithKey]) {
      const attempts = [
        await send('GET', path),
        await send('PATCH', path, { note: 'Mine' }),
        await send('POST', `${path}/items`, { variantId: shop.mug }),
        await send('PUT', itemPath, { quantity: 3 }),
        await send('DELETE', itemPath),
        await send('POST', `${path}/promotions`, { code: 'X' }),
        await send('DELETE', `${path}/promotions`),
        await send('GET', `/v1/shipping/rates?cartId=${created.body.id}`),
        await send('POST', '/v1/discounts/validate', { code: 'X', cartId: created.body.id }),
        await send('POST', '/v1/checkout/card', { cartId: created.body.id, paymentMethod: 'pm_card_visa' }),
        await send('POST', '/v1/checkout/intent', { cartId: created.body.id }),
      ]
      expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404))
      // As for a cart that does not exist.
      expect(attempts[0]?.body.error).toMatchObject({ code: 'not_found', message: 'No such cart.' })
    }
    for (const { send } of [ada.storefront, ada.api, shop.api]) {
      expect((await send('GET', path)).status).toBe(200)
      expect((await send('PATCH', path, { note: 'Hers' })).status).toBe(200)
    }
    expect((await shop.api.get(path)).body.customer.id).toBe(ada.customerId)
  })

  it('may have been a guest’s, but not one that the shop has opened for somebody else', async () => {
    const shop = await openCheckoutShop()
    const [ada, bob] = [await signInCustomer(shop, ADA), await signInCustomer(shop, 'bob@example.com')]
    const guest = await createReadyCart(shop, { email: 'guest@example.com' })
    const path = `/v1/carts/${guest.id}`
    const taken = await ada.storefront.get(path)
    expect(taken.body).toMatchObject({ email: ADA, items: [{ quantity: 1 }], version: guest.version + 1 })
    expect((await shop.storefront.get(path)).status).toBe(404)
    expect((await bob.storefront.get(path)).status).toBe(404)
    // Reading it again changes nothing.
    expect((await ada.storefront.get(path)).body.version).toBe(taken.body.version)

    const opened = (await shop.api.post('/v1/carts', { customer: { id: ada.customerId } })).body
    expect((await bob.storefront.get(`/v1/carts/${opened.id}`)).status).toBe(404)
    expect((await shop.storefront.get(`/v1/carts/${opened.id}`)).status).toBe(200)
    expect((await ada.storefront.get(`/v1/carts/${opened.id}`)).status).toBe(200)
    expect((await shop.storefront.get(`/v1/carts/${opened.id}`)).status).toBe(404)
  })

  it('becomes a guest’s again if the shop’s server says so', async () => {
    const shop = await openCheckoutShop()
    const { storefront } = await signInCustomer(shop, ADA)
    const { id } = (await storefront.post('/v1/carts', {})).body
    await shop.api.patch(`/v1/carts/${id}`, { note: 'By the shop' })
    expect((await shop.storefront.get(`/v1/carts/${id}`)).status).toBe(404)
    await shop.api.patch(`/v1/carts/${id}`, { customer: null })
    expect((await shop.storefront.get(`/v1/carts/${id}`)).status).toBe(200)
  })

  it('gets the promotions for its customer, also when the cart was a guest’s', async () => {
    const shop = await openCheckoutShop()
    const benefit = { kind: 'percentage', target: 'order', percentage: 50 } as const
    await addPromotion(shop.api, { trigger: 'automatic', benefit, conditions: { customer: { tags: ['vip'] } } })
    await addCustomer(shop, { emails: [{ address: ADA }], tags: ['vip'] })
    const guest = await createReadyCart(shop)
    expect(guest.totals.discount).toEqual(eur(0))
    const { storefront, headers } = await signInCustomer(shop, ADA)
    const check = { items: [{ variantId: shop.mug }], code: 'X' }
    expect((await storefront.post('/v1/discounts/validate', check)).body.totalsBefore.discount).toEqual(eur(1250))
    expect((await shop.storefront.post('/v1/discounts/validate', check)).body.totalsBefore.discount).toEqual(eur(0))
    const pay = () => storefront.post('/v1/checkout/card', { cartId: guest.id, paymentMethod: 'pm_card_visa' }, headers)
    // The guest's total was another: nobody pays an amount they were not shown.
    expect(await pay()).toMatchObject({ status: 409, body: { error: { code: 'cart_changed' } } })
    expect((await storefront.get(`/v1/carts/${guest.id}`)).body.totals.discount).toEqual(eur(1250))
    expect((await pay()).status).toBe(201)
  })

  it('pays with the customer’s points, and only theirs', async () => {
    const shop = await openCheckoutShop()
    await createProgram(shop)
    const ada = await signInCustomer(shop, ADA)
    await grantPoints(shop, ada.customerId, 500)
    const cart = await createReadyCart({ ...shop, storefront: ada.storefront })
    expect((await ada.api.get('/v1/customers/me/loyalty')).body).toEqual({ balance: 500, value: [eur(500)] })
    const paid = await ada.storefront.patch(`/v1/carts/${cart.id}`, { points: { requested: 300 } })
    expect(paid.body.points).toMatchObject({ used: 300, balance: 500 })
    const order = await ada.storefront.post('/v1/checkout/card', { cartId: cart.id, paymentMethod: 'pm_card_visa' })
    expect(order.status).toBe(201)
    expect(await pointsBalance(shop, ada.customerId)).toBe(200)
    expect((await shop.api.get(`/v1/orders/${order.body.order.id}`)).body.customerId).toBe(ada.customerId)
    // Neither a guest nor another customer can name an account.
    const guest = await createReadyCart(shop)
    expect((await shop.storefront.patch(`/v1/carts/${guest.id}`, { points: { requested: 1 } })).status).toBe(401)
    const bob = await signInCustomer(shop, 'bob@example.com')
    expect((await bob.api.get('/v1/customers/me/loyalty')).body).toEqual({ balance: 0, value: [eur(0)] })
    const named = await bob.storefront.post('/v1/carts', { customer: { id: ada.customerId } })
    expect(named.body.error.details).toMatchObject([{ path: '/customer' }])
  })

  it('can be sent to a saved address', async () => {
    const shop = await openCheckoutShop()
    const ada = await signInCustomer(shop, ADA)
    const [saved] = (await ada.api.patch('/v1/customers/me', { addresses: [{ address: ADDRESS }] })).body.addresses
    const cart = (await ada.storefront.post('/v1/carts', { shippingAddressId: saved.id })).body
    expect(cart.shippingAddress).toEqual(ADDRESS)
    const path = `/v1/carts/${cart.id}`
    expect((await ada.storefront.patch(path, { billingAddressId: saved.id })).body.billingAddress).toEqual(ADDRESS)
    const both = { shippingAddressId: saved.id, shippingAddress: ADDRESS }
    expect((await ada.storefront.patch(path, both)).status).toBe(400)
    const bob = await signInCustomer(shop, 'bob@example.com')
    const foreign = await bob.storefront.post('/v1/carts', { shippingAddressId: saved.id })
    const unknown = await bob.storefront.post('/v1/carts', { shippingAddressId: 'adr_01k9z3h8x2f7mtv4q6bw0ncdre' })
    expect([foreign.status, foreign.body.error.details]).toEqual([400, unknown.body.error.details])
    expect((await shop.storefront.post('/v1/carts', { shippingAddressId: saved.id })).status).toBe(401)
  })

  it('keeps responses for an Idempotency-Key to its customer', async () => {
    const shop = await openCheckoutShop()
    const [ada, bob] = [await signInCustomer(shop, ADA), await signInCustomer(shop, 'bob@example.com')]
    const key = { 'idempotency-key': '6f1c2a9e-52d1-4b8e-9a51-0f4f5a1f7a10' }
    const create = async (client: typeof ada.storefront) => (await client.post('/v1/carts', {}, key)).body.id
    const ids = [await create(ada.storefront), await create(bob.storefront), await create(shop.storefront)]
    expect(new Set(ids).size).toBe(3)
    expect(await create(ada.storefront)).toBe(ids[0])
  })

  it('is in the customer’s own orders, and in nobody else’s', async () => {
    const shop = await openCheckoutShop()
    const [ada, bob] = [await signInCustomer(shop, ADA), await signInCustomer(shop, 'bob@example.com')]
    const cart = await createReadyCart({ ...shop, storefront: ada.storefront })
    const paid = await ada.storefront.post('/v1/checkout/card', { cartId: cart.id, paymentMethod: 'pm_card_visa' })
    const orderId = paid.body.order.id
    await shop.api.patch(`/v1/orders/${orderId}`, { staffNote: 'Suspicious', tags: ['review'] })
    const { data } = (await ada.api.get('/v1/customers/me/orders')).body
    expect(data).toMatchObject([{ id: orderId, items: [{ title: 'Mug' }] }])
    const own = await ada.api.get(`/v1/customers/me/orders/${orderId}`)
    expect(own.body).toEqual(data[0])
    expect(JSON.stringify(own.body)).not.toMatch(/Suspicious|review|staffNote|payments|customerId/)
    expect((await bob.api.get('/v1/customers/me/orders')).body.data).toEqual([])
    expect((await bob.api.get(`/v1/customers/me/orders/${orderId}`)).status).toBe(404)
    await shop.api.post('/v1/orders', {
      kind: 'draft',
      customerId: ada.customerId,
      items: [{ title: 'Work', unitPrice: eur(900), quantity: 1 }],
    })
    expect((await ada.api.get('/v1/customers/me/orders')).body.data).toHaveLength(1)
  })
})
