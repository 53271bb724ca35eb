import type { Limiter } from './limiter.ts'

interface Options {
  shared: Limiter & { probe(): Promise<void> }
  local: Limiter
  /** Told when the shared counters go and when they come back. */
  onChange: (isDegraded: boolean, error?: unknown) => void
}

export interface DegradingLimiter extends Limiter {
  isDegraded(): boolean
  stop(): void
}

const FAILURES = 3
const PROBE_MS = 500

/**
 * D8: without Redis the server goes on with counters of its own, and says of no key that it stands: the database is asked
 * then. After three failures in a row no request waits for Redis any more; we ask by ourselves until it answers again.
 */
export function degradeTo({ shared, local, onChange }: Options): DegradingLimiter {
  let failures = 0
  let isDegraded = false
  let isStopped = false
  let probing: NodeJS.Timeout | undefined

  function change(to: boolean, error?: unknown): void {
    if (to === isDegraded) return
    isDegraded = to
    onChange(to, error)
  }

  function succeed(): void {
    failures = 0
    change(false)
  }

  function fail(error: unknown): void {
    failures += 1
    change(true, error)
    if (failures >= FAILURES) probing ??= setTimeout(probe, PROBE_MS).unref()
  }

  async function probe(): Promise<void> {
    const isBack = await shared.probe().then(
      () => true,
      () => false,
    )
    if (isBack) succeed()
    probing = isBack || isStopped ? undefined : setTimeout(probe, PROBE_MS).unref()
  }

  return {
    isDegraded: () => isDegraded,
    stop() {
      isStopped = true
      clearTimeout(probing)
    },
    async decide(quota, cost, key) {
      if (failures < FAILURES) {
        try {
          const verdict = await shared.decide(quota, cost, key)
          succeed()
          return verdict
        } catch (error) {
          fail(error)
        }
      }
      const verdict = await local.decide(quota, cost)
      return key ? { ...verdict, key: 'unknown' } : verdict
    },
  }
}
