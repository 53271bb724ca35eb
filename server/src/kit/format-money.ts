import { decimalsOf } from './currencies.ts'
import { type Money, money } from './money.ts'

/** For files and programs, with all decimals of the currency and nothing else: `19.99`, in yen `1999`. */
export function formatDecimal({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${amount < 0 ? '-' : ''}${whole}${fraction}`
}

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
  const decimals = decimalsOf(currency)
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals || (sign && !allowNegative)) return undefined
  const amount = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(amount) ? money(sign ? -amount : amount, currency) : undefined
}
