import type { Area } from '../kit/areas.ts'
import type { Destination } from './pricing-input.ts'

interface Address {
  country: string
  region?: string | undefined
  postalCode?: string | undefined
}

interface DestinationInput {
  shippingAddress: Address | null
  billingAddress: Address | null
  country: string | null
}

/** The shipping address takes precedence over the country the storefront sent. */
export const destinationOf = ({
  shippingAddress,
  country,
}: Pick<DestinationInput, 'shippingAddress' | 'country'>): Destination => ({
  country: shippingAddress?.country ?? country,
  region: shippingAddress?.region ?? null,
  postalCode: shippingAddress?.postalCode ?? null,
})

/** Items that aren't shipped use the billing address as their destination. */
export const buyerDestinationOf = (contents: DestinationInput): Destination =>
  destinationOf({ ...contents, shippingAddress: contents.billingAddress ?? contents.shippingAddress })

/** A destination normalized for comparison: uppercase, without spaces. */
export interface NormalizedDestination {
  country: string
  region: string | null
  postalCode: string | null
}

type PostalCodePattern = { from: string; to: string } | { prefix: string } | { postalCode: string }

interface ParsedArea {
  country: string
  regions: readonly string[]
  postalCodes: readonly PostalCodePattern[]
  excludedPostalCodes: readonly PostalCodePattern[]
}

/** Most are already normalized, and testing that is faster than normalizing. */
const normalize = (text: string): string => (/^[A-Z0-9-]*$/.test(text) ? text : text.replace(/\s+/g, '').toUpperCase())

/** US ZIP+4 codes have four extra digits that no rate table contains. */
const withoutPlusFour = (postalCode: string): string =>
  /^\d{5}-\d{4}$/.test(postalCode) ? postalCode.slice(0, 5) : postalCode

/** Null while the country is unknown: no area covers it. */
export function normalizeDestination({ country, region, postalCode }: Destination): NormalizedDestination | null {
  if (!country) return null
  return {
    country: normalize(country),
    region: region ? normalize(region) : null,
    postalCode: postalCode ? withoutPlusFour(normalize(postalCode)) : null,
  }
}

/** A hyphen is a range only between codes of equal length: Poland has `00-950` and Japan has `100-0001`. */
function parsePattern(text: string): PostalCodePattern {
  const pattern = normalize(text)
  if (pattern.endsWith('*')) return { prefix: pattern.slice(0, -1) }
  const middle = (pattern.length - 1) / 2
  if (pattern[middle] === '-') return { from: pattern.slice(0, middle), to: pattern.slice(middle + 1) }
  return { postalCode: pattern }
}

/** Rules are cached between requests, so each area is parsed only once. */
const parsedAreas = new WeakMap<Area, ParsedArea>()

function parseArea(area: Area): ParsedArea {
  let parsed = parsedAreas.get(area)
  if (!parsed) {
    parsed = {
      country: normalize(area.country),
      regions: (area.regions ?? []).map(normalize),
      postalCodes: (area.postalCodes ?? []).map(parsePattern),
      excludedPostalCodes: (area.excludedPostalCodes ?? []).map(parsePattern),
    }
    parsedAreas.set(area, parsed)
  }
  return parsed
}

const EXACT = 100

/** 0: no match. Grows with the characters a pattern fixes; for a range, with the common prefix of its ends. */
function patternSpecificity(pattern: PostalCodePattern, postalCode: string): number {
  if ('postalCode' in pattern) return pattern.postalCode === postalCode ? EXACT : 0
  if ('prefix' in pattern) return postalCode.startsWith(pattern.prefix) ? 1 + Math.min(pattern.prefix.length, 50) : 0
  const { from, to } = pattern
  if (postalCode.length !== from.length || postalCode < from || postalCode > to) return 0
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared++
  return 1 + Math.min(shared, 50)
}

const bestSpecificity = (patterns: readonly PostalCodePattern[], postalCode: string): number =>
  patterns.reduce((highest, pattern) => Math.max(highest, patternSpecificity(pattern, postalCode)), 0)

const REST_OF_WORLD = 1
const COUNTRY = 2
const REGION = 3
const POSTAL_CODE = 4

/** 0: the area does not cover the destination. Higher is more specific: postal code, region, country, rest of world. */
export function specificityOf(area: Area, destination: NormalizedDestination): number {
  const { country, regions, postalCodes, excludedPostalCodes } = parseArea(area)
  if (country !== '*' && country !== destination.country) return 0
  if (regions.length > 0 && !(destination.region !== null && regions.includes(destination.region))) return 0
  if (
    excludedPostalCodes.length > 0 &&
    destination.postalCode !== null &&
    bestSpecificity(excludedPostalCodes, destination.postalCode) > 0
  )
    return 0
  if (postalCodes.length > 0) {
    const specificity = destination.postalCode === null ? 0 : bestSpecificity(postalCodes, destination.postalCode)
    return specificity && POSTAL_CODE + specificity
  }
  if (regions.length > 0) return REGION
  return country === '*' ? REST_OF_WORLD : COUNTRY
}

/** The specificity of the most specific area that covers the destination. */
export const highestSpecificity = (areas: readonly Area[], destination: NormalizedDestination): number => {
  let highest = 0
  for (const area of areas) highest = Math.max(highest, specificityOf(area, destination))
  return highest
}

/** Whether only the rest of the world covers it. */
export const isRestOfWorld = (specificity: number): boolean => specificity === REST_OF_WORLD
