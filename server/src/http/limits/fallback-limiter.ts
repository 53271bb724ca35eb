import type { Limiter } from './limiter.ts'

interface Options {
  shared: Limiter & { probe(): Promise<void> }
  local: Limiter
  /** Called when the shared counters fail and when they recover. */
  onChange: (isDegraded: boolean, error?: unknown) => void
}

export interface FallbackLimiter extends Limiter {
  isDegraded(): boolean
  stop(): void
}

const MAX_FAILURES = 3
const PROBE_MS = 500

/**
 * Without Redis the server uses counters of its own and calls no key active, so the database is queried. After
 * three consecutive failures no request waits for Redis; we probe it until it responds again.
 */
export function openFallbackLimiter({ shared, local, onChange }: Options): FallbackLimiter {
  let failures = 0
  let isDegraded = false
  let isStopped = false
  let probeTimer: NodeJS.Timeout | undefined

  function setDegraded(value: boolean, error?: unknown): void {
    if (value === isDegraded) return
    isDegraded = value
    onChange(value, error)
  }

  function recordSuccess(): void {
    failures = 0
    setDegraded(false)
  }

  function recordFailure(error: unknown): void {
    failures += 1
    setDegraded(true, error)
    if (failures >= MAX_FAILURES) probeTimer ??= setTimeout(probe, PROBE_MS).unref()
  }

  async function probe(): Promise<void> {
    const isBack = await shared.probe().then(
      () => true,
      () => false,
    )
    if (isBack) recordSuccess()
    probeTimer = isBack || isStopped ? undefined : setTimeout(probe, PROBE_MS).unref()
  }

  return {
    isDegraded: () => isDegraded,
    stop() {
      isStopped = true
      clearTimeout(probeTimer)
    },
    async decide(quota, cost, key) {
      if (failures < MAX_FAILURES) {
        try {
          const decision = await shared.decide(quota, cost, key)
          recordSuccess()
          return decision
        } catch (error) {
          recordFailure(error)
        }
      }
      const decision = await local.decide(quota, cost)
      return key ? { ...decision, key: 'unknown' } : decision
    },
  }
}
