import { type Ctx, transaction } from '../../ctx.ts'
import type { EventData } from '../../events/catalogue.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { isCountry } from '../../kit/countries.ts'
import { invalidRequest } from '../../kit/errors.ts'
import type { TaxSettings } from '../pricing/rules.ts'
import { touchPricing } from '../pricing/version.ts'
import * as queries from './queries.ts'
import type { Settings, SettingsDraft } from './schemas.ts'

/** What holds in a shop that has set nothing: shops in most of the world show prices with tax. */
export const DEFAULT_TAX_SETTINGS: TaxSettings = {
  pricesIncludeTax: true,
  shippingTax: 'highest',
  rounding: 'line',
  defaultPlace: null,
  regions: [],
}

export async function getTaxSettings(ctx: Ctx): Promise<Settings> {
  const { regions: _, ...defaults } = DEFAULT_TAX_SETTINGS
  return (await queries.findSettings(ctx)) ?? { ...defaults, version: 0, updatedAt: null }
}

export function replaceTaxSettings(ctx: Ctx, draft: SettingsDraft, ifMatch?: string): Promise<Settings> {
  const place = draft.defaultPlace ?? null
  if (place && !isCountry(place.country)) {
    throw invalidRequest('The settings are not valid.', [
      { path: '/defaultPlace/country', message: 'is not a country of ISO 3166-1' },
    ])
  }
  return changeTaxes(ctx, async (ctx) => {
    refuseStale(ifMatch, (await getTaxSettings(ctx)).version)
    const defaultPlace = place && { country: place.country, region: place.region ?? null }
    const settings = await queries.upsertSettings(ctx, { ...draft, defaultPlace })
    await tellTaxes(ctx, { kind: 'settings', id: null })
    return settings
  })
}

/** One change of the rules at a time in an environment, so that what was looked up still holds when it is written. */
export const changeTaxes = <Result>(ctx: Ctx, work: (ctx: Ctx) => Promise<Result>): Promise<Result> =>
  transaction(ctx, async (ctx) => {
    await queries.lockTaxes(ctx)
    return work(ctx)
  })

/** What every change ends with: carts are priced anew, and whoever listens is told. */
export async function tellTaxes(ctx: Ctx, what: EventData<'taxes.updated'>): Promise<void> {
  await touchPricing(ctx)
  await emit(ctx, 'taxes.updated', what)
}
