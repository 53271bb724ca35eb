import { money } from '../../kit/money.ts'
import type { Tax, Totals } from '../pricing/priced.ts'
import { toApplied, toTax, toTotals } from './answer.ts'
import type { Cart } from './schemas.ts'

export type BoughtTax = Omit<Tax, 'regionId'>

export interface BoughtLine {
  id: string
  variantId: string
  productId: string
  sku: string | null
  title: string
  handle: string
  options: Record<string, string>
  image: string | null
  properties: Record<string, string>
  quantity: number
  unitPrice: number
  subtotal: number
  discount: number
  taxes: BoughtTax[]
  tax: number
  /** With its tax, whether or not prices hold it. */
  total: number
  requiresShipping: boolean
  /** The promotion that gave it; null: it was bought. */
  giftOf: string | null
}

export interface BoughtShipping {
  service: string
  title: string
  type: 'shipping' | 'pickup' | 'digital'
  amount: number
  discount: number
  tax: number
}

export interface BoughtPromotion {
  id: string
  code: string | null
  title: string
  amount: number
  allocations: { lineId: string | null; amount: number }[]
}

/** What was bought, as its checkout has noted it: neither prices nor stock of today change it. */
export interface Bought {
  currency: string
  lines: BoughtLine[]
  shipping: BoughtShipping | null
  taxes: BoughtTax[]
  promotions: BoughtPromotion[]
  totals: Totals
  reserved: {
    giftCards: { giftCardId: string; last4: string; amount: number }[]
    /** Checkouts from before there were points say nothing of them. */
    points?: { points: number; amount: number } | null
  }
}

/** A cart that has become an order shows for ever what was ordered, and what it cost. */
export function asBought(cart: Cart, bought: Bought, left: Readonly<Record<string, number>>): Cart {
  const inCurrency = (amount: number) => money(amount, bought.currency)
  const { shipping, reserved } = bought
  const { points } = reserved
  const selected = shipping && {
    service: shipping.service,
    title: shipping.title,
    type: shipping.type,
    amount: inCurrency(shipping.amount),
    originalAmount: inCurrency(shipping.amount),
  }
  return {
    ...cart,
    items: bought.lines.map((line) => toItem(line, bought.currency)),
    promotions: toApplied({
      promotions: bought.promotions.map(({ id, ...about }) => ({ promotionId: id, ...about })),
      currency: bought.currency,
    }),
    rejectedPromotions: [],
    giftCards: reserved.giftCards.map(({ giftCardId, last4, amount }) => ({
      id: giftCardId as Cart['giftCards'][number]['id'],
      last4,
      applied: inCurrency(amount),
      balanceAfter: inCurrency(left[giftCardId] ?? 0),
    })),
    points: points
      ? { wanted: points.points, used: points.points, applied: inCurrency(points.amount), reason: null }
      : null,
    shipping: {
      required: bought.lines.some(({ requiresShipping }) => requiresShipping),
      selected,
      options: selected ? [selected] : [],
      reason: null,
      discount: inCurrency(shipping?.discount ?? 0),
      tax: inCurrency(shipping?.tax ?? 0),
    },
    taxes: bought.taxes.map((tax) => toTax(tax, inCurrency)),
    totals: toTotals(bought),
    warnings: [],
  }
}

function toItem(line: BoughtLine, currency: string): Cart['items'][number] {
  const inCurrency = (amount: number) => money(amount, currency)
  const { id, sku, title, handle, options, image, properties, quantity, requiresShipping } = line
  return {
    id,
    variantId: line.variantId as Cart['items'][number]['variantId'],
    productId: line.productId as Cart['items'][number]['productId'],
    sku,
    title,
    handle,
    options,
    image,
    quantity,
    maxQuantity: null,
    unitPrice: inCurrency(line.unitPrice),
    compareAtUnitPrice: null,
    subtotal: inCurrency(line.subtotal),
    discount: inCurrency(line.discount),
    tax: inCurrency(line.tax),
    taxes: line.taxes.map((tax) => toTax(tax, inCurrency)),
    total: inCurrency(line.total),
    requiresShipping,
    properties,
    giftOf: line.giftOf as Cart['items'][number]['giftOf'],
  }
}
