import { countryName } from './countries.ts'

/** A whole country, or part of one. */
export interface Area {
  country: string
  regions?: string[]
  postcodes?: string[]
  exceptPostcodes?: string[]
}

/** An area in the form: every list is present, and `key` identifies the row. */
export interface AreaRow {
  key: string
  country: string
  regions: string[]
  postcodes: string[]
  exceptPostcodes: string[]
}

export const toAreaRow = ({ country, ...lists }: Area, key: string): AreaRow => ({
  key,
  country,
  regions: lists.regions ?? [],
  postcodes: lists.postcodes ?? [],
  exceptPostcodes: lists.exceptPostcodes ?? [],
})

/** Omits empty lists: to the server an empty list means nowhere, a missing one everywhere. */
export const toArea = ({ country, regions, postcodes, exceptPostcodes }: AreaRow): Area => ({
  country,
  ...(regions.length > 0 && { regions }),
  ...(postcodes.length > 0 && { postcodes }),
  ...(exceptPostcodes.length > 0 && { exceptPostcodes }),
})

export const isWholeCountry = ({ regions, postcodes, exceptPostcodes }: AreaRow): boolean =>
  regions.length + postcodes.length + exceptPostcodes.length === 0

export const MAX_REGION_LENGTH = 50
export const MAX_POSTAL_CODE_LENGTH = 25

/** Names the entry, truncated; the server would only give its index. */
export function tooLongError(texts: string[], maxLength: number): string | undefined {
  const text = texts.find(({ length }) => length > maxLength)
  return text && `“${text.slice(0, 12)}…” is too long. Use at most ${maxLength} characters.`
}

export const hasTooLongEntry = ({ regions, postcodes, exceptPostcodes }: AreaRow): boolean =>
  Boolean(
    tooLongError(regions, MAX_REGION_LENGTH) ??
      tooLongError([...postcodes, ...exceptPostcodes], MAX_POSTAL_CODE_LENGTH),
  )

const MAX_NAMES = 5
const formatNames = (names: string[]) =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`
    : names.join(', ')

/** `United States (only NY, NJ)` */
export function formatArea({ country, regions, postcodes, exceptPostcodes }: Area): string {
  const limits = [
    ...(regions ? [`only ${formatNames(regions)}`] : []),
    ...(postcodes ? [`only postal codes ${formatNames(postcodes)}`] : []),
    ...(exceptPostcodes ? [`except postal codes ${formatNames(exceptPostcodes)}`] : []),
  ]
  return limits.length > 0 ? `${countryName(country)} (${limits.join('; ')})` : countryName(country)
}
