import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { currencyDecimals, formatDecimal } from '../../../sdk/src/money.ts'
import { isCurrency, Money, money, parseDecimal } from './money.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

describe('the Money schema', () => {
  it.each([
    [{ amount: 1999, currency: 'EUR' }, true],
    [{ amount: -LARGEST, currency: 'JPY' }, true],
    [{ amount: LARGEST + 1, currency: 'EUR' }, false],
    [{ amount: 19.99, currency: 'EUR' }, false],
    [{ amount: '1999', currency: 'EUR' }, false],
    [{ amount: 1999, currency: 'eur' }, false],
    [{ amount: 1999 }, false],
  ])('validates %j as %s', (value, isMoney) => {
    expect(Value.Check(Money, value)).toBe(isMoney)
  })
})

describe('money', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, LARGEST + 1])('throws for %d', (amount) => {
    expect(() => money(amount, 'EUR')).toThrow(RangeError)
  })

  it('has no negative zero', () => {
    expect(money(-0, 'EUR')).toStrictEqual({ amount: 0, currency: 'EUR' })
  })
})

const decimalsByIcu = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits

const currencies = Intl.supportedValuesOf('currency').filter(isCurrency)

describe('a currency', () => {
  it.each([
    ['EUR', 2],
    ['USD', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['VND', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['BHD', 3],
    ['KWD', 3],
    ['JOD', 3],
    ['OMR', 3],
    ['TND', 3],
    ['LYD', 3],
    ['IQD', 3],
  ])('%s has %i decimals', (currency, decimals) => {
    expect(isCurrency(currency)).toBe(true)
    expect(currencyDecimals(currency)).toBe(decimals)
  })

  it.each(['eur', 'EURO', 'EU', '', ' EUR', 'XYZ', 'XAU', 'XTS', 'XXX', 'XDR', 'XSU', '__proto__'])(
    'is not %j',
    (code) => {
      expect(isCurrency(code)).toBe(false)
    },
  )

  it('differs from ICU only where ICU drops coins that are no longer used', () => {
    const different = currencies.filter((currency) => currencyDecimals(currency) !== decimalsByIcu(currency))
    expect(different).toContain('HUF')
    expect(different.filter((currency) => decimalsByIcu(currency) !== 0)).toEqual([])
    expect(different.filter((currency) => currencyDecimals(currency) === 0)).toEqual([])
  })

  it('keeps its decimals after this runtime has forgotten it', () => {
    expect(isCurrency('DEM')).toBe(false)
    expect(currencyDecimals('DEM')).toBe(2)
  })
})

const anyCurrency = fc.constantFrom(...currencies)
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
