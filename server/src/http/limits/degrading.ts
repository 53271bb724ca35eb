import type { Limiter } from './limiter.ts'

interface Options {
  shared: Limiter
  local: Limiter
  clock: () => number
  /** Told when the shared counters go and when they come back. */
  onChange: (isDegraded: boolean, error?: unknown) => void
}

export interface DegradingLimiter extends Limiter {
  isDegraded(): boolean
}

const FAILURES = 3
const PAUSE_MS = 1000

/**
 * D8: without Redis the server goes on with counters of its own, and says of no key that it stands: the database is asked
 * then. After three failures in a row Redis is left in peace but for one try a second, so that a slow one does not slow
 * down every request.
 */
export function degradeTo({ shared, local, clock, onChange }: Options): DegradingLimiter {
  let failures = 0
  let isDegraded = false
  let nextTryMs = 0

  function mayTry(): boolean {
    if (failures < FAILURES) return true
    const nowMs = clock()
    if (nowMs < nextTryMs) return false
    nextTryMs = nowMs + PAUSE_MS
    return true
  }

  function change(to: boolean, error?: unknown): void {
    if (to === isDegraded) return
    isDegraded = to
    onChange(to, error)
  }

  return {
    isDegraded: () => isDegraded,
    async decide(quota, cost, key) {
      if (mayTry()) {
        try {
          const verdict = await shared.decide(quota, cost, key)
          failures = 0
          change(false)
          return verdict
        } catch (error) {
          failures += 1
          nextTryMs = clock() + PAUSE_MS
          change(true, error)
        }
      }
      const verdict = await local.decide(quota, cost)
      return key ? { ...verdict, key: 'unknown' } : verdict
    },
  }
}
