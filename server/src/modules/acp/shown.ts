import type { Cart } from '../carts/schemas.ts'
import type { PlacedOrder } from '../orders/placed.ts'
import type { Totals } from '../pricing/priced.ts'

/** What the buyer would get and pay: of a cart as it is today, or of an order as it was placed. */
export interface Shown {
  currency: string
  email: string | null
  locale: string | null
  note: string | null
  shippingAddress: Cart['shippingAddress']
  lines: ShownLine[]
  shipping: { service: string; title: string; type: 'shipping' | 'pickup' | 'digital' } | null
  taxes: { name: string; percentage: number; amount: number }[]
  promotions: { id: string; code: string | null; title: string; amount: number; allocations: Share[] }[]
  totals: Totals
}

interface Share {
  lineId: string | null
  amount: number
}

export interface ShownLine {
  id: string
  variantId: string | null
  productId: string | null
  sku: string | null
  title: string
  options: Record<string, string>
  image: string | null
  quantity: number
  unitPrice: number
  subtotal: number
  discount: number
  tax: number
  total: number
  requiresShipping: boolean
  /** Of a cart: whether there are enough. What is placed has its own, here or on its way. */
  isThere?: boolean
}

/** `short`: what is sold although there is not enough of it. */
export function ofCart(cart: Cart, short: ReadonlySet<string>): Shown {
  const { currency, email, locale, note, shippingAddress, shipping, totals } = cart
  return {
    currency,
    email,
    locale,
    note,
    shippingAddress,
    lines: cart.items.map((line) => ({
      ...line,
      unitPrice: line.unitPrice.amount,
      subtotal: line.subtotal.amount,
      discount: line.discount.amount,
      tax: line.tax.amount,
      total: line.total.amount,
      isThere: !short.has(line.variantId),
    })),
    shipping: shipping.selected,
    taxes: cart.taxes.map(({ name, percentage, amount }) => ({ name, percentage, amount: amount.amount })),
    promotions: cart.promotions.map(({ allocations, amount, ...promotion }) => ({
      ...promotion,
      amount: amount.amount,
      allocations: allocations.map(({ lineId, amount }) => ({ lineId, amount: amount.amount })),
    })),
    totals: amountsOf(totals),
  }
}

export function ofPlaced(placed: PlacedOrder): Shown {
  const { currency, email, locale, note, shippingAddress, lines, shipping, promotions, totals } = placed
  const taxes = placed.taxes.map(({ name, millionths, amount }) => ({ name, percentage: millionths / 10_000, amount }))
  return { currency, email, locale, note, shippingAddress, lines, shipping, taxes, promotions, totals }
}

export const amountsOf = (totals: Cart['totals']): Totals => ({
  subtotal: totals.subtotal.amount,
  discount: totals.discount.amount,
  shipping: totals.shipping.amount,
  tax: totals.tax.amount,
  taxIncluded: totals.taxIncluded,
  total: totals.total.amount,
  giftCards: totals.giftCards.amount,
  points: totals.points.amount,
  due: totals.due.amount,
})
