import { CURRENCY_CODES, currencyDecimals, formatDecimal, type Money as SharedMoney } from '../../../sdk/src/money.ts'

export type Money = SharedMoney

const AMOUNT_PATTERN = /^(\d+)(?:([.,])(\d{1,3}))?$/

/**
 * Parses input without floating-point arithmetic. A decimal comma is accepted, but ambiguous input is rejected: `1,000`
 * is a thousand to some and one to others.
 */
export function parseMoney(typed: string, currency: string): Money | undefined {
  const amount = parseAmount(typed, currency)
  return amount !== undefined && Number.isSafeInteger(amount) ? { amount, currency } : undefined
}

/** Also returns unsafe integers, to distinguish too large from invalid. */
function parseAmount(typed: string, currency: string): number | undefined {
  const decimals = currencyDecimals(currency)
  const [, whole, separator, fraction = ''] = AMOUNT_PATTERN.exec(typed.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  if (separator === ',' && fraction.length === 3) return undefined
  return Number(whole + fraction.padEnd(decimals, '0'))
}

/** A sample amount for hints. */
export const exampleAmount = (currency: string) =>
  formatDecimal({ amount: 12 * 10 ** currencyDecimals(currency), currency })

interface Limits {
  min?: number
  max?: number
  /** Replaces the default message for an amount above `max`. */
  maxMessage?: string
}

/** Why the input is invalid; undefined for an empty field. */
export function moneyInputError(typed: string, currency: string, limits: Limits = {}): string | undefined {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = limits
  if (typed.trim() === '') return undefined
  const amount = parseAmount(typed, currency)
  if (amount === undefined || amount < min) return `Enter an amount such as ${exampleAmount(currency)}.`
  if (amount <= max) return undefined
  return limits.maxMessage ?? `Must be at most ${formatMoney({ amount: max, currency })}.`
}

/** For display: `€19.99`. */
export function formatMoney(money: Money): string {
  const decimals = currencyDecimals(money.currency)
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // As a string: a number would lose the last digits of a large amount.
  return format.format(formatDecimal(money) as `${number}`)
}

/** Applied on blur: `19,9` becomes `19.90`. Invalid input stays as typed. */
export function normalizeMoneyInput(typed: string, currency: string): string {
  const money = parseMoney(typed, currency)
  return money ? formatDecimal(money) : typed
}

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' })

/** Select options. */
export const CURRENCIES = CURRENCY_CODES.map((code) => ({ value: code, label: `${code}, ${CURRENCY_NAMES.of(code)}` }))
