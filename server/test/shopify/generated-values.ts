/** An object as the schema describes it; a connection is a list of objects, a field with arguments a function. */
// biome-ignore lint/suspicious/noExplicitAny: as free as the schema; the executor checks what it returns
export type ShopObject = { __typename: string; id: string } & Record<string, any>

export interface ShopSize {
  products: number
  variantsPerProduct: number
  imagesPerProduct: number
  collections: number
  customers: number
  orders: number
}

const START = Date.parse('2026-01-01T00:00:00Z')

export const gid = (type: string, number: number): string => `gid://shopify/${type}/${number}`

/** Minutes after the shop was opened. */
export const timeAfter = (minutes: number): string => new Date(START + minutes * 60_000).toISOString()

export const toDecimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
