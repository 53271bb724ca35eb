import type { Promotion, ShippingSettings, TaxSettings } from './rules.ts'

/** What pricing must know of a variant: today's, not the shopper's. */
export interface Offer {
  variantId: string
  productId: string
  unitPrice: number
  compareAt: number | null
  weightGrams: number
  requiresShipping: boolean
  /** `none` is never taxed. */
  taxClass: string
  /** Neither discounted nor taxed: it is money in another form. */
  isGiftCard: boolean
  collectionIds: readonly string[]
  tags: readonly string[]
  vendor: string
  type: string
}

export interface LineItem extends Offer {
  id: string
  quantity: number
}

/** A variant that a promotion gives away, and how many there are; null: without end. */
export interface GiftOffer extends Offer {
  available: number | null
}

export interface Destination {
  country: string | null
  region: string | null
  postcode: string | null
}

/** What is known of who buys; a visitor is nobody yet. */
export interface Buyer {
  isKnown: boolean
  tags: readonly string[]
  segments: readonly string[]
  /** Null: not known. */
  ordersCount: number | null
  /** How often they have used which promotion. */
  uses: ReadonlyMap<string, number>
  isTaxExempt: boolean
}

/** A code as the buyer gave it, and what it stands for: a promotion, or nothing. */
export interface ResolvedCode {
  code: string
  promotionId: string | null
  isExhausted: boolean
  isDisabled: boolean
}

export interface GiftCardInput {
  id: string
  last4: string
  currency: string
  balance: number
  isUsable: boolean
}

/** So many points are worth so much. */
export interface PointRate {
  points: number
  amount: number
}

export interface PointRules {
  active: boolean
  minPoints: number
  values: readonly (PointRate & { currency: string })[]
}

/** Points that are to pay: as many as are wanted, there and needed. */
export interface RequestedPoints {
  requested: number
  balance: number
  /** Null: the shop has no program. */
  rules: Pick<PointRules, 'active' | 'minPoints'> | null
  /** In the cart's currency; null: they are worth nothing in it. */
  rate: PointRate | null
}

/** A price that was promised: it holds for this service until the quote ends. */
export interface ShippingQuote {
  service: string
  rateIds: readonly string[]
  title: string
  type: 'shipping' | 'pickup' | 'digital'
  amount: number
  /** What the lines must cost after discounts, at least: for less, rates that look at the sum would be others. */
  lineSum: number
}

interface TaxBreakdownEntry {
  name: string
  millionths: number
  amount: number
}

export interface TaxBreakdown {
  lines: ReadonlyMap<string, readonly TaxBreakdownEntry[]>
  shipping: readonly TaxBreakdownEntry[]
}

export interface PricingInput {
  currency: string
  lines: readonly LineItem[]
  codes: readonly ResolvedCode[]
  buyer: Buyer
  destination: Destination
  /** Where the buyer is, for what is not shipped; without it, where it would be shipped to. */
  buyerDestination?: Destination | undefined
  /** All that could apply: automatic ones and those of the given codes. */
  promotions: readonly Promotion[]
  gifts: ReadonlyMap<string, GiftOffer>
  shipping: ShippingSettings
  /** What the buyer has chosen, by service; a quote, if one is still good for this cart. */
  selectedShipping: { service: string; quote: ShippingQuote | null } | null
  /** What staff charges for delivery in place of the shop's rates, after its discount. It is taxed as a chosen rate is. */
  customShipping?: { title: string; amount: number } | null
  taxes: TaxSettings
  /** What somebody who knows better has said, in place of the shop's own regions. */
  taxBreakdown?: TaxBreakdown | undefined
  giftCards: readonly GiftCardInput[]
  points: RequestedPoints | null
  nowMs: number
}
