import type { Tax as PricedTax, Totals as PricedTotals } from '../../../pricing/pricing-result.ts'
import type { Image } from '../../files/schemas.ts'

export type CartSnapshotTax = Omit<PricedTax, 'regionId'>

export interface CartSnapshotItem {
  id: string
  variantId: string
  productId: string
  sku: string | null
  title: string
  handle: string
  options: Record<string, string>
  image: Image | null
  properties: Record<string, string>
  quantity: number
  unitPrice: number
  subtotal: number
  discount: number
  taxes: CartSnapshotTax[]
  tax: number
  /** Includes tax, whether or not prices include it. */
  total: number
  requiresShipping: boolean
  /** The promotion that added the gift; null for a purchased item. */
  giftPromotionId: string | null
}

export interface CartSnapshotShipping {
  service: string
  title: string
  type: 'shipping' | 'pickup' | 'digital'
  amount: number
  discount: number
  tax: number
}

export interface CartSnapshotPromotion {
  id: string
  code: string | null
  title: string
  amount: number
  allocations: { itemId: string | null; amount: number }[]
}

/** What was bought, as recorded by the checkout. Later price and stock changes don't affect it. */
export interface CartSnapshot {
  currency: string
  items: CartSnapshotItem[]
  shipping: CartSnapshotShipping | null
  taxes: CartSnapshotTax[]
  promotions: CartSnapshotPromotion[]
  totals: PricedTotals
  reserved: {
    giftCards: { giftCardId: string; last4: string; amount: number }[]
    points: { points: number; amount: number } | null
    storeCredit: { amount: number } | null
  }
}
