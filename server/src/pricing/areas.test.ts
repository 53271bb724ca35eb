import { describe, expect, it } from 'vitest'
import { highestSpecificity, normalizeDestination, specificityOf } from './areas.ts'

const destination = (country: string, postalCode: string | null = null, region: string | null = null) => {
  const destination = normalizeDestination({ country, region, postalCode })
  if (!destination) throw new Error('A country is given.')
  return destination
}

describe('postal code patterns', () => {
  it.each([
    ['1010', '1010', true],
    ['1010', '10 10', true],
    ['1010', '1011', false],
    ['1010', '10101', false],
    ['10*', '1090', true],
    ['10*', '2010', false],
    ['sw1a*', 'SW1A 1AA', true],
    ['SW1A 1AA', 'sw1a1aa', true],
    ['1000-1999', '1000', true],
    ['1000-1999', '1999', true],
    ['1000 - 1999', '1500', true],
    ['1000-1999', '2000', false],
    ['1000-1999', '0999', false],
    // Neither shorter nor longer codes match, even if they sort in between.
    ['1000-1999', '15', false],
    ['1000-1999', '15000', false],
    // Codes that contain a hyphen.
    ['00-950', '00-950', true],
    ['00-950', '00-100', false],
    ['100-0001', '100-0001', true],
    ['00-001 - 00-999', '00-950', true],
    ['00-001 - 00-999', '01-000', false],
    ['12345', '12345-6789', true],
    ['*', '7', true],
  ])('%s covers %s: %s', (pattern, postalCode, covers) => {
    expect(specificityOf({ country: 'AT', postalCodes: [pattern] }, destination('AT', postalCode)) > 0).toBe(covers)
    expect(specificityOf({ country: 'AT', excludedPostalCodes: [pattern] }, destination('AT', postalCode)) > 0).toBe(
      !covers,
    )
  })

  it('neither covers nor excludes an unknown postal code', () => {
    expect(specificityOf({ country: 'AT', postalCodes: ['10*'] }, destination('AT'))).toBe(0)
    expect(specificityOf({ country: 'AT', excludedPostalCodes: ['10*'] }, destination('AT'))).toBeGreaterThan(0)
  })
})

describe('areas', () => {
  it('ignores spaces and case', () => {
    expect(specificityOf({ country: 'ca', regions: ['on'] }, destination('CA', null, 'On '))).toBeGreaterThan(0)
    expect(specificityOf({ country: 'CA', regions: ['ON'] }, destination('CA', null, 'QC'))).toBe(0)
    expect(specificityOf({ country: 'CA', regions: ['ON'] }, destination('CA'))).toBe(0)
    expect(specificityOf({ country: 'US' }, destination('CA'))).toBe(0)
  })

  it('treats an empty list like an absent one', () => {
    const lists = { regions: [], postalCodes: [], excludedPostalCodes: [] }
    expect(specificityOf({ country: 'AT', ...lists }, destination('AT'))).toBe(
      specificityOf({ country: 'AT' }, destination('AT')),
    )
  })

  it('is more specific the more fields it sets', () => {
    const vienna = destination('AT', '1010', '9')
    const areas = [
      { country: '*' },
      { country: 'AT' },
      { country: 'AT', regions: ['9'] },
      { country: 'AT', postalCodes: ['*'] },
      { country: 'AT', postalCodes: ['1000-1999'] },
      { country: 'AT', postalCodes: ['10*'] },
      { country: 'AT', postalCodes: ['101*'] },
      { country: 'AT', postalCodes: ['1010', '2*'] },
    ]
    const narrow = areas.map((area) => specificityOf(area, vienna))
    expect(narrow).toEqual(narrow.toSorted((one, other) => one - other))
    expect(new Set(narrow).size).toBe(areas.length)
    expect(highestSpecificity(areas, vienna)).toBe(narrow.at(-1))
    expect(highestSpecificity([{ country: 'DE' }], vienna)).toBe(0)
  })

  it('covers no destination without a country', () => {
    expect(normalizeDestination({ country: null, region: 'ON', postalCode: '1010' })).toBeNull()
    expect(normalizeDestination({ country: '', region: null, postalCode: null })).toBeNull()
  })
})
