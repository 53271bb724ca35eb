import { describe, expect, it } from 'vitest'
import { isCountry } from '../../../server/src/kit/countries.ts'
import { COUNTRIES } from './countries.ts'
import {
  isOverlong,
  isWhole,
  LONGEST_POSTCODE,
  overlongIn,
  type Place,
  placeInWords,
  toPlace,
  toRow,
} from './places.ts'

describe('places', () => {
  it('offers exactly the countries that the server takes, each by a name', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const known = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
    expect(COUNTRIES.map(({ value }) => value).sort()).toEqual(known)
    expect(COUNTRIES.filter(({ value, label }) => value === label)).toEqual([])
  })

  it('come back from the form as they were, without lists that nobody filled', () => {
    const places: Place[] = [
      { country: 'AT' },
      { country: 'US', regions: ['NY'], postcodes: ['100*'] },
      { country: 'DE', exceptPostcodes: ['27498'] },
    ]
    const rows = places.map((place, index) => toRow(place, String(index)))
    expect(rows.map(toPlace)).toEqual(places)
    expect(rows.map(isWhole)).toEqual([true, false, false])
  })

  it('names what is longer than the server takes', () => {
    const longest = '1'.repeat(LONGEST_POSTCODE)
    const row = (...postcodes: string[]) => toRow({ country: 'AT', exceptPostcodes: postcodes }, 'row')
    expect([isOverlong(row('1010', longest)), isOverlong(row('1010', `${longest}1`))]).toEqual([false, true])
    expect(overlongIn(['1010', `${longest}1`], LONGEST_POSTCODE)).toBe(
      '“111111111111…” is too long: at most 25 characters.',
    )
  })

  it('are told in words', () => {
    expect(placeInWords({ country: '*' })).toBe('Rest of the world')
    expect(placeInWords({ country: 'DE', exceptPostcodes: ['27498'] })).toBe('Germany (not postcodes 27498)')
    expect(placeInWords({ country: 'AT', postcodes: ['1*', '2*', '3*', '4*', '5*', '6*', '7*'] })).toBe(
      'Austria (only postcodes 1*, 2*, 3*, 4*, 5* and 2 more)',
    )
  })
})
