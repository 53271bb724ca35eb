import { describe, expect, it } from 'vitest'
import { validateAddress } from './addresses.ts'

const address = (country: string, postalCode?: string, more: object = {}) => ({
  name: 'Ada Lovelace',
  line1: 'Main Street 1',
  city: 'Town',
  country,
  ...(postalCode !== undefined && { postalCode }),
  ...more,
})
const fieldsOf = (...args: Parameters<typeof address>) => validateAddress(address(...args)).map(({ field }) => field)

describe('validateAddress', () => {
  it('reports every missing or invalid field once', () => {
    expect(validateAddress({ line1: 'x', city: 'y', country: 'DE' })).toEqual([
      { field: 'name', message: 'Enter the recipient’s name.', isMissing: true },
      {
        field: 'postalCode',
        message: 'Enter a postal code. A postal code in Germany has 5 digits, such as 10115.',
        isMissing: true,
      },
    ])
    expect(validateAddress(address('DE', '1010'))).toEqual([
      { field: 'postalCode', message: 'A postal code in Germany has 5 digits, such as 10115.', isMissing: false },
    ])
    expect(validateAddress(address('GB', '12345'))[0]?.message).toBe(
      'A postal code in the United Kingdom looks like SW1A 1AA.',
    )
    expect(validateAddress({ country: 'DE', name: ' ' }).map(({ field }) => field)).toEqual([
      'name',
      'line1',
      'city',
      'postalCode',
    ])
    expect(fieldsOf('XX', '1')).toEqual(['country'])
  })

  it.each([
    ['AT', '1010'],
    ['BR', '01310100'],
    ['CA', 'k1a 0b1', { region: 'ON' }],
    ['CZ', '11000'],
    ['DE', ' 10115 '],
    ['GB', 'sw1a1aa'],
    ['GB', 'M1 1AE'],
    ['IE', 'D02AF30'],
    ['IN', '110 001'],
    ['JP', '1000001'],
    ['LT', 'LT-01100'],
    ['NL', '1012ab'],
    ['PL', '00-001'],
    ['PT', '1000-001'],
    ['SE', '111 20'],
    ['US', '94103-1234', { region: 'CA' }],
    // Countries without postal codes, or whose format is uncertain, are not validated.
    ['AE', undefined],
    ['HK', undefined],
    ['IE', undefined],
    ['PA', undefined],
    ['KZ', 'A10C7B3'],
    ['AR', 'C1070AAM'],
    ['IE', 'none'],
    ['NZ', 'n/a'],
    // Formats people commonly type.
    ['AD', 'AD500'],
    ['AT', 'A-1010'],
    ['BE', 'B-1000'],
    ['CH', 'CH-8001'],
    ['DE', 'D-10115'],
    ['DE', 'DE 10115'],
    ['DE', '\u00a010115\u202f'],
    ['DK', 'DK-1050'],
    ['FI', 'FI-00100'],
    ['FO', 'FO-100'],
    ['GB', 'SW1A\u00a0\u00a01AA'],
    ['JP', '〒１００ー０００１'],
    ['LU', 'L-1111'],
    ['LV', 'LV-1010'],
    ['PT', '1000 – 001'],
    ['SE', 'SE-111 20'],
    ['SE', 'S-111 20'],
    ['US', '94103–1234', { region: 'CA' }],
  ])('accepts %s %s', (...args) => {
    expect(fieldsOf(...(args as Parameters<typeof address>))).toEqual([])
  })

  it.each([
    ['AE', undefined],
    ['GI', undefined],
    ['HK', undefined],
    ['JP', '100-0001', { region: 'Tokyo' }],
    ['MO', undefined],
    ['SG', '018956'],
    ['VA', '00120'],
  ])('requires no city in %s', (country, postalCode, more?: object) => {
    expect(fieldsOf(country, postalCode, { city: undefined, ...more })).toEqual([])
  })

  it('accepts a company without a personal name', () => {
    expect(fieldsOf('DE', '10115', { name: undefined, company: 'Analytical Engines' })).toEqual([])
    expect(fieldsOf('DE', '10115', { name: undefined, company: ' ' })).toEqual(['name'])
  })

  it.each([
    ['AT', '10115', ['postalCode']],
    ['CA', 'D1A 0B1', ['region', 'postalCode']],
    ['FR', '7500', ['postalCode']],
    ['AT', 'D-1010', ['postalCode']],
    ['NL', '1012', ['postalCode']],
    ['US', '9410', ['region', 'postalCode']],
    ['US', undefined, ['region', 'postalCode']],
    ['PL', '', ['postalCode']],
  ])('rejects %s %s', (country, postalCode, fields) => {
    expect(fieldsOf(country, postalCode)).toEqual(fields)
  })
})
