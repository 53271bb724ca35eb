import type {
  CartSnapshotLineItem,
  CartSnapshotPromotion,
  CartSnapshotShipping,
  CartSnapshotTax,
} from '../carts/cart-snapshot.ts'
import type { Address } from '../carts/contents.ts'
import type { Totals } from '../pricing/pricing-result.ts'
import type { DraftItem, ShippingInput } from './request-schemas.ts'

export const SOURCES = ['storefront', 'api', 'agent', 'import', 'staff'] as const
export type OrderSource = (typeof SOURCES)[number]

export type SnapshotTax = CartSnapshotTax

/** Items that staff enter need not exist in the catalog. */
export interface SnapshotLineItem extends Omit<CartSnapshotLineItem, 'variantId' | 'productId' | 'handle'> {
  variantId: string | null
  productId: string | null
  handle: string | null
  giftCard: boolean
  weightGrams: number
}

export interface SnapshotShipping extends CartSnapshotShipping {
  locationId: string | null
  taxes: SnapshotTax[]
}

export interface DraftInput {
  items: DraftItem[]
  shipping: ShippingInput | null
}

/** An order as it was placed: immutable, and never looked up again in the catalog. */
export interface OrderSnapshot {
  id: string
  cartId: string | null
  currency: string
  email: string | null
  customerId: string | null
  locale: string | null
  source: OrderSource
  shippingAddress: Address | null
  billingAddress: Address | null
  note: string | null
  attributes: Record<string, string>
  items: SnapshotLineItem[]
  shipping: SnapshotShipping | null
  taxes: SnapshotTax[]
  promotions: CartSnapshotPromotion[]
  totals: Totals
  /** The order's id in the shop it was imported from. */
  externalId?: string | null
  /** The order and the return that this order is the exchange for. */
  exchangeOf?: { orderId: string; number: number; returnId: string }
  /** Drafts only: the input of staff, kept to reprice the draft when something changes. */
  draft?: DraftInput
}

export const PAYMENT_KINDS = ['provider', 'gift_card', 'points', 'external'] as const

/** How the order is paid. */
export interface NewOrderPayment {
  kind: (typeof PAYMENT_KINDS)[number]
  provider: string | null
  ref: string | null
  status: 'authorized' | 'paid'
  amount: number
  details: Record<string, unknown>
}
