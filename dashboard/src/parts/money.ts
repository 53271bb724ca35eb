export interface Money {
  /** In the currency's smallest unit. */
  amount: number
  currency: string
}

/** As the server counts, by ISO 4217: `Intl` knows no small coins of the forint, banks do. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (WITHOUT_DECIMALS.includes(currency)) return 0
  return WITH_THREE_DECIMALS.includes(currency) ? 3 : 2
}

/** For a field: `19.99`, in yen `1999`. */
export function moneyText({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${amount < 0 ? '-' : ''}${whole}${fraction}`
}

const TYPED = /^(\d+)(?:([.,])(\d{1,3}))?$/

/**
 * What somebody typed, without ever making a fraction of it. A comma may stand for the point, but what could be meant
 * otherwise is refused: `1,000` is a thousand to some and one to others.
 */
export function parseMoney(typed: string, currency: string): Money | undefined {
  const amount = amountIn(typed, currency)
  return amount !== undefined && Number.isSafeInteger(amount) ? { amount, currency } : undefined
}

/** Also one that no computer counts exactly, to tell it from what is none. */
function amountIn(typed: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const [, whole, mark, fraction = ''] = TYPED.exec(typed.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  if (mark === ',' && fraction.length === 3) return undefined
  return Number(whole + fraction.padEnd(decimals, '0'))
}

/** How an amount of this currency is written, for a hint. */
export const sampleOf = (currency: string) => moneyText({ amount: 12 * 10 ** decimalsOf(currency), currency })

interface Limits {
  least?: number
  most?: number
  /** What is said of more, where that it is too much is not all. */
  tooMuch?: string
}

/** Why what was typed is not taken; nothing for an empty field. */
export function moneyFault(typed: string, currency: string, limits: Limits = {}): string | undefined {
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = limits
  if (typed.trim() === '') return undefined
  const amount = amountIn(typed, currency)
  if (amount === undefined || amount < least) return `An amount such as ${sampleOf(currency)}.`
  if (amount <= most) return undefined
  return limits.tooMuch ?? `At most ${moneyInWords({ amount: most, currency })}.`
}

/** For reading: `€19.99`. */
export function moneyInWords(money: Money): string {
  const decimals = decimalsOf(money.currency)
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // As text: a number would lose the last digits of a large amount.
  return format.format(moneyText(money) as `${number}`)
}

/** What was understood, once the field is left: `19,9` becomes `19.90`. What was not stays as it was typed. */
export function tidyMoney(typed: string, currency: string): string {
  const money = parseMoney(typed, currency)
  return money ? moneyText(money) : typed
}

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' })
/** Counted between banks only. */
const NOT_FOR_SHOPS = ['XDR', 'XSU']

/** For a select. */
export const CURRENCIES = Intl.supportedValuesOf('currency')
  .filter((code) => !NOT_FOR_SHOPS.includes(code))
  .map((code) => ({ value: code, label: `${code}, ${CURRENCY_NAMES.of(code)}` }))
