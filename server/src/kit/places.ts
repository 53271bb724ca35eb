import { type Static, Type } from 'typebox'
import { isCountry } from './countries.ts'
import type { ErrorDetail } from './errors.ts'

/** The rest of the world. */
export const ANYWHERE = '*'
const MAX_POSTCODES = 500

const Postcodes = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 25 }), {
      minItems: 1,
      maxItems: MAX_POSTCODES,
      description,
      examples: [['1010', '10*', '1000-1999']],
    }),
  )

/** Part of a country, or all of it. */
export const Place = Type.Object({
  country: Type.String({
    pattern: '^([A-Z]{2}|\\*)$',
    description: 'ISO 3166-1 alpha-2.',
    examples: ['AT'],
  }),
  regions: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: '^\\S(.*\\S)?$' }), {
      minItems: 1,
      maxItems: 100,
      description:
        'Only these: what stands behind the hyphen in ISO 3166-2, as `NY` of `US-NY`, or as addresses say it.',
      examples: [['NY', 'NJ']],
    }),
  ),
  postcodes: Postcodes('Only these: whole (`1010`), by their beginning (`10*`) or from and to (`1000-1999`).'),
  exceptPostcodes: Postcodes('All but these, written alike.'),
})
export type Place = Static<typeof Place>

/** What the shape can't say of a place; nothing when it fits. */
export function placeFaults(place: Place, path: string): ErrorDetail[] {
  const { country, regions, postcodes, exceptPostcodes } = place
  if (country === ANYWHERE) {
    return regions || postcodes || exceptPostcodes
      ? [{ path, message: 'must not name regions or postcodes: "*" is every country that no other zone has' }]
      : []
  }
  return [
    ...(isCountry(country) ? [] : [{ path: `${path}/country`, message: 'is not a country of ISO 3166-1' }]),
    ...(postcodes ?? []).flatMap((pattern, at) => patternFaults(pattern, `${path}/postcodes/${at}`)),
    ...(exceptPostcodes ?? []).flatMap((pattern, at) => patternFaults(pattern, `${path}/exceptPostcodes/${at}`)),
  ]
}

const WHOLE_OR_BEGINNING = /^[A-Z0-9]([A-Z0-9 ]{0,10}[A-Z0-9])?\*?$/
const RANGE = /^(\d{1,10})-(\d{1,10})$/

function patternFaults(pattern: string, path: string): ErrorDetail[] {
  const range = RANGE.exec(pattern)
  if (!range) {
    const message = 'must be a postcode (1010), a beginning (10*) or a range of digits (1000-1999)'
    return WHOLE_OR_BEGINNING.test(pattern) ? [] : [{ path, message }]
  }
  const [, from = '', to = ''] = range
  if (from.length !== to.length) return [{ path, message: 'must have as many digits at its end as at its beginning' }]
  return from <= to ? [] : [{ path, message: 'must not end before it begins' }]
}

/** The same place is always written the same way: sorted, and each thing once. */
export const tidyPlace = ({ country, regions, postcodes, exceptPostcodes }: Place): Place => ({
  country,
  ...(regions && { regions: tidy(regions) }),
  ...(postcodes && { postcodes: tidy(postcodes) }),
  ...(exceptPostcodes && { exceptPostcodes: tidy(exceptPostcodes) }),
})

const tidy = (texts: string[]): string[] => [...new Set(texts)].sort()
