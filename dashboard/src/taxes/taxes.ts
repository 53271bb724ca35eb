import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { resource, useRead, useWrite } from '../resource.ts'
import { capitalize } from '../ui/text.ts'

/** `version` is 0 until settings are saved for the first time. */
export type TaxSettings = ResponseBody<'/v1/taxes/settings'>
export type TaxSettingsInput = RequestBody<'/v1/taxes/settings', 'put'>
export type TaxRegion = ListItem<'/v1/taxes/regions'>
export type TaxRegionInput = RequestBody<'/v1/taxes/regions', 'post'>

export const useTaxSettings = () => useRead('/v1/taxes/settings')

export const useUpdateTaxSettings = (version: number) => useWrite('put', '/v1/taxes/settings', {}, { version })

export const taxRegions = resource('/v1/taxes/regions')

/** One entry per class: `Standard: NY sales tax 4% + New York City 4.875%`. */
export function formatTaxRates(rates: TaxRegionInput['rates']): string[] {
  const classes = [...new Set(rates.map((rate) => rate.class))]
  return classes.map((taxClass) => {
    const classRates = rates.filter((rate) => rate.class === taxClass)
    return `${capitalize(taxClass)}: ${classRates.map(({ name, percentage }) => `${name} ${percentage}%`).join(' + ')}`
  })
}
