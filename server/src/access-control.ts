import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/database.ts'
import type { InstanceLock } from './db/instance-lock.ts'
import type { AccessControl } from './http/auth/authorize.ts'
import { openFallbackLimiter } from './http/limits/fallback-limiter.ts'
import type { Limiter } from './http/limits/limiter.ts'
import { openMemoryLimiter } from './http/limits/memory-limiter.ts'
import { ACTIVE_MS, openRedisLimiter, type RedisLimiter } from './http/limits/redis-limiter.ts'
import type { RateLimitStats } from './http/metrics.ts'
import type { RedisTimings } from './http/service-metrics.ts'
import { unavailable } from './kit/errors.ts'
import type { HealthCheck } from './kit/health.ts'
import { openIdentityStore } from './modules/keys/identity-store.ts'
import type { CacheTrust } from './modules/keys/key-cache.ts'
import { openUsageCounter } from './modules/limits/usage.ts'

export interface AccessControlOptions {
  db: Db
  log: FastifyBaseLogger
  clock: () => Date
  /** Milliseconds since 1970, for tests that run rate limits on another clock. */
  limitClock?: (() => number) | undefined
  /** Servers share their counters through Redis. */
  redisUrl?: string | undefined
  /** Maximum wait for Redis, for tests that must not depend on the speed of the machine. */
  redisTimeoutMs?: number | undefined
  /** How long a request waits for the lookup of its key. */
  keyTimeoutMs?: number | undefined
  /** Without a lock and without Redis, keys are not cached. */
  lock?: Pick<InstanceLock, 'epoch' | 'previousLeaseExpired' | 'isHeld'> | undefined
}

export interface AccessControlRuntime extends AccessControl {
  /** Call when a key was revoked, here or on another server. */
  evictKey(keyId: string): void
  /** True when counters are in memory, so decisions need no await. */
  isSynchronous: boolean
  /** Only with Redis. */
  checks: Record<string, () => Promise<HealthCheck>>
  stats(): RateLimitStats
  redisTimings: RedisTimings
  close(): Promise<void>
}

/** Maximum time that revoking a key waits for its last use to be written. */
const MAX_FLUSH_MS = 1000

/** Every request passes through here; both listeners share it. */
export async function openAccessControl({
  db,
  log,
  clock,
  limitClock,
  redisUrl,
  redisTimeoutMs,
  keyTimeoutMs,
  lock,
}: AccessControlOptions): Promise<AccessControlRuntime> {
  const nowMs = limitClock ?? (() => clock().getTime())
  const localLimiter = openMemoryLimiter({ clock: nowMs })
  const shared = redisUrl ? await openRedisCounters(redisUrl, redisTimeoutMs, log, nowMs) : undefined
  const identityStore = openIdentityStore({
    db,
    log,
    clock,
    cacheTrust: () => cacheTrustOf(shared !== undefined, lock),
    timeoutMs: keyTimeoutMs,
  })
  const usage = openUsageCounter(db, log, clock)
  const requests: RateLimitStats['requests'] = new Map()
  return {
    identityStore,
    limiter: shared?.limiter ?? localLimiter,
    localLimiter,
    evictKey: identityStore.evictKey,
    isSynchronous: shared === undefined,
    recordDecision(quota, allowed, environmentId) {
      const outcomes = requests.get(quota.name) ?? { accepted: 0, rejected: 0 }
      requests.set(quota.name, outcomes)
      outcomes[allowed ? 'accepted' : 'rejected'] += 1
      if (environmentId) usage.record(environmentId, quota.name, allowed)
    },
    async revokeEverywhere(workspaceId, keyId, work) {
      await lock?.previousLeaseExpired()
      // Best effort: a slow database must not keep a revoked key alive.
      await Promise.race([identityStore.flushKeyUsage(keyId), sleep(MAX_FLUSH_MS, undefined, { ref: false })])
      try {
        const result = await work()
        if (shared) await propagateRevocation(shared.counters, workspaceId, keyId)
        // Another server may hold the lock now and have the key cached. A retry reaches it, and revoking twice is safe.
        if (lock && !(await lock.isHeld())) throw unavailable(new Error('revoked without holding the lock'))
        return result
      } finally {
        // Also after an error: the revocation may have been committed.
        identityStore.evictKey(keyId)
      }
    },
    checks: shared ? { redis: () => shared.check() } : {},
    redisTimings: shared?.timings ?? {},
    stats: () => ({ isDegraded: shared?.isDegraded() ?? false, requests }),
    async close() {
      await Promise.all([identityStore.stop(), usage.stop()])
      shared?.close()
    },
  }
}

function cacheTrustOf(isShared: boolean, lock: AccessControlOptions['lock']): CacheTrust {
  if (isShared) return { source: 'shared', epoch: 0 }
  const epoch = lock?.epoch()
  return epoch === undefined ? { source: 'none', epoch: 0 } : { source: 'own', epoch }
}

async function openRedisCounters(
  redisUrl: string,
  timeoutMs: number | undefined,
  log: FastifyBaseLogger,
  nowMs: () => number,
) {
  // Loaded on demand: most servers run without Redis.
  const { connectRedis, disconnectRedis } = await import('./http/limits/connect-redis.ts')
  const redis = connectRedis(redisUrl, { socketTimeout: timeoutMs })
  const timings: RedisTimings = {}
  const counters = openRedisLimiter({ redis, timeoutMs, timings })
  const limiter = openFallbackLimiter({
    shared: counters,
    local: openMemoryLimiter({ clock: nowMs }),
    onChange: (isDegraded, error) =>
      isDegraded
        ? log.error({ err: error }, 'Redis is unavailable: this server counts limits alone')
        : log.info('Redis is available again: limits are shared'),
  })
  return {
    counters,
    timings,
    limiter: limiter as Limiter,
    isDegraded: limiter.isDegraded,
    check: async (): Promise<HealthCheck> => {
      const isDown = await counters.probe().then(
        () => false,
        () => true,
      )
      return isDown || limiter.isDegraded()
        ? { ok: true, degraded: true, message: 'unavailable: each server counts limits alone' }
        : { ok: true }
    },
    close: () => {
      limiter.stop()
      disconnectRedis(redis)
    },
  }
}

const RETRY_MS = 250

/** Returns when no server accepts the key: each was notified, or its cached state has expired. */
async function propagateRevocation(counters: RedisLimiter, workspaceId: string, keyId: string): Promise<void> {
  const deadlineMs = performance.now() + 2 * ACTIVE_MS
  while (performance.now() < deadlineMs) {
    try {
      return await counters.markRevoked(workspaceId, keyId)
    } catch {
      await sleep(RETRY_MS)
    }
  }
}
