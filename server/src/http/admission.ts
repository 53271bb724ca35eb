import type { FastifyRequest } from 'fastify'
import type { Scope } from '../kit/api-key.ts'
import { AppError, tooManyRequests } from '../kit/errors.ts'
import type { AnswerCache, KeptAnswer } from './answer-cache.ts'
import { type Attribution, type ByKey, type Directory, type Identified, identify, needsKey } from './attribution.ts'
import type { LimitState } from './finalise.ts'
import { type Limiter, stateOf, type Verdict } from './limits/limiter.ts'
import type { MemoryLimiter } from './limits/memory.ts'
import { type Quota, quotaOfAgent, quotaOfKey, quotaOfStranger, quotaOfVisitor, tierOf } from './limits/table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** B4: throws when the key was revoked since the request was let in. */
    stillAdmitted: (() => Promise<void>) | undefined
  }
}

export interface Admission {
  attribution: Attribution
  /** The database was asked whose it is. */
  isLookedUp: boolean
  kept?: KeptAnswer | undefined
}

/**
 * Who is let in: decides, counts, and puts on the request what the headers say. Throws the refusal of who is not; what is
 * not there for anybody is refused without asking who they are.
 */
export type Admit = (request: FastifyRequest, notHere: AppError | undefined) => Promise<Admission>

export interface Gate {
  directory: Directory
  limiter: Limiter
  /** Counts for this server alone, and at once. */
  local: MemoryLimiter
  /** Told of every request that was counted or refused for its number; without an environment, of a stranger's. */
  note(quota: Quota, allowed: boolean, environmentId?: string): void
  /** Revoking a key: when this is done, no server accepts it. */
  revoking<Result>(workspaceId: string, keyId: string, work: () => Promise<Result>): Promise<Result>
}

declare module 'fastify' {
  interface FastifyInstance {
    gate: Gate
  }
}

/** A1, D2 to D4: every request is attributed, then counted for whom it was attributed to, before anything else happens. */
export function admitThrough(gate: Gate, answers: Pick<AnswerCache, 'find'>): Admit {
  return async (request, notHere) => {
    if (notHere) return refuse(gate, request, notHere)
    const whoever = identifyOrTell(gate, request)
    // Nobody waits for what is known: a turn of the event loop costs as much as the rest of this.
    let isLookedUp = whoever instanceof Promise
    const identified = whoever instanceof Promise ? await whoever : whoever
    if (identified.kind === 'stranger') return refuse(gate, request, identified.refusal)

    const { attribution } = identified
    const quota = quotaOf(identified, request)
    const kept = request.routeOptions.config.kept && answers.find(request, attribution.environmentId)
    const isFree = kept && quota.cachedIsFree
    const decided = gate.limiter.decide(quota, isFree ? 0 : 1, keyQuestion(identified))
    const verdict = decided instanceof Promise ? await decided : decided
    request.limitState = stateOf(verdict)
    if (isInDoubt(identified, verdict)) {
      isLookedUp = true
      if (!(await stillStands(gate, identified, verdict))) return refuse(gate, request, needsKey())
    }

    if (!isFree) gate.note(quota, verdict.allowed, attribution.environmentId)
    if (!verdict.allowed) throw tooMany(quota, verdict)
    if (identified.kind === 'key') {
      if (!kept) request.stillAdmitted = admittedUntil(gate.directory, identified.value)
      gate.directory.onKeyUsed(identified.found, request)
      if (identified.refusal) throw identified.refusal
      assertScope(identified.found.caller.scope, request)
    }
    return { attribution, isLookedUp, kept }
  }
}

/** What the headers say of a request that is nobody's: one that could not be read. */
export const lookAtStranger = ({ limiter }: Pick<Gate, 'limiter'>, ip: string) =>
  look(limiter, quotaOfStranger(ip, 'read'))

export const lookAtPreflight = ({ limiter }: Pick<Gate, 'limiter'>, { ip, url }: FastifyRequest, method: string) =>
  look(limiter, quotaOfVisitor(ip, tierOf(method, url)))

const look = async (limiter: Limiter, quota: Quota): Promise<LimitState> => stateOf(await limiter.decide(quota, 0))

function identifyOrTell({ directory, limiter }: Gate, request: FastifyRequest): Identified | Promise<Identified> {
  const identified = identify(directory, request)
  if (!(identified instanceof Promise)) return identified
  return identified.catch(async (error: unknown) => {
    // Nobody knows whose it is: the database is away.
    request.limitState = await look(limiter, quotaOfStranger(request.ip, tierOfRequest(request)))
    throw error
  })
}

const SLOW_BODY_MS = 1000

/** A body may take its time: who holds a stolen key must not park requests and have them done after the revocation. */
function admittedUntil(directory: Directory, value: string): () => Promise<void> {
  const [before, admittedMs] = [directory.revocations(), performance.now()]
  return async () => {
    if (directory.revocations() === before && performance.now() - admittedMs < SLOW_BODY_MS) return
    if (!(await directory.stillStands(value))) throw needsKey()
  }
}

/** D4: makes guessing slow and seen. A browser's own question before a request guesses nothing and does not count. */
async function refuse({ limiter, note }: Gate, request: FastifyRequest, refusal: AppError): Promise<never> {
  const quota = quotaOfStranger(request.ip, tierOfRequest(request))
  const cost = isPreflight(request) ? 0 : 1
  const verdict = await limiter.decide(quota, cost)
  if (cost === 1) note(quota, verdict.allowed)
  request.limitState = stateOf(verdict)
  throw verdict.allowed ? refusal : tooMany(quota, verdict)
}

function quotaOf(identified: Exclude<Identified, { kind: 'stranger' }>, request: FastifyRequest): Quota {
  if (identified.kind === 'visitor') return quotaOfVisitor(request.ip, tierOfRequest(request))
  const { attribution, found } = identified
  if (found.caller.scope === 'agent') return quotaOfAgent(attribution)
  return quotaOfKey(attribution, request.routeOptions.config.limit ?? 'default')
}

/** B8: addresses that don't exist declare no scopes, and are 404 for every key. */
function assertScope(scope: Scope, { routeOptions: { config } }: FastifyRequest): void {
  const { scopes } = config
  if (!scopes || scopes.includes(scope)) return
  const needed = scopes.map((one) => `"${one}"`).join(' or ')
  throw new AppError('insufficient_scope', `This key has the scope "${scope}". Use a key with the scope ${needed}.`)
}

const keyQuestion = (identified: Identified) =>
  identified.kind === 'key'
    ? { keyId: identified.found.caller.keyId, justAsked: identified.found.standing === 'just asked' }
    : undefined

const isInDoubt = (identified: Identified, { key }: Verdict): identified is ByKey =>
  identified.kind === 'key' && (key === 'revoked' || (identified.found.standing === 'assumed' && key !== 'active'))

const stillStands = async ({ directory }: Gate, { value }: ByKey, { key }: Verdict): Promise<boolean> =>
  key !== 'revoked' && directory.stillStands(value)

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && headers.authorization === undefined

const tierOfRequest = ({ method, routeOptions, url }: FastifyRequest) => tierOf(method, routeOptions.url ?? url)

export const tooMany = ({ counts, limit }: Quota, { resetMs, nowMs }: Verdict) =>
  tooManyRequests((resetMs - nowMs) / 1000, `The limit of ${limit} for ${counts} is used up.`)
