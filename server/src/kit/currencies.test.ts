import { describe, expect, it } from 'vitest'
import { currencyDecimals } from '../../../sdk/src/money.ts'
import { isCurrency } from './money.ts'

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
