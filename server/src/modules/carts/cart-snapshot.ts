import { money } from '../../kit/money.ts'
import type { Image } from '../files/schemas.ts'
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
  items: CartSnapshotLineItem[]
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
    items: snapshot.items.map((item) => toItem(item, snapshot.currency)),
    promotions: toAppliedPromotions({
      promotions: snapshot.promotions.map(({ id, ...rest }) => ({ promotionId: id, ...rest })),
      currency: snapshot.currency,
    }),
    rejectedPromotions: [],
    giftCards: reserved.giftCards.map(({ giftCardId, last4, amount }) => ({
      id: giftCardId as Cart['giftCards'][number]['id'],
      last4,
      amount: inCurrency(amount),
      balanceAfter: inCurrency(balances[giftCardId] ?? 0),
    })),
    points: points
      ? { requested: points.points, used: points.points, amount: inCurrency(points.amount), reason: null }
      : null,
    shipping: {
      required: snapshot.items.some(({ requiresShipping }) => requiresShipping),
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

function toItem(item: CartSnapshotLineItem, currency: string): Cart['items'][number] {
  const inCurrency = (amount: number) => money(amount, currency)
  const { id, sku, title, handle, options, image, properties, quantity, requiresShipping } = item
  return {
    id,
    variantId: item.variantId as Cart['items'][number]['variantId'],
    productId: item.productId as Cart['items'][number]['productId'],
    sku,
    title,
    handle,
    options,
    image,
    quantity,
    maxQuantity: null,
    unitPrice: inCurrency(item.unitPrice),
    compareAtUnitPrice: null,
    subtotal: inCurrency(item.subtotal),
    discount: inCurrency(item.discount),
    tax: inCurrency(item.tax),
    taxes: item.taxes.map((tax) => toTax(tax, inCurrency)),
    total: inCurrency(item.total),
    requiresShipping,
    properties,
    giftPromotionId: item.giftPromotionId as Cart['items'][number]['giftPromotionId'],
  }
}
