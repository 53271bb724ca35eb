import { expect } from 'vitest'
import { addSimpleProduct } from './cart-shop.ts'
import { fastClock } from './fast-clock.ts'
import { openServer } from './open-server.ts'
import { createApiClient, openShop, type Shop } from './open-shop.ts'
import { eur } from './sample-products.ts'
import { setStock } from './sample-stock.ts'

export interface CheckoutShop extends Shop {
  /** At 24.99, with `onHand` in stock. */
  mug: string
}

interface Options {
  onHand?: number
  /** For tests that inspect data outside their workspace, or start a worker. */
  isolated?: boolean
  clock?: () => Date
  /** All calls use the sandbox. */
  inSandbox?: boolean
}

/** A shop that sells mugs, ships them in Austria for 4.90 and simulates payments. */
export async function openCheckoutShop(options: Options = {}): Promise<CheckoutShop> {
  const { onHand = 100, isolated = false, clock, inSandbox = false } = options
  const needsOwnServer = isolated || clock
  const opened = await (needsOwnServer
    ? openShop(await openServer({ limitClock: fastClock(), ...(clock && { clock }) }))
    : openShop())
  const storefront = createApiClient(opened.server.url, { 'x-workspace-id': opened.test.environmentId })
  const shop = inSandbox ? { ...opened, api: opened.sandbox, storefront } : opened
  return { ...shop, mug: await seedShop(shop, onHand) }
}

export async function seedShop(shop: Shop, onHand: number): Promise<string> {
  const product = await addSimpleProduct(shop, { title: 'Mug', sku: 'MUG', price: 2499, more: { trackStock: true } })
  const mug = product.variants[0].id as string
  await setStock(shop, { variantId: mug, onHand })
  const zone = (await shop.api.post('/v1/shipping/zones', { name: 'Austria', areas: [{ country: 'AT' }] })).body
  const price = { kind: 'flat', amounts: [eur(490)] }
  const rate = await shop.api.post('/v1/shipping/rate-definitions', {
    zoneId: zone.id,
    title: 'Post',
    service: 'post',
    price,
  })
  expect(rate.status).toBe(201)
  return mug
}

export const ADDRESS = {
  name: 'Ada Lovelace',
  line1: 'Stephansplatz 1',
  city: 'Wien',
  postalCode: '1010',
  country: 'AT',
}

/** A cart that needs only payment. */
export async function createReadyCart(
  { storefront, mug }: Pick<CheckoutShop, 'storefront' | 'mug'>,
  { quantity = 1, ...more }: { quantity?: number; email?: string; items?: object[]; codes?: string[] } = {},
) {
  const body = {
    items: [{ variantId: mug, quantity }],
    email: 'ada@example.com',
    shippingAddress: ADDRESS,
    shipping: { service: 'post' },
    ...more,
  }
  const response = await storefront.post('/v1/carts', body)
  expect([response.status, response.body?.error]).toEqual([201, undefined])
  return response.body
}

export const checkOut = ({ storefront }: Pick<CheckoutShop, 'storefront'>, cartId: string, input: object = {}) =>
  storefront.post('/v1/checkout/card', { cartId, paymentMethod: 'pm_card_visa', ...input })

export const getStockLevel = async ({ api, mug }: Pick<CheckoutShop, 'api' | 'mug'>) =>
  (await api.get(`/v1/inventory?variantId=${mug}`)).body.data[0]
