import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal } from '../../../sdk/src/money.ts'
import { CURRENCIES, formatMoney, moneyInputError, parseMoney } from './money.ts'

describe('money inputs', () => {
  it.each([
    [1999, 'EUR', '19.99'],
    [1999, 'JPY', '1999'],
    [1999, 'KWD', '1.999'],
    [1999, 'HUF', '19.99'],
    [5, 'EUR', '0.05'],
    [0, 'JPY', '0'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
  ])('formats %i %s as %s and parses it back', (amount, currency, text) => {
    expect(formatDecimal({ amount, currency })).toBe(text)
    expect(parseMoney(text, currency)).toEqual({ amount, currency })
  })

  it('round-trips amounts in every currency', () => {
    const anyCurrency = fc.constantFrom(...CURRENCIES.map(({ value }) => value))
    fc.assert(
      fc.property(fc.maxSafeNat(), anyCurrency, (amount, currency) => {
        expect(parseMoney(formatDecimal({ amount, currency }), currency)).toEqual({ amount, currency })
      }),
    )
  })

  it.each([
    ['19', 1900],
    ['19.9', 1990],
    ['19,9', 1990],
    ['19,99', 1999],
    [' 0.29 ', 29],
    ['1.15', 115],
    ['007.50', 750],
  ])('parses %j as %i cents', (typed, amount) => {
    expect(parseMoney(typed, 'EUR')).toEqual({ amount, currency: 'EUR' })
  })

  it.each([
    ...['', '.', '.5', '5.', '-1', '+1', '1e3', '0x10', 'NaN', '1 000', '1,000', '1.000', '1,000.00', '1.2.3'],
    ...['€1', '1 EUR', '１', '90071992547409.92', '99999999999999999'],
  ])('rejects %j as an amount in euros', (typed) => {
    expect(parseMoney(typed, 'EUR')).toBeUndefined()
  })

  it('rejects 1,250 dinars as ambiguous', () => {
    expect(parseMoney('1,250', 'KWD')).toBeUndefined()
    expect(parseMoney('1.250', 'KWD')).toEqual({ amount: 1250, currency: 'KWD' })
    expect(parseMoney('1.0', 'JPY')).toBeUndefined()
  })
})

it('explains whether input is invalid or too large', () => {
  const max = 1_000_000_000_000
  expect(['', ' ', '0', '10000000000.00'].map((typed) => moneyInputError(typed, 'EUR', { max }))).toEqual(
    Array(4).fill(undefined),
  )
  const limitMessage = `Must be at most ${formatMoney({ amount: max, currency: 'EUR' })}.`
  const tooLarge = ['10000000000.01', '99999999999999', '9'.repeat(400)]
  expect(tooLarge.map((typed) => moneyInputError(typed, 'EUR', { max }))).toEqual([
    limitMessage,
    limitMessage,
    limitMessage,
  ])
  expect(moneyInputError('1,000', 'EUR', { max })).toBe('Enter an amount such as 12.00.')
  expect(moneyInputError('0', 'JPY', { min: 1 })).toBe('Enter an amount such as 12.')
})

it('formats money with all decimals of the currency in any locale', () => {
  const digits = (amount: number, currency: string) => formatMoney({ amount, currency }).replace(/\D/g, '')
  expect(digits(199_900, 'HUF')).toBe('199900')
  expect(digits(1999, 'JPY')).toBe('1999')
  expect(digits(Number.MAX_SAFE_INTEGER, 'EUR')).toBe('9007199254740991')
})
