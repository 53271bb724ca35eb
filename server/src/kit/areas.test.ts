import { describe, expect, it } from 'vitest'
import { normalizeArea, validateArea } from './areas.ts'

const errorsOf = (country: string, pattern: string) =>
  validateArea({ country, postalCodes: [pattern] }, '').map(({ message }) => message)

describe('a pattern of postal codes', () => {
  it.each([
    ['AT', '1010'],
    ['AT', '10*'],
    ['AT', '1000-1999'],
    ['AT', '1010-1010'],
    ['GB', 'SW1A 1AA'],
    ['GB', 'sw1a*'],
    ['PL', '00-950'],
    ['PL', '00-001 - 00-999'],
    ['PL', '00-*'],
    ['PT', '1000-205'],
    ['JP', '100-0001'],
    ['US', '10001-1234'],
    ['BR', '01310-100'],
  ])('for %s may be %s', (country, pattern) => expect(errorsOf(country, pattern)).toEqual([]))

  it.each([
    ['AT', '1000-199', /equal length/],
    ['AT', '1-22', /equal length/],
    ['AT', '1999-1000', /before it begins/],
    ['AT', '1*0', /must be a postal code/],
    ['AT', '*', /must be a postal code/],
    ['AT', '**', /must be a postal code/],
    ['AT', ' ', /must be a postal code/],
    ['AT', '-1999', /must be a postal code/],
    ['AT', '1000-', /must be a postal code/],
    ['AT', '10_0', /must be a postal code/],
    ['AT', '1'.repeat(25), /must be a postal code/],
  ])('for %s may not be %s', (country, pattern, why) => {
    expect(errorsOf(country, pattern)).toEqual([expect.stringMatching(why)])
  })

  it('is quoted when several are wrong', () => {
    const faults = validateArea(
      { country: 'AT', postalCodes: ['1010', '1*0'], excludedPostalCodes: ['1-22', '99-10'] },
      '',
    )
    expect(faults.map(({ message }) => message.split(' must')[0])).toEqual(['"1*0"', '"1-22"', '"99-10"'])
  })
})

it('normalizes equal areas to the same form', () => {
  expect(
    normalizeArea({ postalCodes: ['sw1a 1aa', 'N1*', 'SW1A1AA'], country: 'GB', regions: ['Wales', 'England'] }),
  ).toEqual({
    country: 'GB',
    regions: ['England', 'Wales'],
    postalCodes: ['N1*', 'SW1A1AA'],
  })
})
