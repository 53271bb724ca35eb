import { type Limiter, type Verdict, verdictOf } from './limiter.ts'
import type { Quota } from './table.ts'
import { openWindows, type Windows } from './windows.ts'

interface Options {
  /** Milliseconds since 1970. */
  clock: () => number
  /** How many addresses are counted each by itself. */
  maxAddresses?: number
}

const MAX_ADDRESSES = 200_000
const SHARED_WINDOWS = 4096

export interface MemoryLimiter extends Limiter {
  /** How many counters are held. */
  size(): number
}

/**
 * Counters of one process. Nothing is thrown out before its window has ended, so nobody can free a limited counter by
 * making others. Tenants have as many counters as there are tenants. Addresses have room for so many; while it is full, new
 * ones share a fixed number of counters: too strict for a minute rather than too lax, and bounded.
 */
export function openMemoryLimiter({ clock, maxAddresses = MAX_ADDRESSES }: Options): MemoryLimiter {
  const ledgers: Record<Quota['by'], Windows> = { tenant: openWindows(), address: openWindows() }

  function nameOf({ by, group, counter, windowMs }: Quota): string {
    const name = `${counter} ${group}`
    const { size, find } = ledgers[by]
    if (by === 'tenant' || size() < maxAddresses || find(windowMs, name)) return name
    return `${counter} shared ${bucketOf(group)}`
  }

  function decide(quota: Quota, cost: 0 | 1): Verdict {
    const nowMs = clock()
    const windows = ledgers[quota.by]
    windows.forgetEnded(nowMs)
    const name = nameOf(quota)
    const window = windows.find(quota.windowMs, name)
    // One that ends later than a whole window from now was opened before the clock was put back.
    const isOpen = window && window.endsMs > nowMs && window.endsMs <= nowMs + quota.windowMs
    const endsMs = isOpen ? window.endsMs : nowMs + quota.windowMs
    const verdict = verdictOf(quota, cost, isOpen ? window.count : 0, endsMs, nowMs)
    if (verdict.allowed && cost === 1) {
      if (isOpen) window.count += 1
      else windows.open(quota.windowMs, name, { count: 1, endsMs })
    }
    return verdict
  }

  return {
    decide: async (quota, cost) => decide(quota, cost),
    size: () => ledgers.tenant.size() + ledgers.address.size(),
  }
}

function bucketOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return hash & (SHARED_WINDOWS - 1)
}
