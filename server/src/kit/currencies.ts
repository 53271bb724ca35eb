import { Type } from 'typebox'

/** Only the shape; `isCurrency` says which letters are money. A list here would change the OpenAPI document with Node. */
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.', examples: ['EUR'] })

/** ISO knows no minor unit of these two: they are counted between banks, and nobody shops with them. */
const NON_RETAIL = ['XDR', 'XSU']

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').filter((code) => !NON_RETAIL.includes(code)))

/**
 * Decimals as ISO 4217 has them, not as ICU: for 17 currencies (HUF, IDR, COP, IQD…) ICU 78 answers 0, because nobody
 * pays there with small coins any more, but banks still count them. What a stored amount means must not change with Node.
 */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

const UNUSUAL_DECIMALS = new Map<string, 0 | 3>([
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_THREE_DECIMALS.map((code) => [code, 3] as const),
])

/** Whether money can be asked for in it: upper case, and known to this runtime. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code)

/** Also answers for a currency that is no longer: a newer Node forgets it, the orders of that time stay. */
export const decimalsOf = (currency: string): 0 | 2 | 3 => UNUSUAL_DECIMALS.get(currency) ?? 2
