import type { Destination } from './cart.ts'
import type { Place } from './rules.ts'

/** Somewhere, as it is compared: without spaces and in capitals. */
export interface Spot {
  country: string
  region: string | null
  postcode: string | null
}

type Pattern = { from: string; to: string } | { prefix: string } | { postcode: string }

interface ReadPlace {
  country: string
  regions: readonly string[]
  postcodes: readonly Pattern[]
  exceptPostcodes: readonly Pattern[]
}

/** Most are tidy already, and to see that is quicker than to make it so. */
const tidy = (text: string): string => (/^[A-Z0-9-]*$/.test(text) ? text : text.replace(/\s+/g, '').toUpperCase())

/** Americans may add four digits that no table of rates knows. */
const withoutPlusFour = (postcode: string): string => (/^\d{5}-\d{4}$/.test(postcode) ? postcode.slice(0, 5) : postcode)

/** Null while the country is not known: then no place covers it. */
export function spotOf({ country, region, postcode }: Destination): Spot | null {
  if (!country) return null
  return {
    country: tidy(country),
    region: region ? tidy(region) : null,
    postcode: postcode ? withoutPlusFour(tidy(postcode)) : null,
  }
}

/** A hyphen is a range only between two of equal length: `00-950` and `100-0001` are postcodes of Poland and Japan. */
function readPattern(text: string): Pattern {
  const pattern = tidy(text)
  if (pattern.endsWith('*')) return { prefix: pattern.slice(0, -1) }
  const middle = (pattern.length - 1) / 2
  if (pattern[middle] === '-') return { from: pattern.slice(0, middle), to: pattern.slice(middle + 1) }
  return { postcode: pattern }
}

/** Rules stay in memory between requests, so each place is read only once. */
const places = new WeakMap<Place, ReadPlace>()

function read(place: Place): ReadPlace {
  let known = places.get(place)
  if (!known) {
    known = {
      country: tidy(place.country),
      regions: (place.regions ?? []).map(tidy),
      postcodes: (place.postcodes ?? []).map(readPattern),
      exceptPostcodes: (place.exceptPostcodes ?? []).map(readPattern),
    }
    places.set(place, known)
  }
  return known
}

const EXACT = 100

/** 0: no match. The more of the postcode a pattern fixes, the more: of a range, what both its ends begin with. */
function closeness(pattern: Pattern, postcode: string): number {
  if ('postcode' in pattern) return pattern.postcode === postcode ? EXACT : 0
  if ('prefix' in pattern) return postcode.startsWith(pattern.prefix) ? 1 + Math.min(pattern.prefix.length, 50) : 0
  const { from, to } = pattern
  if (postcode.length !== from.length || postcode < from || postcode > to) return 0
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared++
  return 1 + Math.min(shared, 50)
}

const closest = (patterns: readonly Pattern[], postcode: string): number =>
  patterns.reduce((most, pattern) => Math.max(most, closeness(pattern, postcode)), 0)

const REST_OF_WORLD = 1
const COUNTRY = 2
const REGION = 3
const POSTCODE = 4

/** 0: the place does not cover the spot. Otherwise the larger, the narrower: postcode, region, country, rest of the world. */
export function narrowness(place: Place, spot: Spot): number {
  const { country, regions, postcodes, exceptPostcodes } = read(place)
  if (country !== '*' && country !== spot.country) return 0
  if (regions.length > 0 && !(spot.region !== null && regions.includes(spot.region))) return 0
  if (exceptPostcodes.length > 0 && spot.postcode !== null && closest(exceptPostcodes, spot.postcode) > 0) return 0
  if (postcodes.length > 0) {
    const close = spot.postcode === null ? 0 : closest(postcodes, spot.postcode)
    return close && POSTCODE + close
  }
  if (regions.length > 0) return REGION
  return country === '*' ? REST_OF_WORLD : COUNTRY
}

/** Of several places the narrowest that covers the spot. */
export const narrowestOf = (places: readonly Place[], spot: Spot): number => {
  let most = 0
  for (const place of places) most = Math.max(most, narrowness(place, spot))
  return most
}

/** Whether it is only covered as the rest of the world. */
export const isRestOfWorld = (narrow: number): boolean => narrow === REST_OF_WORLD
