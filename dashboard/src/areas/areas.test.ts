import { describe, expect, it } from 'vitest'
import { isCountry } from '../../../server/src/kit/countries.ts'
import {
  type Area,
  formatArea,
  hasTooLongEntry,
  isWholeCountry,
  MAX_POSTAL_CODE_LENGTH,
  toArea,
  toAreaRow,
  tooLongError,
} from './areas.ts'
import { COUNTRIES } from './countries.ts'

describe('areas', () => {
  it('lists exactly the countries the server accepts, each with a name', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const serverCountries = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
    expect(COUNTRIES.map(({ value }) => value).sort()).toEqual(serverCountries)
    expect(COUNTRIES.filter(({ value, label }) => value === label)).toEqual([])
  })

  it('round-trips areas through the form and omits empty lists', () => {
    const areas: Area[] = [
      { country: 'AT' },
      { country: 'US', regions: ['NY'], postalCodes: ['100*'] },
      { country: 'DE', excludedPostalCodes: ['27498'] },
    ]
    const rows = areas.map((area, index) => toAreaRow(area, String(index)))
    expect(rows.map(toArea)).toEqual(areas)
    expect(rows.map(isWholeCountry)).toEqual([true, false, false])
  })

  it('names the entry that exceeds the maximum length', () => {
    const longest = '1'.repeat(MAX_POSTAL_CODE_LENGTH)
    const row = (...postalCodes: string[]) => toAreaRow({ country: 'AT', excludedPostalCodes: postalCodes }, 'row')
    expect([hasTooLongEntry(row('1010', longest)), hasTooLongEntry(row('1010', `${longest}1`))]).toEqual([false, true])
    expect(tooLongError(['1010', `${longest}1`], MAX_POSTAL_CODE_LENGTH)).toBe(
      '“111111111111…” is too long. Use at most 25 characters.',
    )
  })

  it('formats an area as text', () => {
    expect(formatArea({ country: '*' })).toBe('Rest of the world')
    expect(formatArea({ country: 'DE', excludedPostalCodes: ['27498'] })).toBe('Germany (except postal codes 27498)')
    expect(formatArea({ country: 'AT', postalCodes: ['1*', '2*', '3*', '4*', '5*', '6*', '7*'] })).toBe(
      'Austria (only postal codes 1*, 2*, 3*, 4*, 5* and 2 more)',
    )
  })
})
