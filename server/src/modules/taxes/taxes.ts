import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { EventData } from '../../events/event-schemas.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { isCountry } from '../../kit/countries.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { bumpPricingVersion } from '../pricing/pricing-version.ts'
import type { TaxSettings } from '../pricing/rules.ts'
import * as queries from './queries.ts'
import type { TaxSettingsInput, TaxSettingsResponse } from './schemas.ts'

/** Defaults of a new shop: most countries show prices with tax. */
export const DEFAULT_TAX_SETTINGS: TaxSettings = {
  pricesIncludeTax: true,
  shippingTax: 'highest',
  rounding: 'item',
  defaultAddress: null,
  regions: [],
}

export async function getTaxSettings(ctx: Ctx): Promise<TaxSettingsResponse> {
  const { regions: _, ...defaults } = DEFAULT_TAX_SETTINGS
  return (await queries.findSettings(ctx)) ?? { ...defaults, version: 0, updatedAt: null }
}

export function replaceTaxSettings(ctx: Ctx, draft: TaxSettingsInput, ifMatch?: string): Promise<TaxSettingsResponse> {
  const address = draft.defaultAddress ?? null
  if (address && !isCountry(address.country)) {
    throw invalidRequest('The settings are not valid.', [
      { path: '/defaultAddress/country', message: 'must be an ISO 3166-1 country code, such as AT' },
    ])
  }
  return changeTaxes(ctx, async (ctx) => {
    assertIfMatch(ifMatch, (await getTaxSettings(ctx)).version)
    const defaultAddress = address && { country: address.country, region: address.region ?? null }
    const settings = await queries.upsertSettings(ctx, { ...draft, defaultAddress })
    await emitTaxesUpdated(ctx, { kind: 'settings', id: null })
    return settings
  })
}

/** Serializes changes per environment, so that what was checked before a write still holds. */
export const changeTaxes = <Result>(ctx: Ctx, change: (ctx: Ctx) => Promise<Result>): Promise<Result> =>
  transaction(ctx, async (ctx) => {
    await queries.lockTaxes(ctx)
    return change(ctx)
  })

/** Call it after every change: it reprices carts and emits the event. */
export async function emitTaxesUpdated(ctx: Ctx, data: EventData<'taxes.updated'>): Promise<void> {
  await bumpPricingVersion(ctx)
  await emit(ctx, 'taxes.updated', data)
}
