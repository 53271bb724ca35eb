import { COUNTRY_CODES, countryName as nameOf } from '../../../sdk/src/countries.ts'

export const REST_OF_WORLD = '*'

export const countryName = (code: string): string => (code === REST_OF_WORLD ? 'Rest of the world' : nameOf(code))

/** Select options, sorted by name. */
export const COUNTRIES = COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).sort((one, other) =>
  one.label.localeCompare(other.label, 'en'),
)
