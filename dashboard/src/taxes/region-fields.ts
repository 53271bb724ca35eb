import { isOverlong, type PlaceRow, toPlace, toRow } from '../places/places.ts'
import type { Region, RegionDetails } from './taxes.ts'

export interface TaxRow {
  key: string
  taxClass: string
  name: string
  percentage: string
}

export interface RegionFields {
  place: PlaceRow
  rows: TaxRow[]
}

export const EMPTY_REGION: RegionFields = {
  place: toRow({ country: '' }, 'place'),
  rows: [{ key: 'first', taxClass: 'standard', name: '', percentage: '' }],
}

export const fieldsOf = ({ place, rates }: Region): RegionFields => ({
  place: toRow(place, 'place'),
  rows: rates.map(({ class: taxClass, name, percentage }, index) => ({
    key: `rate.${index}`,
    taxClass,
    name,
    percentage: String(percentage),
  })),
})

let made = 0
/** The next class that shops commonly have. */
export function newRow(rows: TaxRow[]): TaxRow {
  made += 1
  const taxClass =
    ['standard', 'reduced', 'shipping'].find((known) => rows.every((row) => row.taxClass !== known)) ?? ''
  return { key: `new.${made}`, taxClass, name: rows[0]?.name ?? '', percentage: '' }
}

/** A comma may stand for the point. */
export function percentageIn(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.')
  return /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100 ? Number(text) : undefined
}

export const regionIn = ({ place, rows }: RegionFields): RegionDetails => ({
  place: toPlace(place),
  rates: rows.map(({ taxClass, name, percentage }) => ({
    class: taxClass.trim(),
    name: name.trim(),
    percentage: percentageIn(percentage) ?? 0,
  })),
})

export function obstacleIn({ place, rows }: RegionFields): string | undefined {
  if (place.country === '') return 'It needs a country.'
  if (isOverlong(place)) return 'A region or postcode is too long.'
  if (rows.some(({ name, taxClass }) => name.trim() === '' || taxClass.trim() === '')) {
    return 'Each tax needs a class and a name.'
  }
  const isUnclear = rows.some(({ percentage }) => percentageIn(percentage) === undefined)
  return isUnclear ? 'Each tax needs a percentage from 0 to 100, with at most four decimals.' : undefined
}
