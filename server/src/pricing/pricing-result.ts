import { type Money, money } from '../kit/money.ts'

export const REJECTION_REASONS = [
  'not_found',
  'inactive',
  'not_started',
  'expired',
  'usage_limit',
  'customer_limit',
  'minimum_amount',
  'minimum_quantity',
  'product_ineligible',
  'customer_ineligible',
  'country_ineligible',
  'currency_mismatch',
  'not_combinable',
  'no_effect',
  'gift_unavailable',
  'login_required',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** Fields of a promotion, and what else can stop a code. */
export const PROMOTION_RULES = [
  'active',
  'startsAt',
  'endsAt',
  'usageLimit',
  'usageLimitPerCustomer',
  'currency',
  'customer',
  'segmentIds',
  'tags',
  'firstOrder',
  'countries',
  'items',
  'minQuantity',
  'minAmount',
  'tier',
  'buy',
  'get',
  'buyAndGet',
  'exclusiveGroup',
  'combinesWith',
  'once',
  'shipping',
  'total',
] as const
export type PromotionRule = (typeof PROMOTION_RULES)[number]

/** The required and actual values, and how much is missing: null where the rule has no such value. */
export interface UnmetRule {
  rule: PromotionRule
  required: string | number | Money | readonly string[] | null
  actual: string | number | Money | readonly string[] | null
  missing: number | Money | null
}

export interface Allocation {
  /** Null: shipping. */
  itemId: string | null
  amount: number
}

export interface AppliedPromotion {
  promotionId: string
  code: string | null
  title: string
  amount: number
  /** Add up to the amount. */
  allocations: Allocation[]
}

export interface RejectedPromotion {
  promotionId: string | null
  /** Null for automatic promotions, which appear only in the trace. */
  code: string | null
  reason: RejectionReason
  message: string
  unmet: UnmetRule[]
}

export interface Tax {
  name: string
  regionId: string
  millionths: number
  amount: number
}

export interface PricedItem {
  id: string
  variantId: string
  quantity: number
  unitPrice: number
  /** Before discounts. */
  subtotal: number
  discount: number
  taxes: Tax[]
  tax: number
  /** The final amount of the item, including tax whether or not prices include it. */
  total: number
  /** The promotion that added the gift; null for the buyer's own item. */
  giftPromotionId: string | null
}

export interface ShippingOption {
  service: string
  title: string
  description: string
  type: 'shipping' | 'pickup' | 'digital'
  amount: number
  /** Before free shipping applied. */
  originalAmount: number
  rateIds: string[]
  minDays: number | null
  maxDays: number | null
  locationId: string | null
}

export type NoShippingReason = 'address_required' | 'no_zone' | 'no_rate' | 'currency_mismatch'

export interface PricedShipping {
  isNeeded: boolean
  options: ShippingOption[]
  /** Why nothing can be shipped; pickup may still be available. */
  reason: NoShippingReason | null
  selected: ShippingOption | null
  /** Before discounts. */
  amount: number
  discount: number
  taxes: Tax[]
  tax: number
}

export interface PricedGiftCard {
  id: string
  last4: string
  applied: number
  balanceAfter: number
}

export const NO_POINTS_REASONS = ['inactive', 'currency_mismatch', 'no_points', 'nothing_due', 'below_minimum'] as const
export type NoPointsReason = (typeof NO_POINTS_REASONS)[number]

export interface PricedPoints {
  requested: number
  balance: number
  used: number
  /** The amount the redeemed points pay. */
  applied: number
  /** Why no points are redeemed. */
  reason: NoPointsReason | null
}

export const NO_STORE_CREDIT_REASONS = ['no_store_credit', 'nothing_due'] as const

export interface PricedStoreCredit {
  requested: number | null
  balance: number
  /** The amount that store credit pays. */
  applied: number
  /** Why it pays nothing. */
  reason: (typeof NO_STORE_CREDIT_REASONS)[number] | null
}

export interface Totals {
  subtotal: number
  /** Item, order and shipping discounts together. */
  discount: number
  /** Before shipping discounts. */
  shipping: number
  tax: number
  taxIncluded: boolean
  /** subtotal - discount + shipping, plus tax unless prices include it. */
  total: number
  giftCards: number
  points: number
  storeCredit: number
  /** total - giftCards - points - storeCredit: the amount left to pay. */
  due: number
}

/** Each check in order with its outcome: enough to explain a price to a merchant. */
export interface TraceStep {
  step: string
  subject: string | null
  outcome: string
  amount: number | null
  details?: Record<string, unknown>
}

export interface PricingResult {
  currency: string
  items: PricedItem[]
  promotions: AppliedPromotion[]
  rejected: RejectedPromotion[]
  shipping: PricedShipping
  giftCards: PricedGiftCard[]
  points: PricedPoints | null
  storeCredit: PricedStoreCredit | null
  /** Summed by name and rate over items and shipping. */
  taxes: Tax[]
  totals: Totals
}

export function toTotals({ totals, currency }: Pick<PricingResult, 'totals' | 'currency'>) {
  const { taxIncluded, ...amounts } = totals
  const inCurrency = (amount: number) => money(amount, currency)
  return {
    subtotal: inCurrency(amounts.subtotal),
    discount: inCurrency(amounts.discount),
    shipping: inCurrency(amounts.shipping),
    tax: inCurrency(amounts.tax),
    taxIncluded,
    total: inCurrency(amounts.total),
    giftCards: inCurrency(amounts.giftCards),
    points: inCurrency(amounts.points),
    storeCredit: inCurrency(amounts.storeCredit),
    due: inCurrency(amounts.due),
  }
}
