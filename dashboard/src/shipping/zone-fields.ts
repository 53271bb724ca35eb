import { type AreaRow, hasTooLongEntry, toArea, toAreaRow } from '../areas/areas.ts'
import { REST_OF_WORLD } from '../areas/countries.ts'
import type { ShippingZone } from './shipping.ts'

export interface ZoneFields {
  name: string
  isRestOfWorld: boolean
  rows: AreaRow[]
}

export const EMPTY_ZONE: ZoneFields = { name: '', isRestOfWorld: false, rows: [] }

export const toZoneFields = ({ name, areas }: ShippingZone): ZoneFields => ({
  name,
  isRestOfWorld: areas.some(({ country }) => country === REST_OF_WORLD),
  rows: areas
    .filter(({ country }) => country !== REST_OF_WORLD)
    .map((area, index) => toAreaRow(area, `${area.country}.${index}`)),
})

/** The rest of the world comes last, so row indexes match the request's. */
export const toZoneInput = ({ name, isRestOfWorld, rows }: ZoneFields): Pick<ShippingZone, 'name' | 'areas'> => ({
  name: name.trim(),
  areas: [...rows.map(toArea), ...(isRestOfWorld ? [{ country: REST_OF_WORLD }] : [])],
})

export const zoneCountries = ({ rows }: ZoneFields): string[] => [...new Set(rows.map(({ country }) => country))]

/** A country that remains keeps its regions and postal codes. */
export const withCountries = (fields: ZoneFields, countries: string[]): Partial<ZoneFields> => {
  const existing = zoneCountries(fields)
  return {
    rows: [
      ...fields.rows.filter(({ country }) => countries.includes(country)),
      ...countries
        .filter((country) => !existing.includes(country))
        .map((country) => toAreaRow({ country }, `new.${country}`)),
    ],
  }
}

export function validateZone({ name, isRestOfWorld, rows }: ZoneFields): string | undefined {
  if (name.trim() === '') return 'Enter a name.'
  if (rows.length === 0 && !isRestOfWorld) return 'Select a country.'
  return rows.some(hasTooLongEntry) ? 'A region or postal code is too long.' : undefined
}
