import type { RegionDetails, TaxSettings } from './taxes.ts'

/** A line for each class: `standard: NY sales tax 4% + New York City 4.875%`. */
export function ratesInWords(rates: RegionDetails['rates']): string[] {
  const classes = [...new Set(rates.map((rate) => rate.class))]
  return classes.map((taxClass) => {
    const own = rates.filter((rate) => rate.class === taxClass)
    return `${taxClass}: ${own.map(({ name, percentage }) => `${name} ${percentage}%`).join(' + ')}`
  })
}

export const INCLUDED_WORDS = { yes: 'Include tax', no: 'Are without tax' }

export const SHIPPING_WORDS: Record<TaxSettings['shippingTax'], string> = {
  highest: 'Like the goods that are taxed most',
  class: 'By the taxes of the class “shipping”',
  none: 'Not at all',
}

export const ROUNDING_WORDS: Record<TaxSettings['rounding'], string> = {
  line: 'Line by line',
  order: 'Once for the whole order',
}
