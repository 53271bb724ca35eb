import type { BoughtLine, BoughtPromotion, BoughtShipping, BoughtTax } from '../carts/bought.ts'
import type { Address } from '../carts/contents.ts'
import type { Totals } from '../pricing/priced.ts'
import type { DraftItem, GivenShipping } from './given-schemas.ts'

export const SOURCES = ['storefront', 'api', 'agent', 'import', 'staff'] as const
export type Source = (typeof SOURCES)[number]

export type PlacedTax = BoughtTax

/** What staff has written down is not always something of the catalogue. */
export interface PlacedLine extends Omit<BoughtLine, 'variantId' | 'productId' | 'handle'> {
  variantId: string | null
  productId: string | null
  handle: string | null
  isGiftCard: boolean
  weightGrams: number
}

export interface PlacedShipping extends BoughtShipping {
  locationId: string | null
  taxes: PlacedTax[]
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
  promotions: BoughtPromotion[]
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
