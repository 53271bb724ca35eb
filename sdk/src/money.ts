/** Here rather than in the server, because pages may import only this workspace: both must agree on every amount. */
export interface Money {
  /** In the smallest unit of its currency. */
  amount: number
  currency: string
}

/** ISO defines no minor unit for these two: banks use them among themselves, and nobody shops with them. */
const NON_RETAIL = ['XDR', 'XSU']

export const CURRENCY_CODES = Intl.supportedValuesOf('currency').filter((code) => !NON_RETAIL.includes(code))

/**
 * Decimals by ISO 4217, not ICU: for 17 currencies (HUF, IDR, COP, IQD…) ICU 78 returns 0, because small coins are out
 * of use there, but banks still count them. The meaning of a stored amount must not change with the runtime.
 */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

const UNUSUAL_DECIMALS = new Map<string, 0 | 3>([
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_THREE_DECIMALS.map((code) => [code, 3] as const),
])

/** Also for a former currency: a newer runtime forgets it, but the orders of that time remain. */
export const currencyDecimals = (currency: string): 0 | 2 | 3 => UNUSUAL_DECIMALS.get(currency) ?? 2

/** With all decimals of the currency and nothing else: `19.99`, in yen `1999`. */
export function formatDecimal({ amount, currency }: Money): string {
  const decimals = currencyDecimals(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${amount < 0 ? '-' : ''}${whole}${fraction}`
}
