import { randomInt } from 'node:crypto'
import { surroundingsOf } from '../../kit/client-network.ts'
import { type Limiter, type Verdict, verdictOf } from './limiter.ts'
import type { Quota } from './table.ts'
import { openWindows, type Windows } from './windows.ts'

interface Options {
  /** Milliseconds since 1970. */
  clock: () => number
  /** How many addresses are counted each by itself, of visitors and of strangers. */
  maxAddresses?: number
}

const MAX_ADDRESSES = 100_000
const SHARED_WINDOWS = 4096
const TIDY_MS = 1000

export interface MemoryLimiter extends Limiter {
  decide(quota: Quota, cost: 0 | 1): Verdict
  /** How many counters are held. */
  size(): number
}

/**
 * Counters of one process. Nothing is thrown out before its window has ended, so nobody can free a limited counter by
 * making others. Tenants have as many counters as there are tenants. Addresses have room for so many, strangers apart from
 * visitors. While it is full, new ones share counters with their surroundings: too strict rather than too lax, and mostly
 * for the neighbours of whoever fills it.
 */
export function openMemoryLimiter({ clock, maxAddresses = MAX_ADDRESSES }: Options): MemoryLimiter {
  const ledgers: Record<Quota['by'], Windows> = {
    tenant: openWindows(),
    storefront: openWindows(),
    unauthenticated: openWindows(),
    public: openWindows(),
  }
  // Nobody outside can work out with whom they would share.
  const seed = randomInt(2 ** 31)
  let tidiedMs = 0

  function nameOf(quota: Quota): string {
    const { by, group } = quota
    const { size, find } = ledgers[by]
    if (by === 'tenant' || size() < maxAddresses || find(quota, group)) return group
    return `shared ${bucketOf(surroundingsOf(group), seed)}`
  }

  function decide(quota: Quota, cost: 0 | 1): Verdict {
    const nowMs = clock()
    const windows = ledgers[quota.by]
    if (Math.abs(nowMs - tidiedMs) >= TIDY_MS) {
      tidiedMs = nowMs
      for (const ledger of Object.values(ledgers)) ledger.forgetEnded(nowMs)
    }
    const name = nameOf(quota)
    const window = windows.find(quota, name)
    const isOpen = window && window.endsMs > nowMs
    // A window that was opened before the clock was put back lasts no longer for it.
    const endsMs = Math.min(isOpen ? window.endsMs : Infinity, nowMs + quota.windowMs)
    const verdict = verdictOf(quota, cost, isOpen ? window.count : 0, endsMs, nowMs)
    if (verdict.allowed && cost === 1) {
      if (isOpen) window.count += 1
      else windows.open(quota, name, { count: 1, endsMs }, window)
    }
    return verdict
  }

  return {
    decide,
    size: () => Object.values(ledgers).reduce((sum, { size }) => sum + size(), 0),
  }
}

function bucketOf(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return hash & (SHARED_WINDOWS - 1)
}
