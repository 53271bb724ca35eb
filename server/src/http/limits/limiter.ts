import type { LimitState } from '../responses/response-headers.ts'
import type { Quota } from './quotas.ts'

/** Key status to check together with the count, where the counters also know which keys were revoked. */
export interface KeyCheck {
  keyId: string
  /** The database has just reported the key as active. */
  isFresh: boolean
}

export interface LimitDecision {
  allowed: boolean
  limit: number
  remaining: number
  /** When the window ends; with no open window, when a window opened now would end. */
  resetMs: number
  nowMs: number
  /** `unknown`: query the database. Missing where no key was checked or the limiter knows nothing about keys. */
  key?: 'active' | 'revoked' | 'unknown'
}

/**
 * A window opens with the first request it counts and lasts its full length; a rejected request neither counts nor
 * extends it. Of any number of parallel requests exactly as many pass as the quota allows.
 */
export interface Limiter {
  /** With `cost` 1 the request is counted if there is room; 0 only reads. Synchronous when counters are in memory. */
  decide(quota: Quota, cost: 0 | 1, key?: KeyCheck): LimitDecision | Promise<LimitDecision>
}

export function toDecision(quota: Quota, cost: 0 | 1, count: number, resetMs: number, nowMs: number): LimitDecision {
  const allowed = cost === 0 || count < quota.limit
  const used = allowed ? count + cost : count
  return { allowed, limit: quota.limit, remaining: Math.max(0, quota.limit - used), resetMs, nowMs }
}

/** As reported to callers. */
export const toLimitState = ({ limit, remaining, resetMs }: LimitDecision): LimitState => ({
  limit,
  remaining,
  resetSeconds: Math.ceil(resetMs / 1000),
})
