import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal } from '../../../sdk/src/money.ts'
import { isCurrency, money, parseDecimal } from './money.ts'

const anyCurrency = fc.constantFrom(...Intl.supportedValuesOf('currency').filter(isCurrency))
const anyAmount = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }))

describe('money as decimal text', () => {
  it.each([
    [1999, 'EUR', '19.99'],
    [1999, 'JPY', '1999'],
    [1999, 'KWD', '1.999'],
    [1999, 'HUF', '19.99'],
    [5, 'EUR', '0.05'],
    [-5, 'KWD', '-0.005'],
    [0, 'EUR', '0.00'],
    [0, 'JPY', '0'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
  ])('formats %i %s as %s and parses it back', (amount, currency, text) => {
    expect(formatDecimal(money(amount, currency))).toBe(text)
    expect(parseDecimal(text, currency, { allowNegative: true })).toStrictEqual(money(amount, currency))
  })

  it('round-trips in every currency', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, (amount, currency) => {
        const value = money(amount, currency)
        expect(parseDecimal(formatDecimal(value), currency, { allowNegative: true })).toStrictEqual(value)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['19', 1900],
    ['19.9', 1990],
    ['007.50', 750],
  ])('parses %s with fewer or more digits', (text, amount) => {
    expect(parseDecimal(text, 'EUR')).toEqual(money(amount, 'EUR'))
  })

  it('has no negative zero', () => {
    expect(parseDecimal('-0.00', 'EUR', { allowNegative: true })).toStrictEqual(money(0, 'EUR'))
  })

  it.each([
    ...['', ' ', '.', '-', '.5', '5.', '1e3', '1E3', '0x10', 'Infinity', 'NaN', '1_000', '1 000', '1,000', '1,000.00'],
    ...['19,99', '19.990', '1.000', '1.2.3', '+1', '--1', ' 1', '1 ', '1\n', '€1', '1 EUR', '١٢', '１'],
    ...['-1', '90071992547409.92', '99999999999999999999'],
  ])('rejects %j as an amount in euros', (text) => {
    expect(parseDecimal(text, 'EUR')).toBeUndefined()
  })

  it.each([
    ['1.0', 'JPY'],
    ['1.0000', 'KWD'],
    ['9007199254740992', 'JPY'],
  ])('rejects %s as an amount in %s', (text, currency) => {
    expect(parseDecimal(text, currency)).toBeUndefined()
  })
})
