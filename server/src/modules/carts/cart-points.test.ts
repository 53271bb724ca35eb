import { describe, expect, it } from 'vitest'
import { openCart, openCartShop } from '../../../test/cart-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { issueCard } from '../../../test/sample-gift-cards.ts'
import { createProgram, grantPoints, pointsBalance } from '../../../test/sample-points.ts'
import { eur } from '../../../test/sample-products.ts'

describe('cart points', () => {
  it('pays after gift cards, never more than is due, not as a discount, and hides the balance from visitors', async () => {
    const shop = await openCartShop()
    const ada = await addCustomer(shop)
    await createProgram(shop)
    await grantPoints(shop, ada, 5000)
    const card = await issueCard(shop, 2000)
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }], codes: [card.code] })
    const path = `/v1/carts/${id}`
    await shop.api.patch(path, { customer: { id: ada } })
    const { body } = await shop.api.patch(path, { points: { requested: 300 } })
    expect(body.points).toEqual({ requested: 300, used: 300, amount: eur(300), balance: 5000, reason: null })
    expect(body.totals).toMatchObject({
      discount: eur(0),
      total: eur(2499),
      giftCards: eur(2000),
      points: eur(300),
      due: eur(199),
    })
    const all = (await shop.api.patch(path, { points: { requested: 1_000_000 } })).body
    expect(all).toMatchObject({ points: { used: 499, amount: eur(499) }, totals: { due: eur(0) } })
    const seen = await shop.storefront.post(`${path}/items`, { variantId: shop.small })
    expect(seen.body).toMatchObject({ points: { used: 2998 }, totals: { points: eur(2998), due: eur(0) } })
    expect(seen.body.points).not.toHaveProperty('balance')
    const trace = (await shop.api.get(`${path}?explain=true`)).body.trace
    expect(trace).toContainEqual(expect.objectContaining({ step: 'points', outcome: 'applied', amount: 2998 }))
    expect(await pointsBalance(shop, ada)).toBe(5000)
    expect((await shop.api.patch(path, { points: null })).body).toMatchObject({
      points: null,
      totals: { points: eur(0) },
    })
  })

  it('requires a server and a named customer, and clears points when the customer changes', async () => {
    const shop = await openCartShop()
    const ada = await addCustomer(shop)
    await createProgram(shop)
    await grantPoints(shop, ada, 5000)
    const bob = await addCustomer(shop, { name: 'Bob' })
    await grantPoints(shop, bob, 100)
    const points = { requested: 500 }
    expect((await shop.storefront.post('/v1/carts', { points })).status).toBe(401)
    const anonymous = await shop.api.post('/v1/carts', { points })
    expect([anonymous.status, anonymous.body.error.details[0].path]).toEqual([400, '/points'])
    const cart = await shop.api.post('/v1/carts', {
      items: [{ variantId: shop.small }],
      customer: { id: ada },
      points,
    })
    expect(cart.body.points).toMatchObject({ used: 500, balance: 5000 })
    const path = `/v1/carts/${cart.body.id}`
    expect((await shop.storefront.patch(path, { points: { requested: 5000 } })).status).toBe(401)
    expect((await shop.api.patch(path, { customer: { id: ada, tags: ['vip'] } })).body.points.used).toBe(500)
    const response = await shop.api.patch(path, { customer: { id: bob }, points })
    expect(response.body.points).toMatchObject({ used: 100, balance: 100 })
    expect((await shop.api.patch(path, { customer: { id: ada } })).body.points).toBeNull()
    expect((await shop.api.patch(path, { customer: null })).body.totals.points).toEqual(eur(0))
  })

  it('follows program changes on the next read, and reports why points do not pay', async () => {
    const shop = await openCartShop()
    const ada = await addCustomer(shop)
    const cart = { items: [{ variantId: shop.small }], customer: { id: ada }, points: { requested: 500 } }
    const { id } = (await shop.api.post('/v1/carts', cart)).body
    const reason = async () => (await shop.storefront.get(`/v1/carts/${id}`)).body.points.reason
    expect(await reason()).toBe('inactive')
    await createProgram(shop, { pointValues: [{ currency: 'USD', points: 1, amount: 1 }] })
    expect(await reason()).toBe('currency_mismatch')
    await createProgram(shop, { minPoints: 501 })
    expect(await reason()).toBe('no_points')
    await grantPoints(shop, ada, 5000)
    expect(await reason()).toBe('below_minimum')
    await createProgram(shop)
    expect(await reason()).toBeNull()
  })
})
