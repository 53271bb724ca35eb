import { expect } from 'vitest'
import { type CheckoutShop, createReadyCart } from './checkout-shop.ts'
import type { ApiClient, ApiResponse } from './open-shop.ts'

/** A paid, unfulfilled order of `quantity` mugs. */
export async function orderMugs(shop: CheckoutShop, quantity: number) {
  const { id } = await createReadyCart(shop, { quantity })
  const checkout = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
  expect(checkout.status).toBe(201)
  return (await shop.api.get(`/v1/orders/${checkout.body.order.id}`)).body
}

/** A paid and fulfilled order of `quantity` mugs. */
export async function fulfillMugs(shop: CheckoutShop, quantity: number) {
  const order = await orderMugs(shop, quantity)
  expect((await shop.api.post(`/v1/orders/${order.id}/fulfillments`, {})).status).toBe(201)
  return order
}

/** An order of two jugs, as imported from an old shop. */
export const IMPORTED_ORDER = {
  kind: 'import',
  placedAt: '2026-01-05T10:00:00.000Z',
  email: 'grace@example.com',
  currency: 'EUR',
  items: [{ title: 'Jug', sku: 'JUG', quantity: 2, unitPrice: { amount: 1500, currency: 'EUR' } }],
} as const

/** Imports into the caller's environment; fulfilled, unless `more` says otherwise. */
export async function importJugs(api: ApiClient, more: object = {}) {
  const response = await api.post('/v1/orders', { ...IMPORTED_ORDER, fulfilled: true, ...more })
  expect([response.status, response.body.error]).toEqual([201, undefined])
  return response.body
}

export const errorOf = ({ status, body }: ApiResponse) => [status, body.error?.code]
