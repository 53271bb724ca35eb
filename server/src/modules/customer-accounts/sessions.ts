import type { Ctx } from '../../ctx.ts'
import { invalidCustomerToken } from '../../http/auth/customer-token.ts'
import { newSecretId } from '../../kit/ids.ts'
import { readToken, signToken, type TokenClaims } from './customer-tokens.ts'
import * as queries from './queries.ts'
import type { CustomerTokens } from './schemas.ts'

const TOKEN_MS = 3_600_000
const SESSION_MS = 30 * 86_400_000

export async function openSession(ctx: Ctx, customerId: string): Promise<CustomerTokens> {
  const sessionId = newSecretId('cses')
  await queries.insertSession(ctx, sessionId, customerId, sessionEnd(ctx))
  return signTokens(ctx, { customerId, sessionId, generation: 1 })
}

const sessionEnd = (ctx: Ctx) => new Date(ctx.now.getTime() + SESSION_MS)

async function signTokens(ctx: Ctx, claims: TokenClaims): Promise<CustomerTokens> {
  const expiresAt = new Date(ctx.now.getTime() + TOKEN_MS)
  const refreshExpiresAt = sessionEnd(ctx)
  return {
    token: await signToken(ctx, 'access', { ...claims, generation: 0 }, expiresAt),
    expiresAt: expiresAt.toISOString(),
    refreshToken: await signToken(ctx, 'refresh', claims, refreshExpiresAt),
    refreshExpiresAt: refreshExpiresAt.toISOString(),
    customerId: claims.customerId as CustomerTokens['customerId'],
  }
}

/**
 * A refresh token can be used once. The second use shows that somebody has copied it, and nobody knows which of the two
 * is the customer: the session ends for both.
 */
export async function refreshTokens(ctx: Ctx, refreshToken: string): Promise<CustomerTokens> {
  const claims = await readToken(ctx, 'refresh', refreshToken)
  if (!claims) throw invalidCustomerToken()
  const session = await queries.refreshSession(ctx, claims.sessionId, claims.generation, sessionEnd(ctx))
  if (!session || session.isRevoked) throw invalidCustomerToken()
  return signTokens(ctx, { ...claims, customerId: session.customerId, generation: session.generation })
}

/** Signs out: from then on no token of the session is valid. Doing it twice is harmless. */
export async function revokeTokens(ctx: Ctx, refreshToken: string): Promise<void> {
  const claims = await readToken(ctx, 'refresh', refreshToken)
  if (!claims) throw invalidCustomerToken()
  await queries.revokeSession(ctx, claims.sessionId)
}
