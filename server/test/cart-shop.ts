import { expect } from 'vitest'
import { fastClock } from './fast-clock.ts'
import { openServer } from './open-server.ts'
import { openShop, type Shop } from './open-shop.ts'
import { addProduct, eur } from './sample-products.ts'

export interface CartShop extends Shop {
  /** A shirt at 24.99 in two sizes, with unlimited stock. */
  small: string
  medium: string
  productId: string
}

/** A shop that sells a shirt, without rate limits. */
export async function openCartShop(clock?: () => Date): Promise<CartShop> {
  return addShirts(await (clock ? openShop(await openServer({ limitClock: fastClock(), clock })) : openShop()))
}

/** For tests that inspect data outside their workspace. */
export const openIsolatedCartShop = async (more: Parameters<typeof openServer>[0] = {}): Promise<CartShop> =>
  addShirts(await openShop(await openServer({ limitClock: fastClock(), ...more })))

async function addShirts(shop: Shop): Promise<CartShop> {
  const product = await addSimpleProduct(shop, { title: 'Shirt', sku: 'SHIRT', price: 2499, sizes: ['S', 'M'] })
  const [small, medium] = product.variants.map(({ id }: { id: string }) => id)
  return { ...shop, small, medium, productId: product.id }
}

interface SimpleProduct {
  title: string
  sku: string
  price: number
  sizes?: string[]
  more?: object
  product?: object
}

/** Adds a product that does not track stock, unless `more` says so. */
export function addSimpleProduct(
  shop: Pick<Shop, 'api'>,
  { title, sku, price, sizes = ['One'], more, product }: SimpleProduct,
) {
  return addProduct(shop.api, {
    title,
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.map((size) => ({
      options: { Size: size },
      sku: `${sku}-${size}`,
      prices: [{ price: eur(price) }],
      trackStock: false,
      weightGrams: 200,
      ...more,
    })),
    ...product,
  })
}

/** Opens a cart as a visitor; fails when the request is rejected. */
export async function openCart({ storefront }: Pick<Shop, 'storefront'>, body: object = {}) {
  const response = await storefront.post('/v1/carts', body)
  expect([response.status, response.body?.error]).toEqual([201, undefined])
  return response.body
}
