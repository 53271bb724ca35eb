import type { Totals } from '../../pricing/pricing-result.ts'
import type { Cart } from '../carts/schemas.ts'
import type { OrderSnapshot } from '../orders/schemas.ts'

/** What the buyer gets and pays: from a cart as it is today, or from an order as it was placed. */
export interface SessionView {
  currency: string
  email: string | null
  locale: string | null
  note: string | null
  shippingAddress: Cart['shippingAddress']
  items: SessionViewItem[]
  shipping: { service: string; title: string; type: 'shipping' | 'pickup' | 'digital' } | null
  taxes: { name: string; percentage: number; amount: number }[]
  promotions: { id: string; code: string | null; title: string; amount: number; allocations: Allocation[] }[]
  totals: Totals
}

interface Allocation {
  itemId: string | null
  amount: number
}

export interface SessionViewItem {
  id: string
  variantId: string | null
  productId: string | null
  sku: string | null
  title: string
  options: Record<string, string>
  image: { url: string } | null
  quantity: number
  unitPrice: number
  subtotal: number
  discount: number
  tax: number
  total: number
  requiresShipping: boolean
  /** Carts only: whether enough is in stock. A placed order has its units reserved or backordered. */
  isInStock?: boolean
}

/** `backordered`: variants sold beyond their stock. */
export function viewCart(cart: Cart, backordered: ReadonlySet<string>): SessionView {
  const { currency, email, locale, note, shippingAddress, shipping, totals } = cart
  return {
    currency,
    email,
    locale,
    note,
    shippingAddress,
    items: cart.items.map((item) => ({
      ...item,
      unitPrice: item.unitPrice.amount,
      subtotal: item.subtotal.amount,
      discount: item.discount.amount,
      tax: item.tax.amount,
      total: item.total.amount,
      isInStock: !backordered.has(item.variantId),
    })),
    shipping: shipping.selected,
    taxes: cart.taxes.map(({ name, percentage, amount }) => ({ name, percentage, amount: amount.amount })),
    promotions: cart.promotions.map(({ allocations, amount, ...promotion }) => ({
      ...promotion,
      amount: amount.amount,
      allocations: allocations.map(({ itemId, amount }) => ({ itemId, amount: amount.amount })),
    })),
    totals: toAmounts(totals),
  }
}

export function viewSnapshot(snapshot: OrderSnapshot): SessionView {
  const { currency, email, locale, note, shippingAddress, items, shipping, promotions, totals } = snapshot
  const taxes = snapshot.taxes.map(({ name, millionths, amount }) => ({
    name,
    percentage: millionths / 10_000,
    amount,
  }))
  return { currency, email, locale, note, shippingAddress, items, shipping, taxes, promotions, totals }
}

export const toAmounts = (totals: Cart['totals']): Totals => ({
  subtotal: totals.subtotal.amount,
  discount: totals.discount.amount,
  shipping: totals.shipping.amount,
  tax: totals.tax.amount,
  taxIncluded: totals.taxIncluded,
  total: totals.total.amount,
  giftCards: totals.giftCards.amount,
  points: totals.points.amount,
  storeCredit: totals.storeCredit.amount,
  due: totals.due.amount,
})
