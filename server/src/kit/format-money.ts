import { currencyDecimals, formatDecimal } from '../../../sdk/src/money.ts'
import { type Money, money } from './money.ts'

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
