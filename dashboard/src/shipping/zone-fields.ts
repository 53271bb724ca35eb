import { ANYWHERE } from '../places/countries.ts'
import { isOverlong, type PlaceRow, toPlace, toRow } from '../places/places.ts'
import type { Zone } from './shipping.ts'

export interface ZoneFields {
  name: string
  isAnywhere: boolean
  rows: PlaceRow[]
}

export const EMPTY_ZONE: ZoneFields = { name: '', isAnywhere: false, rows: [] }

export const fieldsOf = ({ name, places }: Zone): ZoneFields => ({
  name,
  isAnywhere: places.some(({ country }) => country === ANYWHERE),
  rows: places
    .filter(({ country }) => country !== ANYWHERE)
    .map((place, index) => toRow(place, `${place.country}.${index}`)),
})

/** The rest of the world comes last, so that a row has the same place here as in what is sent. */
export const zoneIn = ({ name, isAnywhere, rows }: ZoneFields): Pick<Zone, 'name' | 'places'> => ({
  name: name.trim(),
  places: [...rows.map(toPlace), ...(isAnywhere ? [{ country: ANYWHERE }] : [])],
})

export const countriesIn = ({ rows }: ZoneFields): string[] => [...new Set(rows.map(({ country }) => country))]

/** A country that stays keeps its regions and postcodes. */
export const withCountries = (fields: ZoneFields, countries: string[]): Partial<ZoneFields> => {
  const known = countriesIn(fields)
  return {
    rows: [
      ...fields.rows.filter(({ country }) => countries.includes(country)),
      ...countries.filter((country) => !known.includes(country)).map((country) => toRow({ country }, `new.${country}`)),
    ],
  }
}

export function obstacleIn({ name, isAnywhere, rows }: ZoneFields): string | undefined {
  if (name.trim() === '') return 'It needs a name.'
  if (rows.length === 0 && !isAnywhere) return 'It needs a country.'
  return rows.some(isOverlong) ? 'A region or postcode is too long.' : undefined
}
