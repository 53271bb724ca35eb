import type { KeyIdentity, KeyLookup } from '../../http/auth/authenticate.ts'

/**
 * `own`: this is the only server, so a key that it has not revoked stands. `shared`: the counters that servers share know
 * which keys were revoked; what is remembered only says whose a key is. `none`: only the database knows.
 */
export interface CacheTrust {
  source: 'own' | 'shared' | 'none'
  /** A server that was the only one, then was not, and is again, knows nothing of what happened in between. */
  epoch: number
}

interface Options {
  load: (value: string) => Promise<KeyIdentity | undefined>
  cacheTrust: () => CacheTrust
}

export interface KeyCache {
  /** At once where it is remembered: most requests need not wait for a turn of the event loop. */
  find(value: string): KeyLookup | Promise<KeyLookup | undefined>
  revalidate(value: string): Promise<boolean>
  evict(keyId: string): void
  /** How many there were, here or elsewhere, since this server runs. */
  revocationCount(): number
}

interface CacheEntry {
  key: KeyLookup
  loadedMs: number
  epoch: number
}

/** A key that was revoked behind our back, by hand in the database while we could not hear of it, is found out by then. */
const OWN_MAX_AGE_MS = 300_000
/** Less than `ACTIVE_MS`: the database is asked again before the shared counters have forgotten its word. */
const SHARED_MAX_AGE_MS = 2000
/** Only keys that exist are remembered, five a workspace: nobody fills this from outside. */
const MAX_KEYS = 100_000

/**
 * Asking the database for every request would cost more than many a request itself, and so would hashing the key: what is
 * remembered is found by the key as it was sent. It leaves this memory in no way, and goes with the first question that is
 * asked five minutes later.
 */
export function openKeyCache({ load, cacheTrust }: Options): KeyCache {
  const keys = new Map<string, CacheEntry>()
  const inFlight = new Map<string, { lookup: Promise<KeyIdentity | undefined>; before: number }>()
  /** Grows with every revocation: an answer that was asked for before one must not be believed after it. */
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

  /** Those that were asked for first stand first. */
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

  /** Of a thousand requests that come at once with one key, one asks and the others wait for its answer. */
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
    return identity && { ...identity, freshness: 'just asked' }
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
