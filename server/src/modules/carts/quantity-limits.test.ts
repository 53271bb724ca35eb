import { describe, expect, it } from 'vitest'
import { type CartShop, openCart, openCartShop } from '../../../test/cart-shop.ts'
import { ADDRESS } from '../../../test/checkout-shop.ts'

const setLimit = ({ api, productId, small }: CartShop, maxQuantityPerOrder: number | null) =>
  api.patch(`/v1/catalog/products/${productId}/variants/${small}`, { maxQuantityPerOrder })

describe('maxQuantityPerOrder', () => {
  it('limits a variant across all items that share it, however they are added', async () => {
    const shop = await openCartShop()
    const { small, medium, storefront } = shop
    expect((await setLimit(shop, 3)).body.maxQuantityPerOrder).toBe(3)
    const tooMany = await storefront.post('/v1/carts', {
      items: [{ variantId: medium }, { variantId: small, quantity: 4 }],
    })
    expect([tooMany.status, tooMany.body.error]).toMatchObject([
      422,
      {
        code: 'quantity_limit_exceeded',
        message: 'At most 3 of Shirt are allowed per order. Reduce the quantity.',
        details: [{ path: '/items/1/quantity', limit: 3 }],
      },
    ])
    const cart = await openCart(shop, {
      items: [
        { variantId: small, quantity: 2 },
        { variantId: medium, quantity: 50 },
      ],
    })
    expect(cart.items.map(({ maxQuantity }: { maxQuantity: number }) => maxQuantity)).toEqual([3, null])
    const path = `/v1/carts/${cart.id}/items`
    const engraved = { variantId: small, quantity: 2, properties: { engraving: 'Ada' } }
    expect((await storefront.post(path, engraved)).body.error.details[0].path).toBe('/quantity')
    expect((await storefront.post(path, { ...engraved, quantity: 1 })).status).toBe(200)
    // Without a quantity in the request, the error points at the item.
    const one = { variantId: small }
    expect((await storefront.post(path, one)).body.error.details[0].path).toBe('/variantId')
    expect((await storefront.post(path, { sku: 'SHIRT-S' })).body.error.details[0].path).toBe('/sku')
    expect((await storefront.post(path, { items: [one] })).body.error.details[0].path).toBe('/items/0')
    const item = `${path}/${cart.items[0].id}`
    expect((await storefront.send('PUT', item, { quantity: 3 })).body.error.code).toBe('quantity_limit_exceeded')
    expect((await storefront.send('PUT', item, { quantity: 1 })).status).toBe(200)
    expect((await setLimit(shop, null)).body.maxQuantityPerOrder).toBeNull()
    expect((await storefront.send('PUT', item, { quantity: 99 })).status).toBe(200)
  })

  it("applies the shop's limit to variants without their own", async () => {
    const shop = await openCartShop()
    expect((await shop.api.patch('/v1/workspace', { maxQuantityPerOrder: 2 })).body.maxQuantityPerOrder).toBe(2)
    await setLimit(shop, 5)
    const add = (variantId: string, quantity: number) =>
      shop.storefront.post('/v1/carts', { items: [{ variantId, quantity }] })
    expect([(await add(shop.small, 5)).status, (await add(shop.medium, 2)).status]).toEqual([201, 201])
    expect([(await add(shop.small, 6)).status, (await add(shop.medium, 3)).status]).toEqual([422, 422])
    expect((await shop.api.patch('/v1/workspace', { maxQuantityPerOrder: null })).body.maxQuantityPerOrder).toBeNull()
    expect((await add(shop.medium, 3)).status).toBe(201)
  })

  it('warns in the cart after the limit is lowered, and blocks checkout until the buyer has seen it', async () => {
    const shop = await openCartShop()
    const more = { requiresShipping: false }
    await shop.api.patch(`/v1/catalog/products/${shop.productId}/variants/${shop.small}`, more)
    const buyer = { email: 'ada@example.com', billingAddress: ADDRESS }
    const { id } = await openCart(shop, { items: [{ variantId: shop.small, quantity: 5 }], ...buyer })
    await setLimit(shop, 2)
    const pay = () => shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
    expect((await pay()).body.error.code).toBe('cart_changed')
    const { items, warnings } = (await shop.storefront.get(`/v1/carts/${id}`)).body
    expect([items[0].quantity, warnings]).toMatchObject([2, [{ code: 'quantity_limited', requested: 5, available: 2 }]])
    expect((await pay()).body.items).toMatchObject([{ quantity: 2 }])
  })
})
