import { type Money, parseDecimal } from '../../../kit/money.ts'

/**
 * Shopify writes amounts with more decimals than the currency has, such as `1900.0` yen. Digits that are not zero are
 * never dropped: undefined.
 */
export function parseAmount(text: string, currency: string): Money | undefined {
  const [, whole = '', fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = fraction.replace(/0+$/, '')
  return parseDecimal(digits ? `${whole}.${digits}` : whole, currency, { allowNegative: true })
}
