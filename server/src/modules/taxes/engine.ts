import type { Ctx } from '../../ctx.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { newToken } from '../../kit/one-time-token.ts'
import { outsideUrlFault } from '../../kit/public-address.ts'
import { open, seal } from '../../kit/sealed.ts'
import * as queries from './engine-queries.ts'
import type { Engine, EngineDraft, EngineWithSecret } from './engine-schemas.ts'
import { changeTaxes, tellTaxes } from './taxes.ts'

/** Every time with a new secret: who changes the address does not hand the old one's secret to the new. */
export function putEngine(ctx: Ctx, { url }: EngineDraft): Promise<EngineWithSecret> {
  const fault = outsideUrlFault(url, { allowHttp: ctx.mode === 'test' })
  if (fault) throw invalidRequest('The address is not valid.', [{ path: '/url', message: fault }])
  return changeTaxes(ctx, async (ctx) => {
    const secret = newToken()
    const engine = await queries.upsertEngine(ctx, url, seal(secret, ctx.secretFor('tax-engines'), ownerOf(ctx)))
    await tellTaxes(ctx, { kind: 'engine', id: null })
    return { ...engine, secret }
  })
}

/** From then on the shop's own regions count at checkout too. */
export function deleteEngine(ctx: Ctx): Promise<void> {
  return changeTaxes(ctx, async (ctx) => {
    if ((await queries.deleteEngine(ctx)) > 0) await tellTaxes(ctx, { kind: 'engine', id: null })
  })
}

export const getEngine = async (ctx: Ctx): Promise<Engine> =>
  (await queries.findEngine(ctx)) ?? { url: null, updatedAt: null }

export interface EngineAccess {
  url: string
  secret: string
  allowHttp: boolean
}

/** What is needed to ask it, if there is one. Ask it outside of any transaction. */
export async function openEngine(ctx: Ctx): Promise<EngineAccess | undefined> {
  const found = await queries.findSealed(ctx)
  if (!found) return undefined
  const secret = open(found.sealedSecret, ctx.secretFor('tax-engines'), ownerOf(ctx))
  return { url: found.url, secret, allowHttp: ctx.mode === 'test' }
}

const ownerOf = (ctx: Ctx) => `tax_engines ${ctx.environmentId}`
