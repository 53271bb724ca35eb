import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/database.ts'
import type { InstanceLock } from './db/instance-lock.ts'
import type { Gate } from './http/admission.ts'
import { degradeTo } from './http/limits/degrading.ts'
import type { Limiter } from './http/limits/limiter.ts'
import { openMemoryLimiter } from './http/limits/memory.ts'
import { ACTIVE_MS, openRedisLimiter, type RedisLimiter } from './http/limits/redis.ts'
import { unavailable } from './kit/errors.ts'
import type { Check } from './kit/health.ts'
import { openDirectory } from './modules/keys/directory.ts'
import type { Trust } from './modules/keys/known-keys.ts'
import { rememberUsage } from './modules/limits/usage.ts'

export interface GateOptions {
  db: Db
  log: FastifyBaseLogger
  clock: () => Date
  /** Milliseconds since 1970, where limits go by another clock. */
  limitClock?: (() => number) | undefined
  /** Many servers share their counters there. */
  redisUrl?: string | undefined
  /** Without it and without Redis nothing is remembered of keys. */
  lock?: Pick<InstanceLock, 'tenure' | 'settled' | 'isHeld'> | undefined
}

export interface OpenGate extends Gate {
  /** A key was revoked, here or on another server. */
  forgetKey(keyId: string): void
  /** Counters are in memory: who asks is told at once. */
  decidesAtOnce: boolean
  /** Only with Redis. */
  checks: Record<string, () => Promise<Check>>
  figures(): { isDegraded: boolean; requests: Map<string, Outcomes> }
  close(): Promise<void>
}

export interface Outcomes {
  accepted: number
  refused: number
}

/** How long revoking a key waits for its last use to be written. */
const LONGEST_FLUSH_MS = 1000

/** Whoever comes in comes through here, by whichever address: both listeners share it. */
export async function openGate({ db, log, clock, limitClock, redisUrl, lock }: GateOptions): Promise<OpenGate> {
  const nowMs = limitClock ?? (() => clock().getTime())
  const local = openMemoryLimiter({ clock: nowMs })
  const shared = redisUrl ? await openShared(redisUrl, log, nowMs) : undefined
  const directory = openDirectory({ db, log, clock, trust: () => trustOf(shared !== undefined, lock) })
  const usage = rememberUsage(db, log, clock)
  const requests = new Map<string, Outcomes>()
  return {
    directory,
    limiter: shared?.limiter ?? local,
    local,
    forgetKey: directory.forgetKey,
    decidesAtOnce: shared === undefined,
    note(quota, allowed, environmentId) {
      const outcomes = requests.get(quota.name) ?? { accepted: 0, refused: 0 }
      requests.set(quota.name, outcomes)
      outcomes[allowed ? 'accepted' : 'refused'] += 1
      if (environmentId) usage.note(environmentId, quota.name, allowed)
    },
    async revoking(workspaceId, keyId, work) {
      await lock?.settled()
      // A nicety: a database that is slow must not keep a key alive.
      await Promise.race([directory.flushUse(keyId), sleep(LONGEST_FLUSH_MS, undefined, { ref: false })])
      try {
        const result = await work()
        if (shared) await tellAll(shared.counters, workspaceId, keyId)
        // Another server may have taken over, and remember the key. It is sent there by asking again, which is harmless.
        if (lock && !(await lock.isHeld())) throw unavailable(new Error('revoked without holding the lock'))
        return result
      } finally {
        // Also when it has failed: nobody knows how far it got.
        directory.forgetKey(keyId)
      }
    },
    checks: shared ? { redis: () => shared.check() } : {},
    figures: () => ({ isDegraded: shared?.isDegraded() ?? false, requests }),
    async close() {
      await Promise.all([directory.stop(), usage.stop()])
      shared?.close()
    },
  }
}

function trustOf(isShared: boolean, lock: GateOptions['lock']): Trust {
  if (isShared) return { by: 'shared', tenure: 0 }
  const tenure = lock?.tenure()
  return tenure === undefined ? { by: 'none', tenure: 0 } : { by: 'own', tenure }
}

async function openShared(redisUrl: string, log: FastifyBaseLogger, nowMs: () => number) {
  // Loaded only where it is used: most servers start without.
  const { connectRedis } = await import('./http/limits/connect-redis.ts')
  const redis = connectRedis(redisUrl)
  const counters = openRedisLimiter({ redis })
  const limiter = degradeTo({
    shared: counters,
    local: openMemoryLimiter({ clock: nowMs }),
    onChange: (isDegraded, error) =>
      isDegraded
        ? log.error({ err: error }, 'Redis does not answer: limits are counted by this server alone')
        : log.info('Redis answers again: limits are shared'),
  })
  return {
    counters,
    limiter: limiter as Limiter,
    isDegraded: limiter.isDegraded,
    check: async (): Promise<Check> => {
      const isAway = await counters.probe().then(
        () => false,
        () => true,
      )
      return isAway || limiter.isDegraded()
        ? { ok: true, degraded: true, message: 'away: limits are counted by each server alone' }
        : { ok: true }
    },
    close: () => {
      limiter.stop()
      redis.disconnect()
    },
  }
}

const RETRY_MS = 250

/** Returns when no server can take the key for active: each was told, or what any of them knew has run out. */
async function tellAll(counters: RedisLimiter, workspaceId: string, keyId: string): Promise<void> {
  const overMs = performance.now() + 2 * ACTIVE_MS
  while (performance.now() < overMs) {
    try {
      return await counters.markRevoked(workspaceId, keyId)
    } catch {
      await sleep(RETRY_MS)
    }
  }
}
