import { expect, it } from 'vitest'
import {
  EMPTY_TAX_REGION,
  newTaxRate,
  parseTaxPercentage,
  toTaxRegionFields,
  toTaxRegionInput,
  validateTaxRegion,
} from './region-fields.ts'
import { formatTaxRates } from './taxes.ts'

const REGION = {
  area: { country: 'US', regions: ['NY'], excludedPostalCodes: ['100*'] },
  rates: [
    { class: 'standard', name: 'NY sales tax', percentage: 4 },
    { class: 'standard', name: 'New York City', percentage: 4.875 },
    { class: 'reduced', name: 'NY sales tax', percentage: 0 },
  ],
}

it('round-trips a tax region', () => {
  const { area, rates } = REGION
  expect(toTaxRegionInput(toTaxRegionFields(REGION))).toEqual({ area, rates })
  expect(validateTaxRegion(toTaxRegionFields(REGION))).toBeUndefined()
  expect(formatTaxRates(rates)).toEqual([
    'Standard: NY sales tax 4% + New York City 4.875%',
    'Reduced: NY sales tax 0%',
  ])
})

it('parses percentages exactly or rejects them', () => {
  expect(['20', ' 8.875', '7,7', '0', '100'].map(parseTaxPercentage)).toEqual([20, 8.875, 7.7, 0, 100])
  expect(['', '101', '-1', '1.23456', 'ten', '1e1', '5%'].map(parseTaxPercentage)).toEqual(Array(7).fill(undefined))
})

it('reports what is missing and suggests the next tax class', () => {
  expect(validateTaxRegion(EMPTY_TAX_REGION)).toBe('Select a country.')
  const { rows } = EMPTY_TAX_REGION
  const area = { ...EMPTY_TAX_REGION.area, country: 'AT' }
  expect(validateTaxRegion({ area, rows })).toBe('Enter a class and a name for each tax.')
  expect(validateTaxRegion({ area, rows: rows.map((row) => ({ ...row, name: 'VAT' })) })).toMatch(/percentage/)
  expect(newTaxRate(rows)).toMatchObject({ taxClass: 'reduced', percentage: '' })
})
