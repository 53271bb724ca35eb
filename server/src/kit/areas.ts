import { type Static, Type } from 'typebox'
import { isCountry } from './countries.ts'
import type { ErrorDetail } from './errors.ts'

/** The rest of the world. */
export const REST_OF_WORLD = '*'
const MAX_POSTAL_CODES = 500

const PostalCodes = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 25 }), {
      minItems: 1,
      maxItems: MAX_POSTAL_CODES,
      description,
      examples: [['1010', '10*', '1000-1999']],
    }),
  )

/** A country, or a part of one. */
export const Area = Type.Object({
  country: Type.String({
    pattern: '^([A-Z]{2}|\\*)$',
    description: 'Two-letter country code (ISO 3166-1), or `*` for the rest of the world (shipping zones only).',
    examples: ['AT'],
  }),
  regions: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: '^\\S(.*\\S)?$' }), {
      minItems: 1,
      maxItems: 100,
      description:
        'Only these regions: the part after the hyphen in ISO 3166-2, such as `NY` for `US-NY`, or the name used in addresses.',
      examples: [['NY', 'NJ']],
    }),
  ),
  postalCodes: PostalCodes('Only these postal codes: exact (`1010`), by prefix (`10*`) or as a range (`1000-1999`).'),
  excludedPostalCodes: PostalCodes('All postal codes except these, in the same format.'),
})
export type Area = Static<typeof Area>

/** Rules that the schema can't express; empty when the area is valid. */
export function validateArea(area: Area, path: string): ErrorDetail[] {
  const { country, regions, postalCodes, excludedPostalCodes } = area
  if (country === REST_OF_WORLD) {
    return regions || postalCodes || excludedPostalCodes
      ? [{ path, message: 'must not have regions or postal codes: "*" means every country that no other zone has' }]
      : []
  }
  return [
    ...(isCountry(country) ? [] : [{ path: `${path}/country`, message: 'must be an ISO 3166-1 country code' }]),
    ...(postalCodes ?? []).flatMap((pattern, at) =>
      validatePostalCodePattern(pattern, country, `${path}/postalCodes/${at}`),
    ),
    ...(excludedPostalCodes ?? []).flatMap((pattern, at) =>
      validatePostalCodePattern(pattern, country, `${path}/excludedPostalCodes/${at}`),
    ),
  ]
}

/** Countries with a hyphen in the postal code, as in Lisbon's 1000-205. Everywhere else it can only mean a range. */
const HYPHENATED = new Set(['BR', 'JP', 'KY', 'PL', 'PT', 'SA', 'US'])
const FULL_CODE = /^[A-Z0-9]([A-Z0-9-]{0,10}[A-Z0-9])?$/
const CODE_PREFIX = /^[A-Z0-9]([A-Z0-9-]{0,10})?\*$/

/** Same rule as in pricing: a hyphen between two codes of equal length is a range. */
function validatePostalCodePattern(input: string, country: string, path: string): ErrorDetail[] {
  const pattern = normalizePattern(input)
  // In a list of hundreds, a path does not show a person which one is wrong.
  const error = (message: string) => [{ path, message: `"${input}" ${message}` }]
  if (CODE_PREFIX.test(pattern)) return []
  const middle = (pattern.length - 1) / 2
  const [from, to] = [pattern.slice(0, middle), pattern.slice(middle + 1)]
  if (pattern[middle] === '-' && FULL_CODE.test(from) && FULL_CODE.test(to)) {
    return from <= to ? [] : error('must not end before it begins')
  }
  if (!FULL_CODE.test(pattern)) return error('must be a postal code (1010), a prefix (10*) or a range (1000-1999)')
  if (!pattern.includes('-') || HYPHENATED.has(country)) return []
  return error('must start and end with codes of equal length, such as 1000-1999')
}

const normalizePattern = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** Canonical form of an area: sorted, without duplicates, postal codes in upper case and without blanks. */
export const normalizeArea = ({ country, regions, postalCodes, excludedPostalCodes }: Area): Area => ({
  country,
  ...(regions && { regions: sortUnique(regions) }),
  ...(postalCodes && { postalCodes: sortUnique(postalCodes.map(normalizePattern)) }),
  ...(excludedPostalCodes && { excludedPostalCodes: sortUnique(excludedPostalCodes.map(normalizePattern)) }),
})

/** Removes duplicates, ignoring case. */
const sortUnique = (texts: string[]): string[] => {
  const byName = new Map(texts.map((text) => [text.toUpperCase(), text]))
  return [...byName.keys()].sort().map((name) => byName.get(name) ?? name)
}
