import type { Ctx } from '../../ctx.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newToken } from '../../kit/one-time-token.ts'
import { outsideUrlFault } from '../../kit/public-address.ts'
import { open, seal } from '../../kit/sealed.ts'
import * as queries from './carrier-queries.ts'
import { type Carrier, type CarrierDraft, type CarrierWithSecret, MAX_CARRIERS } from './carrier-schemas.ts'
import { changeShipping, tellShipping } from './changes.ts'

/** Every time with a new secret: who changes the address does not hand the old one's secret to the new. */
export function putCarrier(ctx: Ctx, name: string, { url }: CarrierDraft): Promise<CarrierWithSecret> {
  const fault = outsideUrlFault(url, { allowHttp: ctx.mode === 'test' })
  if (fault) throw invalidRequest('The address is not valid.', [{ path: '/url', message: fault }])
  return changeShipping(ctx, async (ctx) => {
    const known = await queries.listCarriers(ctx)
    if (known.length >= MAX_CARRIERS && !known.some((carrier) => carrier.name === name)) {
      throw new AppError('conflict', `A shop has at most ${MAX_CARRIERS} carriers: delete one first.`)
    }
    const secret = newToken()
    const sealed = seal(secret, ctx.secretFor('carriers'), ownerOf(ctx, name))
    const carrier = await queries.upsertCarrier(ctx, name, url, sealed)
    await tellShipping(ctx, 'carrier', name)
    return { ...carrier, secret }
  })
}

/** Rates that ask it fall back to what they say they fall back to. */
export function deleteCarrier(ctx: Ctx, name: string): Promise<void> {
  return changeShipping(ctx, async (ctx) => {
    await getCarrier(ctx, name)
    await queries.deleteCarrier(ctx, name)
    await tellShipping(ctx, 'carrier', name)
  })
}

export async function getCarrier(ctx: Ctx, name: string): Promise<Carrier> {
  const carrier = await queries.findCarrier(ctx, name)
  if (!carrier) throw notFound('carrier', name)
  return carrier
}

export interface CarrierAccess {
  name: string
  url: string
  secret: string
  allowHttp: boolean
}

/** What is needed to ask carriers; of a name that is not known, nothing. Ask them outside of any transaction. */
export async function openCarriers(ctx: Ctx, names: string[]): Promise<CarrierAccess[]> {
  const found = await queries.listSealed(ctx, names)
  return found.map(({ name, url, sealedSecret }) => ({
    name,
    url,
    secret: open(sealedSecret, ctx.secretFor('carriers'), ownerOf(ctx, name)),
    allowHttp: ctx.mode === 'test',
  }))
}

const ownerOf = (ctx: Ctx, name: string) => `shipping_carriers ${ctx.environmentId} ${name}`
