import { describe, expect, it } from 'vitest'
import { openCheckoutShop, readyCart } from '../../../test/checkout-shop.ts'
import { eur } from '../../../test/sample-products.ts'

describe('POST /v1/checkout/card', () => {
  it('makes an order of a cart in one request, for exactly what it costs', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const { id } = await readyCart(shop, { quantity: 2 })
    const answer = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        status: 'completed',
        order: { number: 1001 },
        totals: { total: eur(5488), due: eur(5488) },
        payment: { status: 'paid', amount: eur(5488), method: { brand: 'visa', last4: '4242' }, clientSecret: null },
      },
    ])
    const order = (await shop.api.get(`/v1/orders/${answer.body.order.id}`)).body
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
    expect([finished.status, finished.body.error.code]).toEqual([409, 'cart_finished'])
  })

  it('leaves the cart as it was when the card is declined, and takes another card', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const { id } = await readyCart(shop)
    const declined = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_declined' })
    expect([declined.status, declined.body.error.code, declined.body.error.details]).toEqual([
      422,
      'payment_declined',
      [{ path: '/paymentMethod', message: 'card_declined' }],
    ])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect([level.onHand, level.reserved]).toEqual([1, 0])
    const paid = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
    expect([paid.status, paid.body.status]).toEqual([201, 'completed'])
  })
})
