import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { emit } from '../../events/emit.ts'
import type { EventData } from '../../events/event-schemas.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { isCountry } from '../../kit/countries.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { validateExternalUrl } from '../../kit/external-url.ts'
import { newToken } from '../../kit/one-time-token.ts'
import { DEFAULT_TAX_SETTINGS } from '../../pricing/rules.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import * as queries from './queries.ts'
import type { NewTaxSettings, TaxEngine, TaxEngineInput, TaxEngineWithSecret, TaxSettingsResponse } from './schemas.ts'

export async function getTaxSettings(ctx: Ctx): Promise<TaxSettingsResponse> {
  const { regions: _, ...defaults } = DEFAULT_TAX_SETTINGS
  return (await queries.findSettings(ctx)) ?? { ...defaults, version: 0, updatedAt: null }
}

export function replaceTaxSettings(ctx: Ctx, draft: NewTaxSettings, ifMatch?: string): Promise<TaxSettingsResponse> {
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
    await lockEnvironment(ctx)
    return change(ctx)
  })

/** Call it after every change: it reprices carts and emits the event. */
export async function emitTaxesUpdated(ctx: Ctx, data: EventData<'taxes.updated'>): Promise<void> {
  await bumpPricingVersion(ctx)
  await emit(ctx, 'taxes.updated', data)
}

/** Every change creates a new secret, so that a new URL never receives the secret of the old one. */
export function saveEngine(ctx: Ctx, { url }: TaxEngineInput): Promise<TaxEngineWithSecret> {
  const error = validateExternalUrl(url, { allowHttp: ctx.mode === 'test' })
  if (error) throw invalidRequest('The URL is not valid.', [{ path: '/url', message: error }])
  return changeTaxes(ctx, async (ctx) => {
    const secret = newToken()
    const engine = await queries.upsertEngine(ctx, url, encrypt(secret, ctx.secretFor('tax-engines'), ownerOf(ctx)))
    await emitTaxesUpdated(ctx, { kind: 'engine', id: null })
    return { ...engine, secret }
  })
}

/** Checkout then uses the shop's own regions. */
export function deleteEngine(ctx: Ctx): Promise<void> {
  return changeTaxes(ctx, async (ctx) => {
    if ((await queries.deleteEngine(ctx)) > 0) await emitTaxesUpdated(ctx, { kind: 'engine', id: null })
  })
}

export const getEngine = async (ctx: Ctx): Promise<TaxEngine> =>
  (await queries.findEngine(ctx)) ?? { url: null, updatedAt: null }

export interface TaxEngineAccess {
  url: string
  secret: string
  allowHttp: boolean
}

/** Credentials of the engine, if one is set. Call the engine outside any transaction. */
export async function loadEngineAccess(ctx: Ctx): Promise<TaxEngineAccess | undefined> {
  const sealed = await queries.findSealedEngine(ctx)
  if (!sealed) return undefined
  const secret = decrypt(sealed.sealedSecret, ctx.secretFor('tax-engines'), ownerOf(ctx))
  return { url: sealed.url, secret, allowHttp: ctx.mode === 'test' }
}

const ownerOf = (ctx: Ctx) => `tax_engines ${ctx.environmentId}`
