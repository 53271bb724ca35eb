export interface Money {
  /** In minor units. */
  amount: number
  currency: string
}

/** ISO 4217, as on the server: `Intl` has no decimals for the forint, banks do. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

export function currencyDecimals(currency: string): 0 | 2 | 3 {
  if (WITHOUT_DECIMALS.includes(currency)) return 0
  return WITH_THREE_DECIMALS.includes(currency) ? 3 : 2
}

/** For an input: `19.99`, in yen `1999`. */
export function toMoneyInput({ amount, currency }: Money): string {
  const decimals = currencyDecimals(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${amount < 0 ? '-' : ''}${whole}${fraction}`
}

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
  toMoneyInput({ amount: 12 * 10 ** currencyDecimals(currency), currency })

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
  return format.format(toMoneyInput(money) as `${number}`)
}

/** Applied on blur: `19,9` becomes `19.90`. Invalid input stays as typed. */
export function normalizeMoneyInput(typed: string, currency: string): string {
  const money = parseMoney(typed, currency)
  return money ? toMoneyInput(money) : typed
}

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' })
/** Used only between banks. */
const EXCLUDED_CURRENCIES = ['XDR', 'XSU']

/** Select options. */
export const CURRENCIES = Intl.supportedValuesOf('currency')
  .filter((code) => !EXCLUDED_CURRENCIES.includes(code))
  .map((code) => ({ value: code, label: `${code}, ${CURRENCY_NAMES.of(code)}` }))
