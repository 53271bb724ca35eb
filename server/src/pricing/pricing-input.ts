import type { Promotion, ShippingSettings, TaxSettings } from './rules.ts'

/** A variant's current data that pricing needs. */
export interface Offer {
  variantId: string
  productId: string
  unitPrice: number
  compareAt: number | null
  weightGrams: number
  requiresShipping: boolean
  /** `none` is never taxed. */
  taxClass: string
  /** Neither discounted nor taxed, because a gift card is money. */
  giftCard: boolean
  collectionIds: readonly string[]
  tags: readonly string[]
  vendor: string
  type: string
}

export interface PricingItem extends Offer {
  id: string
  quantity: number
}

/** A variant given away by a promotion, and its stock; null: unlimited. */
export interface GiftOffer extends Offer {
  available: number | null
}

export interface Destination {
  country: string | null
  region: string | null
  postalCode: string | null
}

/** What is known about the buyer; a visitor is anonymous. */
export interface Buyer {
  isKnown: boolean
  tags: readonly string[]
  segmentIds: readonly string[]
  /** Null: unknown. */
  ordersCount: number | null
  /** By promotion: how often the buyer has used it. */
  uses: ReadonlyMap<string, number>
  isTaxExempt: boolean
}

/** A code as submitted, and its promotion, if any. */
export interface ResolvedCode {
  code: string
  promotionId: string | null
  exhausted: boolean
  active: boolean
  /** Only another customer can use it. */
  isOfOtherCustomer?: boolean
}

export interface GiftCardInput {
  id: string
  last4: string
  currency: string
  balance: number
  isUsable: boolean
}

/** The number of points that is worth this amount. */
export interface PointRate {
  points: number
  amount: number
}

export interface PointRules {
  active: boolean
  minPoints: number
  values: readonly (PointRate & { currency: string })[]
}

/** Points to redeem, up to the requested number, the balance and the amount due. */
export interface RequestedPoints {
  requested: number
  balance: number
  /** Null: the shop has no loyalty program. */
  rules: Pick<PointRules, 'active' | 'minPoints'> | null
  /** In the cart's currency; null: points have no value in it. */
  rate: PointRate | null
}

/** Store credit to pay with, up to the requested amount, the balance and the amount due. */
export interface RequestedStoreCredit {
  /** Null: as much as possible. */
  requested: number | null
  /** In the cart's currency. */
  balance: number
}

/** A guaranteed price for a service until the quote expires. */
export interface ShippingQuote {
  service: string
  rateIds: readonly string[]
  title: string
  type: 'shipping' | 'pickup' | 'digital'
  amount: number
  /** The minimum item total after discounts: below it, price-based rates would differ. */
  minItemTotal: number
}

interface TaxBreakdownEntry {
  name: string
  millionths: number
  amount: number
}

export interface TaxBreakdown {
  items: ReadonlyMap<string, readonly TaxBreakdownEntry[]>
  shipping: readonly TaxBreakdownEntry[]
}

export interface PricingInput {
  currency: string
  items: readonly PricingItem[]
  codes: readonly ResolvedCode[]
  buyer: Buyer
  destination: Destination
  /** The buyer's location, for items that aren't shipped; defaults to the shipping destination. */
  buyerDestination?: Destination | undefined
  /** All promotions that could apply: automatic ones and those of submitted codes. */
  promotions: readonly Promotion[]
  gifts: ReadonlyMap<string, GiftOffer>
  shipping: ShippingSettings
  /** The selected service, with its quote if still valid for this cart. */
  selectedShipping: { service: string; quote: ShippingQuote | null } | null
  /**
   * The delivery charge staff set in place of the shop's rates, after its discount. It is taxed like a selected rate.
   */
  customShipping?: { title: string; amount: number } | null
  taxes: TaxSettings
  /** Taxes from an external engine, in place of the shop's own regions. */
  taxBreakdown?: TaxBreakdown | undefined
  giftCards: readonly GiftCardInput[]
  points: RequestedPoints | null
  storeCredit: RequestedStoreCredit | null
  nowMs: number
}
