import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Ctx } from '../../ctx.ts'

/** The only algorithm: a token that names another one, or `none`, is not valid. */
const ALGORITHM = 'HS256'

/** A refresh token must not work as a customer token, nor the other way round. */
const AUDIENCES = { access: 'storedesk:customer', refresh: 'storedesk:customer-refresh' }

export interface TokenClaims {
  customerId: string
  sessionId: string
  /** Of the refresh token; 0 in an access token. */
  generation: number
}

/** Each environment has its own key, so a live token is never valid in the sandbox. */
const secretOf = (ctx: Pick<Ctx, 'secretFor' | 'environmentId'>) =>
  Buffer.from(ctx.secretFor(`customer-tokens ${ctx.environmentId}`), 'hex')

export const signToken = (
  ctx: Ctx,
  use: keyof typeof AUDIENCES,
  { customerId, sessionId, generation }: TokenClaims,
  expiresAt: Date,
): Promise<string> =>
  new SignJWT({ env: ctx.environmentId, sid: sessionId, gen: generation })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(customerId)
    .setAudience(AUDIENCES[use])
    .setIssuedAt(ctx.now)
    .setExpirationTime(expiresAt)
    .sign(secretOf(ctx))

/** Undefined for a token that we did not sign for this use and environment, or that has expired. */
export async function readToken(
  ctx: Ctx,
  use: keyof typeof AUDIENCES,
  token: string,
): Promise<TokenClaims | undefined> {
  const claims = await verifyJwt(ctx, token, secretOf(ctx), AUDIENCES[use])
  const { sub, sid, gen, env } = claims ?? {}
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof gen !== 'number') return undefined
  return env === ctx.environmentId ? { customerId: sub, sessionId: sid, generation: gen } : undefined
}

/** The claims of a token that was signed with `secret` and has not expired. */
export async function verifyJwt(
  ctx: Pick<Ctx, 'now'>,
  token: string,
  secret: Uint8Array,
  audience?: string,
): Promise<JWTPayload | undefined> {
  try {
    const options = { algorithms: [ALGORITHM], currentDate: ctx.now, requiredClaims: ['sub', 'exp'] }
    const { payload } = await jwtVerify(token, secret, audience === undefined ? options : { ...options, audience })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
