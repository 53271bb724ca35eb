import { describe, expect, it } from 'vitest'
import { isCountry } from '../../../server/src/kit/countries.ts'
import { COUNTRIES } from './countries.ts'
import { isWhole, type Place, placeInWords, toPlace, toRow } from './places.ts'

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

  it('are told in words', () => {
    expect(placeInWords({ country: '*' })).toBe('Rest of the world')
    expect(placeInWords({ country: 'DE', exceptPostcodes: ['27498'] })).toBe('Germany (not postcodes 27498)')
    expect(placeInWords({ country: 'AT', postcodes: ['1*', '2*', '3*', '4*', '5*', '6*', '7*'] })).toBe(
      'Austria (only postcodes 1*, 2*, 3*, 4*, 5* and 2 more)',
    )
  })
})
