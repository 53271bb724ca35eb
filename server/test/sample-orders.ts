import { expect } from 'vitest'
import { type CheckoutShop, readyCart } from './checkout-shop.ts'
import type { Answer, Caller } from './open-shop.ts'

/** An order of so many mugs, paid and not sent. */
export async function buyMugs(shop: CheckoutShop, quantity: number) {
  const { id } = await readyCart(shop, { quantity })
  const bought = await shop.storefront.post('/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
  expect(bought.status).toBe(201)
  return (await shop.api.get(`/v1/orders/${bought.body.order.id}`)).body
}

/** The same, and sent. */
export async function sendMugs(shop: CheckoutShop, quantity: number) {
  const order = await buyMugs(shop, quantity)
  expect((await shop.api.post(`/v1/orders/${order.id}/fulfillments`, {})).status).toBe(201)
  return order
}

/** What an old shop knows of an order of two jugs. */
export const OLD_ORDER = {
  kind: 'import',
  placedAt: '2026-01-05T10:00:00.000Z',
  email: 'grace@example.com',
  currency: 'EUR',
  items: [{ title: 'Jug', sku: 'JUG', quantity: 2, unitPrice: { amount: 1500, currency: 'EUR' } }],
} as const

/** In the environment of the caller; sent, unless `more` says otherwise. */
export async function importJugs(api: Caller, more: object = {}) {
  const answer = await api.post('/v1/orders', { ...OLD_ORDER, fulfilled: true, ...more })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body
}

export const refusal = ({ status, body }: Answer) => [status, body.error?.code]
