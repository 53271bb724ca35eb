import type { KeyIdentity, KeyLookup } from '../../http/auth/authenticate.ts'

/**
 * `own`: this is the only server, so a key that it has not revoked is active. `shared`: the shared counters know which
 * keys were revoked; the cache only knows whose a key is. `none`: only the database knows.
 */
export interface CacheTrust {
  source: 'own' | 'shared' | 'none'
  /** A server that was the only one, then was not, and is again, missed the revocations in between. */
  epoch: number
}

interface Options {
  load: (value: string) => Promise<KeyIdentity | undefined>
  cacheTrust: () => CacheTrust
}

export interface KeyCache {
  /** Synchronous when cached: most requests need not wait for a turn of the event loop. */
  find(value: string): KeyLookup | Promise<KeyLookup | undefined>
  revalidate(value: string): Promise<boolean>
  evict(keyId: string): void
  /** Revocations since the start, here or elsewhere. */
  revocationCount(): number
}

interface CacheEntry {
  key: KeyLookup
  loadedMs: number
  epoch: number
}

/** Upper bound for noticing a key revoked by hand in the database while notifications were lost. */
const OWN_MAX_AGE_MS = 300_000
/** Less than `ACTIVE_MS`: the database is queried again before its result in the shared counters expires. */
const SHARED_MAX_AGE_MS = 2000
/** Only existing keys are cached, five per workspace: nobody fills this from outside. */
const MAX_KEYS = 100_000

/**
 * A query for every request would cost more than most requests themselves, and so would hashing the key: the cache is
 * indexed by the key as it was sent. The key never leaves memory, and is evicted by the first lookup after five minutes.
 */
export function openKeyCache({ load, cacheTrust }: Options): KeyCache {
  const keys = new Map<string, CacheEntry>()
  const inFlight = new Map<string, { lookup: Promise<KeyIdentity | undefined>; before: number }>()
  /** Grows with every revocation: a result queried before one must not be trusted after it. */
  let revocationCount = 0

  async function loadAndCache(value: string): Promise<KeyIdentity | undefined> {
    const [before, loadedMs, { source, epoch }] = [revocationCount, performance.now(), cacheTrust()]
    const lookup = load(value)
    if (source !== 'none') inFlight.set(value, { lookup, before })
    try {
      const identity = await lookup
      keys.delete(value)
      if (identity && source !== 'none' && before === revocationCount) {
        const key: KeyLookup = { ...identity, freshness: source === 'own' ? 'certain' : 'assumed' }
        keys.set(value, { key, loadedMs, epoch })
      }
      evictExpired()
      return identity
    } finally {
      if (inFlight.get(value)?.lookup === lookup) inFlight.delete(value)
    }
  }

  /** The oldest entries come first. */
  function evictExpired(): void {
    const nowMs = performance.now()
    for (const [value, { loadedMs }] of keys) {
      if (keys.size <= MAX_KEYS && nowMs - loadedMs < OWN_MAX_AGE_MS) break
      keys.delete(value)
    }
  }

  function getCached(value: string): KeyLookup | undefined {
    const { source, epoch } = cacheTrust()
    const entry = source === 'none' ? undefined : keys.get(value)
    if (!entry || entry.epoch !== epoch) return undefined
    const maxAgeMs = source === 'own' ? OWN_MAX_AGE_MS : SHARED_MAX_AGE_MS
    if (performance.now() - entry.loadedMs > maxAgeMs) return undefined
    return entry.key
  }

  /** Of a thousand concurrent requests with one key, one queries and the others wait for its result. */
  async function joinInFlight(value: string): Promise<KeyLookup | undefined> {
    const flight = inFlight.get(value)
    if (!flight || flight.before !== revocationCount) return undefined
    await flight.lookup.catch(() => {})
    return flight.before === revocationCount ? getCached(value) : undefined
  }

  async function resolveKey(value: string): Promise<KeyLookup | undefined> {
    const key = await joinInFlight(value)
    if (key) return key
    const identity = await loadAndCache(value)
    return identity && { ...identity, freshness: 'verified' }
  }

  return {
    find: (value) => getCached(value) ?? resolveKey(value),
    revalidate: async (value) => (await loadAndCache(value)) !== undefined,
    revocationCount: () => revocationCount,
    evict(keyId) {
      revocationCount += 1
      for (const [value, { key }] of keys) if (key.caller.keyId === keyId) keys.delete(value)
    },
  }
}
