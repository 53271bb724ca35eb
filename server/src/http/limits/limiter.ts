import type { LimitState } from '../responses/response-headers.ts'
import type { Quota } from './quotas.ts'

/** What is asked about a key together with the count, where the counters also know which keys were revoked. */
export interface KeyCheck {
  keyId: string
  /** The database has said a moment ago that the key stands. */
  isFresh: boolean
}

export interface LimitDecision {
  allowed: boolean
  limit: number
  remaining: number
  /** When the window ends; with no open window, when one would that opens now. */
  resetMs: number
  nowMs: number
  /** `unknown`: ask the database. Missing where no key was asked about or the limiter knows nothing of keys. */
  key?: 'active' | 'revoked' | 'unknown'
}

/**
 * D5: a window opens with the first request it counts and lasts its full length; a refused request neither counts nor
 * prolongs it. Of any number of parallel requests exactly as many pass as the quota allows.
 */
export interface Limiter {
  /** With `cost` 1 the request is counted if there is room; with 0 one only looks. At once where nobody need be asked. */
  decide(quota: Quota, cost: 0 | 1, key?: KeyCheck): LimitDecision | Promise<LimitDecision>
}

export function toDecision(quota: Quota, cost: 0 | 1, count: number, resetMs: number, nowMs: number): LimitDecision {
  const allowed = cost === 0 || count < quota.limit
  const used = allowed ? count + cost : count
  return { allowed, limit: quota.limit, remaining: Math.max(0, quota.limit - used), resetMs, nowMs }
}

/** As callers are told. */
export const toLimitState = ({ limit, remaining, resetMs }: LimitDecision): LimitState => ({
  limit,
  remaining,
  resetSeconds: Math.ceil(resetMs / 1000),
})
