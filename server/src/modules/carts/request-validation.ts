import { isCurrency } from '../../kit/currencies.ts'
import type { ErrorDetail } from '../../kit/errors.ts'

/** Returns an error unless exactly one of two alternative fields is present. */
export const validateExactlyOne = (path: string, value: unknown, name: string, alternative: unknown): ErrorDetail[] =>
  (value === undefined) === (alternative === undefined)
    ? [{ path, message: `is required unless ${name} is sent; send only one` }]
    : []

export const validateCurrency = (currency: string | undefined): ErrorDetail[] =>
  currency === undefined || isCurrency(currency)
    ? []
    : [{ path: '/currency', message: 'must be an ISO 4217 currency code' }]
