import { countryName } from './countries.ts'

/** A country, or some of it. */
export interface Place {
  country: string
  regions?: string[]
  postcodes?: string[]
  exceptPostcodes?: string[]
}

/** The same while it is edited: every list is there, and a key stays with its row. */
export interface PlaceRow {
  key: string
  country: string
  regions: string[]
  postcodes: string[]
  exceptPostcodes: string[]
}

export const toRow = ({ country, ...lists }: Place, key: string): PlaceRow => ({
  key,
  country,
  regions: lists.regions ?? [],
  postcodes: lists.postcodes ?? [],
  exceptPostcodes: lists.exceptPostcodes ?? [],
})

/** A list that is empty would mean nowhere: it is left out, which means everywhere. */
export const toPlace = ({ country, regions, postcodes, exceptPostcodes }: PlaceRow): Place => ({
  country,
  ...(regions.length > 0 && { regions }),
  ...(postcodes.length > 0 && { postcodes }),
  ...(exceptPostcodes.length > 0 && { exceptPostcodes }),
})

export const isWhole = ({ regions, postcodes, exceptPostcodes }: PlaceRow): boolean =>
  regions.length + postcodes.length + exceptPostcodes.length === 0

export const LONGEST_REGION = 50
export const LONGEST_POSTCODE = 25

/** Says which one, shortened: the server would only say the how manieth. */
export function overlongIn(texts: string[], longest: number): string | undefined {
  const text = texts.find(({ length }) => length > longest)
  return text && `“${text.slice(0, 12)}…” is too long: at most ${longest} characters.`
}

export const isOverlong = ({ regions, postcodes, exceptPostcodes }: PlaceRow): boolean =>
  Boolean(overlongIn(regions, LONGEST_REGION) ?? overlongIn([...postcodes, ...exceptPostcodes], LONGEST_POSTCODE))

const MOST_NAMED = 5
const some = (names: string[]) =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : names.join(', ')

/** `United States (only NY, NJ)`. */
export function placeInWords({ country, regions, postcodes, exceptPostcodes }: Place): string {
  const limits = [
    ...(regions ? [`only ${some(regions)}`] : []),
    ...(postcodes ? [`only postcodes ${some(postcodes)}`] : []),
    ...(exceptPostcodes ? [`not postcodes ${some(exceptPostcodes)}`] : []),
  ]
  return limits.length > 0 ? `${countryName(country)} (${limits.join('; ')})` : countryName(country)
}
