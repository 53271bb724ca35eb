import { tooManyRequests } from '../../kit/errors.ts'
import type { LimitDecision, Limiter } from './limiter.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import type { Quota } from './quotas.ts'

/** Counts requests against their quotas. */
export interface RequestCounter {
  limiter: Limiter
  /** Counts for this server alone, synchronously. */
  localLimiter: MemoryLimiter
  /** Called for every request that was counted or rejected; without an environment, for an anonymous client's. */
  recordDecision(quota: Quota, allowed: boolean, environmentId?: string): void
}

export const rateLimitExceeded = ({ name, description, limit, windowMs }: Quota, { resetMs, nowMs }: LimitDecision) => {
  const message = `Rate limit exceeded: ${limit} requests per ${formatWindow(windowMs)} for ${description}.`
  return tooManyRequests((resetMs - nowMs) / 1000, message, { limitName: name, limit })
}

function formatWindow(windowMs: number): string {
  const minutes = windowMs / 60_000
  if (minutes === 60) return 'hour'
  return minutes === 1 ? 'minute' : `${minutes} minutes`
}
