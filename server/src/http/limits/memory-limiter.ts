import { randomInt } from 'node:crypto'
import { supernetOf } from '../../kit/client-network.ts'
import { type LimitDecision, type Limiter, toDecision } from './limiter.ts'
import type { Quota } from './quotas.ts'

interface Options {
  /** Milliseconds since 1970. */
  clock: () => number
  /** How many addresses have their own counter, for visitors and for unauthenticated clients each. */
  maxAddresses?: number
}

const MAX_ADDRESSES = 100_000
const SHARED_BUCKETS = 4096
const PRUNE_MS = 1000

export interface MemoryLimiter extends Limiter {
  decide(quota: Quota, cost: 0 | 1): LimitDecision
  /** Number of open counters. */
  size(): number
}

/**
 * Counters of one process. None is evicted before its window ends, so nobody can reset a limited counter by creating
 * others. Tenants have one counter each. Addresses have limited room, unauthenticated clients apart from visitors.
 * While it is full, new addresses share counters: too strict rather than too lax, and mostly for the neighbors of the
 * client that fills it.
 */
export function openMemoryLimiter({ clock, maxAddresses = MAX_ADDRESSES }: Options): MemoryLimiter {
  const stores: Record<Quota['by'], WindowStore> = {
    tenant: createWindowStore(),
    storefront: createWindowStore(),
    unauthenticated: createWindowStore(),
    public: createWindowStore(),
  }
  // Nobody outside can predict with whom they would share.
  const seed = randomInt(2 ** 31)
  let prunedMs = 0

  function windowNameOf(quota: Quota): string {
    const { by, group } = quota
    const { size, find } = stores[by]
    if (by === 'tenant' || size() < maxAddresses || find(quota, group)) return group
    return `shared ${hashToBucket(supernetOf(group), seed)}`
  }

  function decide(quota: Quota, cost: 0 | 1): LimitDecision {
    const nowMs = clock()
    const windows = stores[quota.by]
    if (Math.abs(nowMs - prunedMs) >= PRUNE_MS) {
      prunedMs = nowMs
      for (const store of Object.values(stores)) store.pruneEnded(nowMs)
    }
    const name = windowNameOf(quota)
    const window = windows.find(quota, name)
    const isOpen = window && window.endsMs > nowMs
    // A window opened before the clock was set back must not last longer.
    const endsMs = Math.min(isOpen ? window.endsMs : Infinity, nowMs + quota.windowMs)
    const decision = toDecision(quota, cost, isOpen ? window.count : 0, endsMs, nowMs)
    if (decision.allowed && cost === 1) {
      if (isOpen) window.count += 1
      else windows.open(quota, name, { count: 1, endsMs }, window)
    }
    return decision
  }

  return {
    decide,
    size: () => Object.values(stores).reduce((total, { size }) => total + size(), 0),
  }
}

function hashToBucket(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return hash & (SHARED_BUCKETS - 1)
}

interface Window {
  count: number
  endsMs: number
}

type Counter = Pick<Quota, 'counter' | 'windowMs'>

export interface WindowStore {
  find(counter: Counter, name: string): Window | undefined
  /** Replaces `ended` if given: looking it up again would take most of the time. */
  open(counter: Counter, name: string, window: Window, ended: Window | undefined): void
  pruneEnded(nowMs: number): void
  size(): number
}

interface WindowGroup {
  lengthMs: number
  windows: Map<string, Window>
}

/** One group per counter: all its windows have the same length, so the first opened are the first to end. */
export function createWindowStore(): WindowStore {
  const groups = new Map<string, WindowGroup>()
  let size = 0
  return {
    find: ({ counter }, name) => groups.get(counter)?.windows.get(name),
    open({ counter, windowMs }, name, window, ended) {
      const group = groups.get(counter) ?? { lengthMs: windowMs, windows: new Map<string, Window>() }
      groups.set(counter, group)
      // Deleted first, so that it moves to the end.
      if (ended) group.windows.delete(name)
      else size += 1
      group.windows.set(name, window)
    },
    pruneEnded(nowMs) {
      for (const { lengthMs, windows } of groups.values()) {
        for (const [name, window] of windows) {
          // Opened before the clock was set back: it must not block the others.
          window.endsMs = Math.min(window.endsMs, nowMs + lengthMs)
          if (window.endsMs > nowMs) break
          windows.delete(name)
          size -= 1
        }
      }
    },
    size: () => size,
  }
}
