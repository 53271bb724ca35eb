import type { FastifyRequest } from 'fastify'
import type { Scope } from '../../kit/api-key.ts'
import { AppError } from '../../kit/errors.ts'
import { type LimitDecision, type Limiter, toLimitState } from '../limits/limiter.ts'
import { agentQuota, anonymousQuota, keyQuota, type Quota, tierOf, visitorQuota } from '../limits/quotas.ts'
import { type RequestCounter, rateLimitExceeded } from '../limits/request-counter.ts'
import type { CachedResponse } from '../response-cache/cached-headers.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import type { LimitState } from '../responses/response-headers.ts'
import {
  type AuthResult,
  authenticate,
  type IdentityStore,
  invalidKeyError,
  type KeyAuth,
  type RequestIdentity,
} from './authenticate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws when the key was revoked since the request was authorized. */
    recheckKey: (() => Promise<void>) | undefined
  }
}

export interface AuthorizedRequest {
  identity: RequestIdentity
  /** The database was queried for the caller. */
  wasCallerQueried: boolean
  cached?: CachedResponse | undefined
}

/**
 * Authenticates, counts and sets on the request what the headers need. Throws for a caller without access; a path
 * nobody can use is rejected without authentication.
 */
export type AuthorizeRequest = (
  request: FastifyRequest,
  notServedError: AppError | undefined,
) => Promise<AuthorizedRequest>

export interface AccessControl extends RequestCounter {
  identityStore: IdentityStore
  /** Revokes a key: when this resolves, no server accepts it. */
  revokeEverywhere<Result>(workspaceId: string, keyId: string, work: () => Promise<Result>): Promise<Result>
}

declare module 'fastify' {
  interface FastifyInstance {
    accessControl: AccessControl
  }
}

/** Every request is authenticated, then counted for its caller, before anything else happens. */
export function authorizeApiRequest(
  accessControl: AccessControl,
  responseCache: Pick<ResponseCache, 'find'>,
): AuthorizeRequest {
  return async (request, notServedError) => {
    if (notServedError) return reject(accessControl, request, notServedError)
    const pending = authenticateOrAttachLimit(accessControl, request)
    // Cached identities are not awaited: one turn of the event loop costs as much as the rest of this function.
    let wasCallerQueried = pending instanceof Promise
    const auth = pending instanceof Promise ? await pending : pending
    if (auth.kind === 'anonymous') return reject(accessControl, request, auth.error)

    const { identity } = auth
    const quota = selectQuota(auth, request)
    const cached = request.routeOptions.config.cache && responseCache.find(request, identity.environmentId)
    const isFree = cached && quota.cachedIsFree
    const result = accessControl.limiter.decide(quota, isFree ? 0 : 1, keyCheckFor(auth))
    const decision = result instanceof Promise ? await result : result
    request.limitState = toLimitState(decision)
    if (needsKeyRecheck(auth, decision)) {
      wasCallerQueried = true
      if (!(await isStillActive(accessControl, auth, decision)))
        return reject(accessControl, request, invalidKeyError())
    }

    if (!isFree) accessControl.recordDecision(quota, decision.allowed, identity.environmentId)
    if (!decision.allowed) throw rateLimitExceeded(quota, decision)
    if (auth.kind === 'key') {
      if (!cached) request.recheckKey = createKeyRecheck(accessControl.identityStore, auth.value)
      accessControl.identityStore.onKeyUsed(auth.key, request)
      if (auth.error) throw auth.error
      assertScope(auth.key.caller.scope, request)
    }
    return { identity, wasCallerQueried, cached }
  }
}

/** Limit headers for a request without a caller: one that could not be parsed. */
export const peekAnonymousLimit = ({ limiter }: Pick<AccessControl, 'limiter'>, ip: string) =>
  peekLimit(limiter, anonymousQuota(ip, 'read'))

export const peekPreflightLimit = (
  { limiter }: Pick<AccessControl, 'limiter'>,
  { ip, url }: FastifyRequest,
  method: string,
) => peekLimit(limiter, visitorQuota(ip, tierOf(method, url)))

const peekLimit = async (limiter: Limiter, quota: Quota): Promise<LimitState> =>
  toLimitState(await limiter.decide(quota, 0))

function authenticateOrAttachLimit(
  { identityStore, limiter }: AccessControl,
  request: FastifyRequest,
): AuthResult | Promise<AuthResult> {
  const auth = authenticate(identityStore, request)
  if (!(auth instanceof Promise)) return auth
  return auth.catch(async (error: unknown) => {
    // The caller is unknown: the database is unavailable.
    request.limitState = await peekLimit(limiter, anonymousQuota(request.ip, tierFor(request)))
    throw error
  })
}

const SLOW_BODY_MS = 1000

/** A body may be slow: the holder of a stolen key must not park requests and have them run after the revocation. */
function createKeyRecheck(identityStore: IdentityStore, value: string): () => Promise<void> {
  const [revocationsBefore, authorizedMs] = [identityStore.revocationCount(), performance.now()]
  return async () => {
    if (identityStore.revocationCount() === revocationsBefore && performance.now() - authorizedMs < SLOW_BODY_MS) return
    if (!(await identityStore.isKeyActive(value))) throw invalidKeyError()
  }
}

/** Makes guessing slow and visible. A browser's preflight guesses nothing and does not count. */
async function reject(
  { limiter, recordDecision }: AccessControl,
  request: FastifyRequest,
  error: AppError,
): Promise<never> {
  const quota = anonymousQuota(request.ip, tierFor(request))
  const cost = isPreflight(request) ? 0 : 1
  const decision = await limiter.decide(quota, cost)
  if (cost === 1) recordDecision(quota, decision.allowed)
  request.limitState = toLimitState(decision)
  throw decision.allowed ? error : rateLimitExceeded(quota, decision)
}

function selectQuota(auth: Exclude<AuthResult, { kind: 'anonymous' }>, request: FastifyRequest): Quota {
  if (auth.kind === 'visitor') return visitorQuota(request.ip, tierFor(request))
  const { identity, key } = auth
  if (key.caller.scope === 'agent') return agentQuota(identity, key.rateLimitFactor)
  return keyQuota(identity, request.routeOptions.config.limit ?? 'default', key.rateLimitFactor)
}

/** Unknown paths declare no scopes, and are 404 for every key. */
function assertScope(scope: Scope, { routeOptions: { config } }: FastifyRequest): void {
  const { scopes } = config
  if (!scopes || scopes.includes(scope)) return
  const allowedScopes = scopes.map((one) => `"${one}"`).join(' or ')
  throw new AppError(
    'insufficient_scope',
    `This key has the scope "${scope}". Use a key with the scope ${allowedScopes}.`,
    { fields: { scope, requiredScopes: scopes } },
  )
}

const keyCheckFor = (auth: AuthResult) =>
  auth.kind === 'key' ? { keyId: auth.key.caller.keyId, isFresh: auth.key.freshness === 'verified' } : undefined

const needsKeyRecheck = (auth: AuthResult, { key }: LimitDecision): auth is KeyAuth =>
  auth.kind === 'key' && (key === 'revoked' || (auth.key.freshness === 'assumed' && key !== 'active'))

const isStillActive = async (
  { identityStore }: AccessControl,
  { value }: KeyAuth,
  { key }: LimitDecision,
): Promise<boolean> => key !== 'revoked' && identityStore.isKeyActive(value)

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && headers.authorization === undefined

const tierFor = ({ method, routeOptions, url }: FastifyRequest) => tierOf(method, routeOptions.url ?? url)
