import type { TaxRegionInput, TaxSettings } from './taxes.ts'

/** One entry per class: `standard: NY sales tax 4% + New York City 4.875%`. */
export function formatTaxRates(rates: TaxRegionInput['rates']): string[] {
  const classes = [...new Set(rates.map((rate) => rate.class))]
  return classes.map((taxClass) => {
    const classRates = rates.filter((rate) => rate.class === taxClass)
    return `${taxClass}: ${classRates.map(({ name, percentage }) => `${name} ${percentage}%`).join(' + ')}`
  })
}

export const TAX_INCLUSION_LABELS = { yes: 'Include tax', no: 'Exclude tax' }

export const SHIPPING_TAX_LABELS: Record<TaxSettings['shippingTax'], string> = {
  highest: 'At the highest rate of the items',
  class: 'At the rates of the “shipping” class',
  none: 'No tax',
}

export const ROUNDING_LABELS: Record<TaxSettings['rounding'], string> = {
  item: 'Per item',
  order: 'Per order',
}
