import { currencyDecimals } from '../../../sdk/src/money.ts'
import type { Money } from './money.ts'

/** Per kind of formatter. Building one takes a hundred times as long as using it. */
const MAX_FORMATS = 500

function cacheFormats<Format>(): (key: string, create: () => Format) => Format {
  const formats = new Map<string, Format>()
  return (key, create) => {
    const cached = formats.get(key)
    if (cached) return cached
    if (formats.size >= MAX_FORMATS) formats.clear()
    const format = create()
    formats.set(key, format)
    return format
  }
}

const moneyFormats = cacheFormats<Intl.NumberFormat>()
const dateFormats = cacheFormats<Intl.DateTimeFormat>()
const countryNames = cacheFormats<Intl.DisplayNames>()

/** `1.234,50 €` */
export const moneyFormatter =
  (locale: string) =>
  ({ amount, currency }: Money): string =>
    moneyFormats(`${locale} ${currency}`, () => new Intl.NumberFormat(locale, { style: 'currency', currency })).format(
      amount / 10 ** currencyDecimals(currency),
    )

/** `18. November 2026` */
export const formatDate = (time: string, { locale, timeZone }: { locale: string; timeZone: string }): string =>
  dateFormats(`${locale} ${timeZone}`, () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })).format(
    new Date(time),
  )

/** `Österreich` */
export const countryNameIn = (locale: string, country: string): string | undefined =>
  countryNames(locale, () => new Intl.DisplayNames(locale, { type: 'region' })).of(country)
