import { expect } from 'vitest'
import { reconcileCheckouts } from '../src/modules/checkout/jobs.ts'
import { type CheckoutShop, createReadyCart, seedShop } from './checkout-shop.ts'
import { fastClock } from './fast-clock.ts'
import { openServer } from './open-server.ts'
import { openShop } from './open-shop.ts'
import type { SignedEvent } from './stripe/event.ts'
import { CONNECTION } from './stripe/keys.ts'
import { openStripe, type StripeServer } from './stripe-server.ts'

export interface StripeShop extends CheckoutShop {
  stripe: StripeServer
  /** Moves the shop's clock forward. */
  advance(ms: number): void
  now(): Date
  /** Delivers a webhook as Stripe would. */
  webhook(event: SignedEvent): Promise<number>
  /** Runs the every-minute job. */
  reconcile(): Promise<void>
}

interface Options {
  onHand?: number
  /** For a shop that several tests share; otherwise everything is closed when the test ends. */
  onClose?: (close: () => void | Promise<void>) => void
}

/** Like `openCheckoutShop`, but with payments through a local fake Stripe. */
export async function openStripeShop({ onHand = 100, onClose }: Options = {}): Promise<StripeShop> {
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const stripe = await openStripe(onClose)
  const options = { limitClock: fastClock(), clock: now, stripe: { apiBase: stripe.url, timeout: stripe.timeout } }
  const server = await openServer(options, onClose)
  const shop = await openShop(server)
  const { status, body } = await shop.api.send('PUT', '/v1/payments/connection', CONNECTION)
  expect([status, body.error]).toEqual([200, undefined])
  const { pathname } = new URL(body.webhookUrl)
  return {
    ...shop,
    mug: await seedShop(shop, onHand),
    stripe,
    now,
    advance: (ms) => {
      offsetMs += ms
    },
    webhook: async ({ body, headers }) =>
      (await fetch(server.url + pathname, { method: 'POST', body, headers })).status,
    reconcile: () => reconcileCheckouts.run({ ...server.system, now: now() }),
  }
}

/** Only a server may capture later. */
const clientFor = ({ api, storefront }: StripeShop, more: { captureMethod?: string }) =>
  more.captureMethod === 'manual' ? api : storefront

export async function payByCard(
  shop: StripeShop,
  paymentMethod: string,
  more: { captureMethod?: string; returnUrl?: string } = {},
) {
  const { id } = await createReadyCart(shop)
  return clientFor(shop, more).post('/v1/checkout/card', { cartId: id, paymentMethod, ...more })
}

export async function createIntent(
  shop: StripeShop,
  more: { captureMethod?: string } = {},
): Promise<{ id: string; ref: string }> {
  const cart = await createReadyCart(shop)
  const { status, body } = await clientFor(shop, more).post('/v1/checkout/intent', { cartId: cart.id, ...more })
  expect([status, body.error]).toEqual([201, undefined])
  return { id: body.id, ref: body.payment.providerPaymentId }
}

export const getCheckoutStatus = async (shop: StripeShop, id: string): Promise<string> =>
  (await shop.storefront.post(`/v1/checkout/${id}/retrieve`)).body.status

export const countOrders = async (shop: StripeShop): Promise<number> =>
  (await shop.api.get('/v1/orders?limit=100')).body.data.length

export async function getStockLevel(shop: StripeShop) {
  const [{ onHand, reserved }] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
  return { onHand, reserved }
}
