import { Type } from 'typebox'
import { COUNTRY_CODES } from '../../../sdk/src/countries.ts'

const COUNTRIES = new Set(COUNTRY_CODES)

/** Only the pattern; `isCountry` checks that it is a country. */
export const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'Two-letter country code (ISO 3166-1 alpha-2).',
  examples: ['AT'],
})

export const isCountry = (code: string): boolean => COUNTRIES.has(code)
