import type { Buyer, Destination } from '../pricing/pricing-input.ts'
import type { DisplayedTotals } from './displayed-totals.ts'

/** What is kept of a cart: what the buyer has said, never what it costs; that is reckoned anew whenever it is looked at. */
export interface CartContents {
  lines: StoredLineItem[]
  /** As normalised by `promotions/codes.ts`, in the order in which they were given. */
  codes: string[]
  giftCardIds: string[]
  country: string | null
  locale: string | null
  email: string | null
  /** A keyed hash of the address, to count uses by. */
  customerKey: string | null
  shippingAddress: Address | null
  billingAddress: Address | null
  shipping: { service: string; quoteId: string | null } | null
  note: string | null
  attributes: Record<string, string>
  /** Only a server may say who the buyer is. */
  customer: Customer | null
  /** So many of the customer's points are to pay, as far as they are there and needed. */
  points?: { wanted: number } | null
  /** What the buyer's last response showed; absent until a buyer has read the cart. */
  shown?: DisplayedTotals
  /** Promotions that a checkout refused to this customer, who has used them as often as they may. */
  usedUp?: { customerKey: string; promotionIds: string[] }
}

export interface StoredLineItem {
  id: string
  variantId: string
  quantity: number
  properties: Record<string, string>
  /** What the buyer was last told, so that a change can be told too. */
  unitPrice: number
}

export interface Address {
  name?: string
  company?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postcode?: string
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
  lines: [],
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

/** An address knows more than the country that a shop window has asked for. */
export const destinationOf = ({
  shippingAddress,
  country,
}: Pick<CartContents, 'shippingAddress' | 'country'>): Destination => ({
  country: shippingAddress?.country ?? country,
  region: shippingAddress?.region ?? null,
  postcode: shippingAddress?.postcode ?? null,
})

/** Who has nothing shipped still lives somewhere: then the bill says where. */
export const buyerDestinationOf = (
  contents: Pick<CartContents, 'shippingAddress' | 'billingAddress' | 'country'>,
): Destination => destinationOf({ ...contents, shippingAddress: contents.billingAddress ?? contents.shippingAddress })

/** As often as nobody may: so often has somebody used what was refused to them. */
const USED_UP = Number.MAX_SAFE_INTEGER

export function toBuyer(contents: CartContents, uses: ReadonlyMap<string, number>): Buyer {
  const { customer, customerKey, usedUp } = contents
  // What was refused to one customer may be there for another.
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

/** The same thing with other words on it, such as an engraving, is another line; the order of the words does not matter. */
export function lineItemKey(variantId: string, properties: Record<string, string>): string {
  const entries = Object.entries(properties)
  if (entries.length === 0) return variantId
  return `${variantId} ${JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))}`
}
