import { Type } from 'typebox'
import { CURRENCY_CODES } from '../../../sdk/src/money.ts'

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
