import { isCurrency } from '../../kit/currencies.ts'
import type { ErrorDetail } from '../../kit/errors.ts'

/** Returns an error unless exactly one of two alternative fields is present. */
export const validateExactlyOne = (path: string, value: unknown, name: string, alternative: unknown): ErrorDetail[] =>
  (value === undefined) === (alternative === undefined)
    ? [{ path, message: `must be there, or ${name} in its place, and not both` }]
    : []

export const validateCurrency = (currency: string | undefined): ErrorDetail[] =>
  currency === undefined || isCurrency(currency) ? [] : [{ path: '/currency', message: 'is not of ISO 4217' }]
