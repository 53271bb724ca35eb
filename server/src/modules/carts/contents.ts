import type { Buyer } from '../../pricing/pricing-input.ts'
import type { Address } from '../customers/schemas.ts'

/** The stored part of a cart: the buyer's input, never prices, which are recalculated on every read. */
export interface CartContents {
  items: StoredLineItem[]
  /** Normalized by `promotions/promotions.ts`, in the order they were added. */
  codes: string[]
  giftCardIds: string[]
  country: string | null
  locale: string | null
  email: string | null
  /** A keyed hash of the customer id or email address, to count promotion uses by. */
  customerKey: string | null
  shippingAddress: Address | null
  billingAddress: Address | null
  shipping: { service: string; quoteId: string | null } | null
  note: string | null
  attributes: Record<string, string>
  /** Only a server can set the customer. */
  customer: Customer | null
  /** How many of the customer's points to redeem, up to the balance and the amount due. */
  points?: { requested: number } | null
  /** What the buyer's last response showed; absent until a buyer has read the cart. */
  displayedTotals?: DisplayedTotals
  /** Promotions a checkout rejected because this customer has reached the usage limit. */
  usedUp?: { customerKey: string; promotionIds: string[] }
}

export interface StoredLineItem {
  id: string
  variantId: string
  quantity: number
  properties: Record<string, string>
  /** The price last shown to the buyer, to detect a change. */
  unitPrice: number
}

export interface Customer {
  id: string | null
  tags: string[]
  segments: string[]
  ordersCount: number | null
  taxExempt: boolean
}

export const EMPTY_CONTENTS: CartContents = {
  items: [],
  codes: [],
  giftCardIds: [],
  country: null,
  locale: null,
  email: null,
  customerKey: null,
  shippingAddress: null,
  billingAddress: null,
  shipping: null,
  note: null,
  attributes: {},
  customer: null,
}

/** More uses than any limit allows. */
const USED_UP = Number.MAX_SAFE_INTEGER

export function toBuyer(contents: CartContents, uses: ReadonlyMap<string, number>): Buyer {
  const { customer, customerKey, usedUp } = contents
  // A promotion rejected for one customer may be available to another.
  const exhausted = usedUp?.customerKey === customerKey ? usedUp?.promotionIds : undefined
  return {
    isKnown: customer !== null,
    tags: customer?.tags ?? [],
    segments: customer?.segments ?? [],
    ordersCount: customer?.ordersCount ?? null,
    uses: exhausted ? new Map([...uses, ...exhausted.map((id): [string, number] => [id, USED_UP])]) : uses,
    isTaxExempt: customer?.taxExempt ?? false,
  }
}

/** Other properties, such as an engraving, make another item; the order of properties doesn't matter. */
export function lineItemKey(variantId: string, properties: Record<string, string>): string {
  const entries = Object.entries(properties)
  if (entries.length === 0) return variantId
  return `${variantId} ${JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))}`
}

/** What the last response showed the buyer. Nobody pays an amount they were not shown, so a checkout must match it. */
export interface DisplayedTotals {
  total: number
  /** The part of the total that gift cards and points pay. */
  credit: number
  /** A digest of items and quantities, including gifts, because a cart of 250 items is read and written whole. */
  items: string
}
