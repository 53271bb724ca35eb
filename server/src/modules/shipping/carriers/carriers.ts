import type { Ctx } from '../../../ctx.ts'
import { decrypt, encrypt } from '../../../kit/encryption.ts'
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts'
import { validateExternalUrl } from '../../../kit/external-url.ts'
import { newToken } from '../../../kit/one-time-token.ts'
import { changeShipping, emitShippingUpdated } from '../change-shipping.ts'
import { type Carrier, type CarrierInput, type CarrierWithSecret, MAX_CARRIERS } from '../schemas.ts'
import * as queries from './queries.ts'

export interface CarrierAccess {
  name: string
  url: string
  secret: string
  allowHttp: boolean
}

/** Credentials of the carriers; unknown names are skipped. Call carriers outside any transaction. */
export async function loadCarrierAccess(ctx: Ctx, names: string[]): Promise<CarrierAccess[]> {
  const carriers = await queries.listSealedCarriers(ctx, names)
  return carriers.map(({ name, url, sealedSecret }) => ({
    name,
    url,
    secret: decrypt(sealedSecret, ctx.secretFor('carriers'), ownerOf(ctx, name)),
    allowHttp: ctx.mode === 'test',
  }))
}

/** Every change creates a new secret, so that a new URL never receives the secret of the old one. */
export function saveCarrier(ctx: Ctx, name: string, { url }: CarrierInput): Promise<CarrierWithSecret> {
  const error = validateExternalUrl(url, { allowHttp: ctx.mode === 'test' })
  if (error) throw invalidRequest('The URL is not valid.', [{ path: '/url', message: error }])
  return changeShipping(ctx, async (ctx) => {
    const existing = await queries.listCarriers(ctx)
    if (existing.length >= MAX_CARRIERS && !existing.some((carrier) => carrier.name === name)) {
      throw new AppError('conflict', `A shop can have at most ${MAX_CARRIERS} carriers. Delete one first.`, {
        fields: { limit: MAX_CARRIERS },
      })
    }
    const secret = newToken()
    const sealed = encrypt(secret, ctx.secretFor('carriers'), ownerOf(ctx, name))
    const carrier = await queries.upsertCarrier(ctx, name, url, sealed)
    await emitShippingUpdated(ctx, 'carrier', name)
    return { ...carrier, secret }
  })
}

/** Rates that use the carrier switch to their fallback. */
export function deleteCarrier(ctx: Ctx, name: string): Promise<void> {
  return changeShipping(ctx, async (ctx) => {
    await getCarrier(ctx, name)
    await queries.deleteCarrier(ctx, name)
    await emitShippingUpdated(ctx, 'carrier', name)
  })
}

export async function getCarrier(ctx: Ctx, name: string): Promise<Carrier> {
  const carrier = await queries.findCarrier(ctx, name)
  if (!carrier) throw notFound('carrier', name)
  return carrier
}

const ownerOf = (ctx: Ctx, name: string) => `shipping_carriers ${ctx.environmentId} ${name}`
