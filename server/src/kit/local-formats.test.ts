import { expect, it } from 'vitest'
import { countryNameIn, formatDate, moneyFormatter } from './local-formats.ts'

it('formats for each locale, currency and time zone, whatever was formatted before', () => {
  const amount = 123450
  for (let round = 0; round < 2; round++) {
    expect(moneyFormatter('de')({ amount, currency: 'EUR' })).toBe('1.234,50\u00a0€')
    expect(moneyFormatter('en')({ amount, currency: 'EUR' })).toBe('€1,234.50')
    expect(moneyFormatter('en')({ amount, currency: 'JPY' })).toBe('¥123,450')
    expect(moneyFormatter('en')({ amount, currency: 'KWD' })).toBe('KWD\u00a0123.450')
    const evening = '2026-11-18T23:30:00.000Z'
    expect(formatDate(evening, { locale: 'en', timeZone: 'UTC' })).toBe('November 18, 2026')
    expect(formatDate(evening, { locale: 'en', timeZone: 'Europe/Vienna' })).toBe('November 19, 2026')
    expect(formatDate(evening, { locale: 'de', timeZone: 'UTC' })).toBe('18. November 2026')
    expect([countryNameIn('de', 'AT'), countryNameIn('en', 'AT')]).toEqual(['Österreich', 'Austria'])
  }
})
