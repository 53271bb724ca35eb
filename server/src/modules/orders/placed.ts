import type { Address } from '../carts/contents.ts'
import type { Totals } from '../pricing/priced.ts'
import type { DraftItem, GivenShipping } from './given-schemas.ts'

export const SOURCES = ['storefront', 'api', 'agent', 'import', 'staff'] as const
export type Source = (typeof SOURCES)[number]

export interface PlacedTax {
  name: string
  millionths: number
  amount: number
}

export interface PlacedLine {
  id: string
  variantId: string | null
  productId: string | null
  sku: string | null
  title: string
  handle: string | null
  options: Record<string, string>
  image: string | null
  properties: Record<string, string>
  quantity: number
  unitPrice: number
  subtotal: number
  discount: number
  taxes: PlacedTax[]
  tax: number
  /** With its tax, whether or not prices hold it. */
  total: number
  requiresShipping: boolean
  isGiftCard: boolean
  weightGrams: number
  /** The promotion that gave it; null: it was bought. */
  giftOf: string | null
}

export interface PlacedShipping {
  service: string
  title: string
  type: 'shipping' | 'pickup' | 'digital'
  locationId: string | null
  amount: number
  discount: number
  taxes: PlacedTax[]
  tax: number
}

export interface DraftWish {
  items: DraftItem[]
  shipping: GivenShipping | null
}

/** An order as it was when it was placed: nothing in it ever changes, and nothing in it is looked up again. */
export interface PlacedOrder {
  id: string
  cartId: string | null
  currency: string
  email: string | null
  customerId: string | null
  locale: string | null
  source: Source
  shippingAddress: Address | null
  billingAddress: Address | null
  note: string | null
  attributes: Record<string, string>
  lines: PlacedLine[]
  shipping: PlacedShipping | null
  taxes: PlacedTax[]
  promotions: {
    id: string
    code: string | null
    title: string
    amount: number
    allocations: { lineId: string | null; amount: number }[]
  }[]
  totals: Totals
  /** What the shop that it was imported from calls it. */
  externalId?: string | null
  /** The order whose goods come back for these. */
  exchangeOf?: { orderId: string; number: number; returnId: string }
  /** Of a draft: what staff has asked for, to reckon it anew when something changes. */
  draft?: DraftWish
}

export const PAYMENT_KINDS = ['provider', 'gift_card', 'points', 'external'] as const

/** By what it is paid. */
export interface NewPayment {
  kind: (typeof PAYMENT_KINDS)[number]
  provider: string | null
  ref: string | null
  status: 'authorized' | 'paid'
  amount: number
  details: Record<string, unknown>
}
