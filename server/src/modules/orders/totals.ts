import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { sum } from '../../kit/sum.ts'
import type { Totals } from '../../pricing/pricing-result.ts'
import type { ShippingInput } from './request-schemas.ts'
import type { SnapshotItem, SnapshotShipping } from './schemas.ts'

/** Shipping as entered by staff or imported from another shop, not selected from the configured rates. */
export const toSnapshotShipping = ({ title, amount, discount, tax }: ShippingInput): SnapshotShipping => ({
  service: 'custom',
  title,
  type: 'shipping',
  locationId: null,
  amount: amount.amount,
  discount: discount?.amount ?? 0,
  taxes: [],
  tax: tax?.amount ?? 0,
})

/** Totals the items and shipping. Rejects a sum beyond the safe integer range instead of rounding it. */
export function computeTotals(
  items: readonly Pick<SnapshotItem, 'subtotal' | 'discount' | 'tax'>[],
  shipping: SnapshotShipping | null,
  taxIncluded: boolean,
): Totals {
  const subtotal = sum(items.map((item) => item.subtotal))
  const discount = sum(items.map((item) => item.discount)) + (shipping?.discount ?? 0)
  const tax = sum(items.map((item) => item.tax)) + (shipping?.tax ?? 0)
  const total = subtotal - discount + (shipping?.amount ?? 0) + (taxIncluded ? 0 : tax)
  if (![subtotal, discount, tax, total, shipping?.amount ?? 0].every(Number.isSafeInteger)) {
    throw orderTooLarge()
  }
  return {
    subtotal,
    discount,
    shipping: shipping?.amount ?? 0,
    tax,
    taxIncluded,
    total,
    giftCards: 0,
    points: 0,
    storeCredit: 0,
    due: total,
  }
}

export function orderTooLarge(cause?: unknown): AppError {
  const message = 'The total is too large to calculate exactly. Split it into several orders.'
  return new AppError('order_too_large', message, { cause })
}

interface ItemAmounts {
  unitPrice?: { currency: string }
  discount?: { currency: string }
  tax?: { currency: string }
}

/** An order has exactly one currency. */
export function assertCurrency(
  currency: string,
  { items, shipping }: { items: readonly ItemAmounts[]; shipping?: ShippingInput | null | undefined },
): void {
  const errors: ErrorDetail[] = []
  const checkCurrency = (path: string, money: { currency: string } | undefined) => {
    if (money && money.currency !== currency)
      errors.push({ path, message: `must be in ${currency}, the order’s currency` })
  }
  for (const [index, item] of items.entries()) {
    checkCurrency(`/items/${index}/unitPrice`, item.unitPrice)
    checkCurrency(`/items/${index}/discount`, item.discount)
    checkCurrency(`/items/${index}/tax`, item.tax)
  }
  checkCurrency('/shipping/amount', shipping?.amount)
  checkCurrency('/shipping/discount', shipping?.discount)
  checkCurrency('/shipping/tax', shipping?.tax)
  if (shipping && (shipping.discount?.amount ?? 0) > shipping.amount.amount) {
    errors.push({ path: '/shipping/discount', message: 'must not exceed the shipping price' })
  }
  if (errors.length > 0) throw invalidRequest('The amounts are not valid for this order.', errors)
}
