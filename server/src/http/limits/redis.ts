import type { Cluster, Redis, Result } from 'ioredis'
import { inTime } from '../../kit/in-time.ts'
import { type KeyQuestion, type Limiter, type Verdict, verdictOf } from './limiter.ts'
import { DECIDE } from './script.ts'
import type { Quota } from './table.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    decide(...args: (string | number)[]): Result<[string, number, number, number], Context>
  }
}

export interface RedisLimiter extends Limiter {
  /** From here on the script calls the key revoked, on every node. Throws when Redis did not confirm it. */
  markRevoked(workspaceId: string, keyId: string): Promise<void>
  /** Asks what requests ask: a Redis that can be read but not written to does not answer this. */
  probe(): Promise<void>
}

/** For how long Redis takes a key for active after the database was asked. */
export const ACTIVE_MS = 3000
/** By then every "active" that was said before the revocation has long run out. */
const REVOKED_SECONDS = 3600

const PROBE: Quota = {
  name: 'probe',
  counts: 'probes',
  limit: 1_000_000,
  windowMs: 1000,
  group: 'storedesk',
  counter: 'probe',
  by: 'tenant',
}

interface Options {
  redis: Redis | Cluster
  /** Milliseconds since 1970; the time of Redis when it is not given, so that nodes agree. */
  clock?: () => number
}

/**
 * A request waits no longer for its count; then local counters decide. Long, because a machine that is merely busy must
 * not make limits inexact; and after three of them nobody waits any more.
 */
const TIMEOUT_MS = 1500

/** Counters and revocations of many processes, in one script. Throws whenever Redis does not answer. */
export function openRedisLimiter({ redis, clock }: Options): RedisLimiter {
  redis.defineCommand('decide', { lua: DECIDE })

  async function decide(quota: Quota, cost: 0 | 1, key?: KeyQuestion): Promise<Verdict> {
    const { group, counter, limit, windowMs } = quota
    const keys = [`{${group}}:${counter}`, ...(key ? [stateOf(group, key.keyId)] : [])]
    const now = clock?.() ?? ''
    const fill = key?.justAsked ? ACTIVE_MS : 0
    const answer = redis.decide(keys.length, ...keys, limit, windowMs, cost, now, fill)
    const [state, count, endsMs, nowMs] = await inTime(answer, TIMEOUT_MS)
    const verdict = verdictOf(quota, cost, count, endsMs, nowMs)
    return key ? { ...verdict, key: state as NonNullable<Verdict['key']> } : verdict
  }

  return {
    decide,
    async markRevoked(workspaceId, keyId) {
      await inTime(redis.set(stateOf(workspaceId, keyId), 'revoked', 'EX', REVOKED_SECONDS), TIMEOUT_MS)
    },
    async probe() {
      await decide(PROBE, 1)
    },
  }
}

const stateOf = (workspaceId: string, keyId: string) => `{${workspaceId}}:key:${keyId}`
