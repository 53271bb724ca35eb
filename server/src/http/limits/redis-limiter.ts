import type { Cluster, Redis, Result } from 'ioredis'
import { withTimeout } from '../../kit/with-timeout.ts'
import { type KeyCheck, type LimitDecision, type Limiter, toDecision } from './limiter.ts'
import type { Quota } from './quotas.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    decide(...args: (string | number)[]): Result<[string, number, number, number], Context>
  }
}

export interface RedisLimiter extends Limiter {
  /** From here on the script reports the key as revoked, on every node. Throws when Redis did not confirm it. */
  markRevoked(workspaceId: string, keyId: string): Promise<void>
  /** Runs the script that requests run: a Redis that can be read but not written to fails here. */
  probe(): Promise<void>
}

/** How long Redis considers a key active after the database reported it. */
export const ACTIVE_MS = 3000
/** By then every "active" from before the revocation has long expired. */
const REVOKED_SECONDS = 3600

const PROBE_QUOTA: Quota = {
  name: 'probe',
  description: 'probes',
  limit: 1_000_000,
  windowMs: 1000,
  group: 'storedesk',
  counter: 'probe',
  by: 'tenant',
}

interface Options {
  redis: Redis | Cluster
  /** Milliseconds since 1970; by default the time of Redis, so that nodes agree. */
  clock?: () => number
  timeoutMs?: number | undefined
  /** `onCommand` is called with the seconds that each count took. */
  timings?: { onCommand?: (seconds: number) => void }
}

/**
 * Maximum wait for a count; then local counters decide. Long, because a merely busy machine must not make limits
 * inexact; after three timeouts nobody waits anymore.
 */
const TIMEOUT_MS = 1500

/** Counters and revocations of many processes, in one script. Throws whenever Redis does not respond. */
export function openRedisLimiter({ redis, clock, timeoutMs = TIMEOUT_MS, timings }: Options): RedisLimiter {
  redis.defineCommand('decide', { lua: DECIDE_SCRIPT })

  async function decide(quota: Quota, cost: 0 | 1, key?: KeyCheck): Promise<LimitDecision> {
    const { group, counter, limit, windowMs } = quota
    const keys = [`{${group}}:${counter}`, ...(key ? [keyStateName(group, key.keyId)] : [])]
    const now = clock?.() ?? ''
    const activeMs = key?.isFresh ? ACTIVE_MS : 0
    const startedMs = performance.now()
    const reply = redis.decide(keys.length, ...keys, limit, windowMs, cost, now, activeMs)
    const [state, count, endsMs, nowMs] = await withTimeout(reply, timeoutMs).finally(() =>
      timings?.onCommand?.((performance.now() - startedMs) / 1000),
    )
    const decision = toDecision(quota, cost, count, endsMs, nowMs)
    return key ? { ...decision, key: state as NonNullable<LimitDecision['key']> } : decision
  }

  return {
    decide,
    async markRevoked(workspaceId, keyId) {
      await withTimeout(redis.set(keyStateName(workspaceId, keyId), 'revoked', 'EX', REVOKED_SECONDS), timeoutMs)
    },
    async probe() {
      await decide(PROBE_QUOTA, 1)
    },
  }
}

const keyStateName = (workspaceId: string, keyId: string) => `{${workspaceId}}:key:${keyId}`

/**
 * Everything about a request in one round trip: the state of its key, and its count.
 *
 * KEYS: 1 the counter, 2 the state of the key (only with a key); both in one slot of a cluster.
 * ARGV: 1 limit, 2 window in ms, 3 cost (0 or 1), 4 now in ms (empty: the time of Redis, which all nodes share), 5 for
 * how many ms a key that the database has just reported active counts as active (0: it was not queried).
 * Returns: state of the key, count before this request, end of the window in ms, now in ms.
 *
 * A revoked key stays revoked: a late "active" from a node that queried the database a moment too early does not
 * overwrite it.
 */
export const DECIDE_SCRIPT = `
local now = tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local state = ''
if KEYS[2] then
  state = redis.call('GET', KEYS[2]) or 'unknown'
  if state ~= 'revoked' and tonumber(ARGV[5]) > 0 then
    redis.call('SET', KEYS[2], 'active', 'PX', ARGV[5])
    state = 'active'
  end
  if state == 'revoked' then return {state, 0, now + window, now} end
end

local known = redis.call('HMGET', KEYS[1], 'count', 'ends')
local count, ends = tonumber(known[1]), tonumber(known[2])
if not ends or ends <= now then
  count, ends = 0, now + window
end
-- A window opened before a clock was set back must not last longer.
ends = math.min(ends, now + window)
if cost == 1 and count < limit then
  redis.call('HSET', KEYS[1], 'count', count + 1, 'ends', ends)
  redis.call('PEXPIRE', KEYS[1], ends - now + 1000)
end
return {state, count, ends, now}
`
