import { type AreaRow, hasTooLongEntry, toArea, toAreaRow } from '../areas/areas.ts'
import { parsePercentage } from '../ui/percentage.ts'
import type { TaxRegionInput } from './taxes.ts'

export interface TaxRateFields {
  key: string
  taxClass: string
  name: string
  percentage: string
}

export interface TaxRegionFields {
  area: AreaRow
  rows: TaxRateFields[]
}

export const EMPTY_TAX_REGION: TaxRegionFields = {
  area: toAreaRow({ country: '' }, 'area'),
  rows: [{ key: 'first', taxClass: 'standard', name: '', percentage: '' }],
}

export const toTaxRegionFields = ({ area, rates }: TaxRegionInput): TaxRegionFields => ({
  area: toAreaRow(area, 'area'),
  rows: rates.map(({ class: taxClass, name, percentage }, index) => ({
    key: `rate.${index}`,
    taxClass,
    name,
    percentage: String(percentage),
  })),
})

let rateCount = 0
/** Suggests the next common tax class. */
export function newTaxRate(rows: TaxRateFields[]): TaxRateFields {
  rateCount += 1
  const taxClass =
    ['standard', 'reduced', 'shipping'].find((candidate) => rows.every((row) => row.taxClass !== candidate)) ?? ''
  return { key: `new.${rateCount}`, taxClass, name: rows[0]?.name ?? '', percentage: '' }
}

/** Mirrors the server. */
const MAX_DECIMALS = 4

export const parseTaxPercentage = (input: string): number | undefined =>
  parsePercentage(input, MAX_DECIMALS) ?? undefined

export const toTaxRegionInput = ({ area, rows }: TaxRegionFields): TaxRegionInput => ({
  area: toArea(area),
  rates: rows.map(({ taxClass, name, percentage }) => ({
    class: taxClass.trim(),
    name: name.trim(),
    percentage: parseTaxPercentage(percentage) ?? 0,
  })),
})

export function validateTaxRegion({ area, rows }: TaxRegionFields): string | undefined {
  if (area.country === '') return 'Select a country.'
  if (hasTooLongEntry(area)) return 'A region or postal code is too long.'
  if (rows.some(({ name, taxClass }) => name.trim() === '' || taxClass.trim() === '')) {
    return 'Enter a class and a name for each tax.'
  }
  const hasInvalidPercentage = rows.some(({ percentage }) => parseTaxPercentage(percentage) === undefined)
  return hasInvalidPercentage ? 'Enter a percentage from 0 to 100 for each tax, with at most 4 decimals.' : undefined
}
