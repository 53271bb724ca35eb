import { formatMoney } from '../../kit/money.ts'
import { sum } from '../../kit/sum.ts'
import type { Total } from './protocol.ts'
import type { SessionView, SessionViewItem } from './session-view.ts'

const total = (type: Total['type'], display_text: string, amount: number): Total => ({ type, display_text, amount })

interface TotalsInput extends Pick<SessionView, 'totals' | 'taxes' | 'currency'> {
  items: readonly Pick<SessionViewItem, 'discount'>[]
}

/**
 * Totals always add up: base − discounts + fulfillment + tax − credit is the total. Included tax therefore has the
 * amount 0, and its description has the real amount.
 */
export function toTotals({ totals, items, taxes, currency }: TotalsInput): Total[] {
  const itemsDiscount = sum(items.map(({ discount }) => discount))
  const shippingDiscount = totals.discount - itemsDiscount
  return [
    total('items_base_amount', 'Items', totals.subtotal),
    ...(itemsDiscount > 0 ? [total('items_discount', 'Discount', itemsDiscount)] : []),
    total('subtotal', 'Subtotal', totals.subtotal - itemsDiscount),
    ...(shippingDiscount > 0 ? [total('discount', 'Shipping discount', shippingDiscount)] : []),
    total('fulfillment', 'Shipping', totals.shipping),
    taxTotal({ totals, taxes, currency }),
    ...(totals.giftCards > 0 ? [total('store_credit', 'Gift cards', totals.giftCards)] : []),
    ...(totals.points > 0 ? [total('store_credit', 'Points', totals.points)] : []),
    ...(totals.storeCredit > 0 ? [total('store_credit', 'Store credit', totals.storeCredit)] : []),
    total('total', 'Total', totals.due),
  ]
}

function taxTotal({ totals, taxes, currency }: Pick<SessionView, 'totals' | 'taxes' | 'currency'>): Total {
  const breakdown = taxes.map(({ name, percentage, amount }) => ({
    jurisdiction: name,
    rate: percentage / 100,
    amount,
  }))
  const base = { ...total('tax', 'Tax', totals.tax), ...(breakdown.length > 0 && { breakdown }) }
  if (!totals.taxIncluded || totals.tax === 0) return base
  const includedTax = formatMoney({ amount: totals.tax, currency })
  return { ...base, display_text: 'Tax (included)', amount: 0, description: `Prices include ${includedTax} of tax.` }
}

export function toLineItemTotals(
  { subtotal, discount, tax, total: lineTotal }: SessionViewItem,
  taxIncluded: boolean,
): Total[] {
  return [
    total('items_base_amount', 'Base amount', subtotal),
    total('discount', 'Discount', discount),
    total('subtotal', 'Subtotal', subtotal - discount),
    total('tax', taxIncluded && tax > 0 ? 'Tax (included)' : 'Tax', taxIncluded ? 0 : tax),
    total('total', 'Total', lineTotal),
  ]
}
