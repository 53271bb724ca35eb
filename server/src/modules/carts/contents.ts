import type { Buyer, Destination } from '../pricing/pricing-input.ts'
import type { DisplayedTotals } from './displayed-totals.ts'

/** The stored part of a cart: the buyer's input, never prices, which are recalculated on every read. */
export interface CartContents {
  items: StoredLineItem[]
  /** Normalized by `promotions/code-format.ts`, in the order they were added. */
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

export interface Address {
  name?: string
  company?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  country: string
  phone?: string
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

/** The shipping address takes precedence over the country the storefront sent. */
export const destinationOf = ({
  shippingAddress,
  country,
}: Pick<CartContents, 'shippingAddress' | 'country'>): Destination => ({
  country: shippingAddress?.country ?? country,
  region: shippingAddress?.region ?? null,
  postalCode: shippingAddress?.postalCode ?? null,
})

/** Items that aren't shipped use the billing address as their destination. */
export const buyerDestinationOf = (
  contents: Pick<CartContents, 'shippingAddress' | 'billingAddress' | 'country'>,
): Destination => destinationOf({ ...contents, shippingAddress: contents.billingAddress ?? contents.shippingAddress })

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
