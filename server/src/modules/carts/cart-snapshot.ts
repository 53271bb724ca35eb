import { money } from '../../kit/money.ts'
import type { Tax, Totals } from '../pricing/pricing-result.ts'
import { toAppliedPromotions, toTax, toTotals } from './cart-response.ts'
import type { Cart } from './schemas.ts'

export type CartSnapshotTax = Omit<Tax, 'regionId'>

export interface CartSnapshotLineItem {
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
  taxes: CartSnapshotTax[]
  tax: number
  /** Includes tax, whether or not prices include it. */
  total: number
  requiresShipping: boolean
  /** The promotion that added the gift; null for a purchased item. */
  giftOf: string | null
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
  allocations: { lineId: string | null; amount: number }[]
}

/** What was bought, as recorded by the checkout. Later price and stock changes don't affect it. */
export interface CartSnapshot {
  currency: string
  lines: CartSnapshotLineItem[]
  shipping: CartSnapshotShipping | null
  taxes: CartSnapshotTax[]
  promotions: CartSnapshotPromotion[]
  totals: Totals
  reserved: {
    giftCards: { giftCardId: string; last4: string; amount: number }[]
    /** Absent in checkouts created before points existed. */
    points?: { points: number; amount: number } | null
  }
}

/** A cart that became an order permanently shows what was ordered and what it cost. */
export function applySnapshot(cart: Cart, snapshot: CartSnapshot, balances: Readonly<Record<string, number>>): Cart {
  const inCurrency = (amount: number) => money(amount, snapshot.currency)
  const { shipping, reserved } = snapshot
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
    items: snapshot.lines.map((line) => toItem(line, snapshot.currency)),
    promotions: toAppliedPromotions({
      promotions: snapshot.promotions.map(({ id, ...rest }) => ({ promotionId: id, ...rest })),
      currency: snapshot.currency,
    }),
    rejectedPromotions: [],
    giftCards: reserved.giftCards.map(({ giftCardId, last4, amount }) => ({
      id: giftCardId as Cart['giftCards'][number]['id'],
      last4,
      applied: inCurrency(amount),
      balanceAfter: inCurrency(balances[giftCardId] ?? 0),
    })),
    points: points
      ? { wanted: points.points, used: points.points, applied: inCurrency(points.amount), reason: null }
      : null,
    shipping: {
      required: snapshot.lines.some(({ requiresShipping }) => requiresShipping),
      selected,
      options: selected ? [selected] : [],
      reason: null,
      discount: inCurrency(shipping?.discount ?? 0),
      tax: inCurrency(shipping?.tax ?? 0),
    },
    taxes: snapshot.taxes.map((tax) => toTax(tax, inCurrency)),
    totals: toTotals(snapshot),
    warnings: [],
  }
}

function toItem(line: CartSnapshotLineItem, currency: string): Cart['items'][number] {
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
