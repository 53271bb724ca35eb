import { Type } from 'typebox'

/**
 * Only the pattern; `isCurrency` checks that it is a currency. A list here would change the OpenAPI document with Node.
 */
export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Three-letter currency code (ISO 4217).',
  examples: ['EUR'],
})

/** ISO defines no minor unit for these two: banks use them among themselves, and nobody shops with them. */
const NON_RETAIL = ['XDR', 'XSU']

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').filter((code) => !NON_RETAIL.includes(code)))

/**
 * Decimals by ISO 4217, not ICU: for 17 currencies (HUF, IDR, COP, IQD…) ICU 78 returns 0, because small coins are out
 * of use there, but banks still count them. The meaning of a stored amount must not change with Node.
 */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

const UNUSUAL_DECIMALS = new Map<string, 0 | 3>([
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_THREE_DECIMALS.map((code) => [code, 3] as const),
])

/** Whether prices can be in this currency: upper case, and known to this runtime. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code)

/** Also for a former currency: a newer Node forgets it, but the orders of that time remain. */
export const decimalsOf = (currency: string): 0 | 2 | 3 => UNUSUAL_DECIMALS.get(currency) ?? 2
