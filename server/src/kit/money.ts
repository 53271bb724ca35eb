import { type Static, Type } from 'typebox'
import { CURRENCY_CODES, currencyDecimals, formatDecimal } from '../../../sdk/src/money.ts'

/**
 * Only the pattern; `isCurrency` checks that it is a currency. A list here would change the OpenAPI document with Node.
 */
export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Three-letter currency code (ISO 4217).',
  examples: ['EUR'],
})

const CURRENCIES = new Set(CURRENCY_CODES)

/** Whether prices can be in this currency: upper case, and known to this runtime. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code)

/** The properties of money with a restricted amount. */
const moneyFrom = (minimum: number) => ({
  amount: Type.Integer({
    minimum,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Amount in the smallest unit of the currency: 1999 is 19.99 EUR, 1999 JPY and 1.999 KWD.',
    examples: [1999],
    errorMessage: 'must be an integer in the smallest unit of the currency: 1999 for 19.99 EUR',
  }),
  currency: Currency,
})

export const Money = Type.Object(moneyFrom(Number.MIN_SAFE_INTEGER), {
  description: 'An amount of money in the smallest unit of its currency.',
  examples: [{ amount: 1999, currency: 'EUR' }],
})
export type Money = Static<typeof Money>

export const NonNegativeMoney = Type.Object(moneyFrom(0), {
  description: 'An amount of money, 0 or more.',
  examples: [{ amount: 1999, currency: 'EUR' }],
})

export const PositiveMoney = Type.Object(moneyFrom(1), {
  description: 'An amount of money greater than 0.',
  examples: [{ amount: 1999, currency: 'EUR' }],
})

/**
 * Throws for an amount that is not a safe integer. Checking the result is enough: a sum or product of safe integers
 * beyond the limit is never rounded back below it. `-0` becomes `0`, or equal amounts would differ in `Object.is`.
 */
export function money(amount: number, currency: string): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} ${currency} is not an exact amount.`)
  return { amount: amount + 0, currency }
}

/** In values whose shape is not known, such as the results of tools. */
export const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  'currency' in value &&
  typeof value.amount === 'number' &&
  typeof value.currency === 'string'

/** For messages: `19.99 EUR`. */
export const formatMoney = (money: Money): string => `${formatDecimal(money)} ${money.currency}`

/** Sixteen digits hold the largest amount; a text of a megabyte is rejected without parsing it. */
const DECIMAL = /^(-?)(\d{1,16})(?:\.(\d{1,3}))?$/

/**
 * Parses amounts as in spreadsheets, and nothing ambiguous: `1.000` is rejected in euros even though its last digit is
 * zero, because it may mean a thousand. `undefined` if the text is not an amount of this currency.
 */
export function parseDecimal(
  text: string,
  currency: string,
  { allowNegative = false }: { allowNegative?: boolean } = {},
): Money | undefined {
  const decimals = currencyDecimals(currency)
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals || (sign && !allowNegative)) return undefined
  const amount = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(amount) ? money(sign ? -amount : amount, currency) : undefined
}
