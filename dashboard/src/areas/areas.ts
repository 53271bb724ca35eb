import type { ListItem } from '../api.ts'
import { countryName } from './countries.ts'

/** A whole country, or part of one. */
export type Area = ListItem<'/v1/taxes/regions'>['area']

/** An area in the form: every list is present, and `key` identifies the row. */
export interface AreaRow extends Required<Area> {
  key: string
}

export const toAreaRow = ({ country, ...lists }: Area, key: string): AreaRow => ({
  key,
  country,
  regions: lists.regions ?? [],
  postalCodes: lists.postalCodes ?? [],
  excludedPostalCodes: lists.excludedPostalCodes ?? [],
})

/** Omits empty lists: to the server an empty list means nowhere, a missing one everywhere. */
export const toArea = ({ country, regions, postalCodes, excludedPostalCodes }: AreaRow): Area => ({
  country,
  ...(regions.length > 0 && { regions }),
  ...(postalCodes.length > 0 && { postalCodes }),
  ...(excludedPostalCodes.length > 0 && { excludedPostalCodes }),
})

export const isWholeCountry = ({ regions, postalCodes, excludedPostalCodes }: AreaRow): boolean =>
  regions.length + postalCodes.length + excludedPostalCodes.length === 0

export const MAX_REGION_LENGTH = 50
export const MAX_POSTAL_CODE_LENGTH = 25

/** Names the entry, truncated; the server would only give its index. */
export function tooLongError(texts: string[], maxLength: number): string | undefined {
  const text = texts.find(({ length }) => length > maxLength)
  return text && `“${text.slice(0, 12)}…” is too long. Use at most ${maxLength} characters.`
}

export const hasTooLongEntry = ({ regions, postalCodes, excludedPostalCodes }: AreaRow): boolean =>
  Boolean(
    tooLongError(regions, MAX_REGION_LENGTH) ??
      tooLongError([...postalCodes, ...excludedPostalCodes], MAX_POSTAL_CODE_LENGTH),
  )

const MAX_NAMES = 5
const formatNames = (names: string[]) =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`
    : names.join(', ')

/** `United States (only NY, NJ)` */
export function formatArea({ country, regions, postalCodes, excludedPostalCodes }: Area): string {
  const limits = [
    ...(regions ? [`only ${formatNames(regions)}`] : []),
    ...(postalCodes ? [`only postal codes ${formatNames(postalCodes)}`] : []),
    ...(excludedPostalCodes ? [`except postal codes ${formatNames(excludedPostalCodes)}`] : []),
  ]
  return limits.length > 0 ? `${countryName(country)} (${limits.join('; ')})` : countryName(country)
}
