import { type Static, Type } from 'typebox'
import { Currency } from './currencies.ts'

/** The properties of money with a restricted amount. */
export const moneyFrom = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) => ({
  amount: Type.Integer({
    minimum,
    maximum,
    description: 'Amount in the smallest unit of the currency: 1999 is 19.99 EUR, 1999 JPY and 1.999 KWD.',
    examples: [1999],
  }),
  currency: Currency,
})

export const Money = Type.Object(moneyFrom(Number.MIN_SAFE_INTEGER), {
  description: 'An amount of money in the smallest unit of its currency.',
  examples: [{ amount: 1999, currency: 'EUR' }],
})
export type Money = Static<typeof Money>

/**
 * Throws for an amount that is not a safe integer. Checking the result is enough: a sum or product of safe integers
 * beyond the limit is never rounded back below it. `-0` becomes `0`, or equal amounts would differ in `Object.is`.
 */
export function money(amount: number, currency: string): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} ${currency} is not an exact amount.`)
  return { amount: amount + 0, currency }
}
