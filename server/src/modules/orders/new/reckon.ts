import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import type { Totals } from '../../pricing/priced.ts'
import type { GivenShipping } from '../given-schemas.ts'
import type { PlacedLine, PlacedShipping } from '../placed.ts'

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** What staff or another shop says that shipping cost; nobody has chosen it from what is offered. */
export const toShipping = ({ title, amount, discount, tax }: GivenShipping): PlacedShipping => ({
  service: 'custom',
  title,
  type: 'shipping',
  locationId: null,
  amount: amount.amount,
  discount: discount?.amount ?? 0,
  taxes: [],
  tax: tax?.amount ?? 0,
})

/** Adds up what lines and shipping say. A sum that no number holds exactly is refused, never guessed. */
export function totalsOf(
  lines: readonly Pick<PlacedLine, 'subtotal' | 'discount' | 'tax'>[],
  shipping: PlacedShipping | null,
  taxIncluded: boolean,
): Totals {
  const subtotal = sum(lines.map((line) => line.subtotal))
  const discount = sum(lines.map((line) => line.discount)) + (shipping?.discount ?? 0)
  const tax = sum(lines.map((line) => line.tax)) + (shipping?.tax ?? 0)
  const total = subtotal - discount + (shipping?.amount ?? 0) + (taxIncluded ? 0 : tax)
  if (![subtotal, discount, tax, total, shipping?.amount ?? 0].every(Number.isSafeInteger)) {
    throw tooLarge()
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
    due: total,
  }
}

export function tooLarge(cause?: unknown): AppError {
  const message = 'The amounts add up to more than can be reckoned exactly: make several orders of it.'
  return new AppError('order_too_large', message, { cause })
}

interface Priced {
  unitPrice?: { currency: string }
  discount?: { currency: string }
  tax?: { currency: string }
}

/** One order has one currency. */
export function refuseOtherCurrencies(
  currency: string,
  { items, shipping }: { items: readonly Priced[]; shipping?: GivenShipping | null | undefined },
): void {
  const faults: ErrorDetail[] = []
  const look = (path: string, money: { currency: string } | undefined) => {
    if (money && money.currency !== currency) faults.push({ path, message: `must be in ${currency}, as the order is` })
  }
  for (const [at, item] of items.entries()) {
    look(`/items/${at}/unitPrice`, item.unitPrice)
    look(`/items/${at}/discount`, item.discount)
    look(`/items/${at}/tax`, item.tax)
  }
  look('/shipping/amount', shipping?.amount)
  look('/shipping/discount', shipping?.discount)
  look('/shipping/tax', shipping?.tax)
  if (shipping && (shipping.discount?.amount ?? 0) > shipping.amount.amount) {
    faults.push({ path: '/shipping/discount', message: 'is more than shipping costs' })
  }
  if (faults.length > 0) throw invalidRequest('The amounts do not fit.', faults)
}
