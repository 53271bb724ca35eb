import type { Ctx } from '../../ctx.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { validateExternalUrl } from '../../kit/external-url.ts'
import { newToken } from '../../kit/one-time-token.ts'
import * as queries from './queries.ts'
import type { TaxEngine, TaxEngineInput, TaxEngineWithSecret } from './schemas.ts'
import { changeTaxes, emitTaxesUpdated } from './taxes.ts'

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
