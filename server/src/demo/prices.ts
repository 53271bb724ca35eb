import type { Price } from '../modules/catalog/schemas.ts'
import { type DemoProduct, type DemoVariant, numberFor } from './demo-product.ts'

/** What a euro costs; prices elsewhere keep their ending, so that 18.90 stays a price that a shop would write. */
const RATES = { USD: 1.1, GBP: 0.86 }

export function pricesOf(product: DemoProduct, variant: DemoVariant): Price[] {
  const { price, was, others, pounds } = product
  const amount = price === 'none' ? undefined : inCents(numberFor(price, variant))
  const before = inCents(numberFor(was, variant))
  const given = Object.entries(others ?? {}).map(([currency, amount]) => ({ price: { amount, currency } }))
  if (amount === undefined) return given
  const rates = { EUR: 1, ...(!others && { USD: RATES.USD }), ...(!others && pounds && { GBP: RATES.GBP }) }
  return [
    ...Object.entries(rates).map(([currency, rate]) => ({
      price: { amount: converted(amount, rate), currency },
      compareAtPrice: before === undefined ? null : { amount: converted(before, rate), currency },
    })),
    ...given,
  ]
}

const inCents = (euros: number | undefined) => (euros === undefined ? undefined : Math.round(euros * 100))

const converted = (cents: number, rate: number): number =>
  Math.round(Math.floor(cents / 100) * rate) * 100 + (cents % 100)
