import { type Static, Type } from 'typebox'
import { Currency } from './currencies.ts'

export const Money = Type.Object(
  {
    amount: Type.Integer({
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "In the currency's smallest unit: 1999 is 19.99 EUR, 1999 JPY and 1.999 KWD.",
      examples: [1999],
    }),
    currency: Currency,
  },
  { description: 'An amount of money, without fractions.', examples: [{ amount: 1999, currency: 'EUR' }] },
)
export type Money = Static<typeof Money>

/**
 * Throws for what no integer holds exactly. Numbers are enough to notice: a sum or product of safe integers that passes
 * the limit is never rounded back below it. `-0` becomes `0`, or equal amounts would differ in `Object.is`.
 */
export function money(amount: number, currency: string): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} ${currency} is not an exact amount.`)
  return { amount: amount + 0, currency }
}

export const zero = (currency: string): Money => ({ amount: 0, currency })

function sameCurrency(one: Money, other: Money): void {
  if (one.currency !== other.currency) throw new TypeError(`${one.currency} and ${other.currency} do not add up.`)
}

/** For a list that may be empty: `add(zero(currency), ...list)`. */
export const add = (first: Money, ...others: Money[]): Money =>
  others.reduce((sum, other) => {
    sameCurrency(sum, other)
    return money(sum.amount + other.amount, sum.currency)
  }, first)

export function subtract(from: Money, other: Money): Money {
  sameCurrency(from, other)
  return money(from.amount - other.amount, from.currency)
}

/** Only whole quantities: what would have to be rounded is a percentage or an allocation. */
export function multiply({ amount, currency }: Money, quantity: number): Money {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`${quantity} is not a whole quantity.`)
  return money(amount * quantity, currency)
}

/** For `sort`: below zero when the first is less. */
export function compare(one: Money, other: Money): -1 | 0 | 1 {
  sameCurrency(one, other)
  if (one.amount === other.amount) return 0
  return one.amount < other.amount ? -1 : 1
}

export const min = (first: Money, ...others: Money[]): Money =>
  others.reduce((least, other) => (compare(other, least) < 0 ? other : least), first)

export const max = (first: Money, ...others: Money[]): Money =>
  others.reduce((most, other) => (compare(other, most) > 0 ? other : most), first)

/** What is left to pay is never less than nothing. */
export const clampToZero = (value: Money): Money => max(value, zero(value.currency))
