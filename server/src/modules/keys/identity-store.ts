import type { FastifyBaseLogger } from 'fastify'
import type { Environment } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import type { IdentityStore } from '../../http/auth/authenticate.ts'
import { withTimeout } from '../../kit/with-timeout.ts'
import { findEnvironmentById } from '../workspaces/workspaces.ts'
import { type CacheTrust, openKeyCache } from './key-cache.ts'
import { openKeyUsage } from './key-usage.ts'
import { findKeyIdentity } from './keys.ts'

/** Maximum time a request waits for authentication. */
const DEFAULT_TIMEOUT_MS = 5000

interface Options {
  db: Db
  log: FastifyBaseLogger
  clock: () => Date
  /** How far a cached key can be trusted at this moment. */
  cacheTrust: () => CacheTrust
  timeoutMs?: number | undefined
}

export interface ManagedIdentityStore extends IdentityStore {
  /** Evicts a key that is being revoked or has been. */
  evictKey(keyId: string): void
  /** Call before revoking a key, so that the revocation records its last use. */
  flushKeyUsage(keyId: string): Promise<void>
  stop(): Promise<void>
}

/** Looks up keys and environments for authentication, and records each use. */
export function openIdentityStore({
  db,
  log,
  clock,
  cacheTrust,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: Options): ManagedIdentityStore {
  const keyUsage = openKeyUsage(db, log)
  const keyCache = openKeyCache({ load: (value) => withTimeout(findKeyIdentity(db, value), timeoutMs), cacheTrust })
  const environmentCache = openEnvironmentCache((id) => withTimeout(findEnvironmentById(db, id), timeoutMs))
  return {
    findKey: keyCache.find,
    isKeyActive: keyCache.revalidate,
    revocationCount: keyCache.revocationCount,
    evictKey(keyId) {
      keyCache.evict(keyId)
      // Another server revoked it, or a request came in between: its use is recorded now, not in ten seconds.
      void keyUsage.flushKey(keyId)
    },
    flushKeyUsage: keyUsage.flushKey,
    findEnvironment: environmentCache.find,
    onKeyUsed({ caller, mode }, { ip, headers }) {
      const browserOrigin = mode === 'live' ? (headers.origin ?? null) : null
      keyUsage.record({ keyId: caller.keyId, at: clock(), ip, browserOrigin })
    },
    stop: keyUsage.stop,
  }
}

/** Only existing environments are cached, two per workspace: nobody fills this from outside. */
const MAX_ENVIRONMENTS = 100_000

type EnvironmentLookup = Promise<Environment | undefined>

/** The environment of an id never changes, so it is queried once, even for a thousand concurrent requests. */
export function openEnvironmentCache(load: (id: string) => EnvironmentLookup) {
  const cached = new Map<string, Environment>()
  const inFlight = new Map<string, EnvironmentLookup>()

  function loadAndCache(key: string): EnvironmentLookup {
    const lookup = load(key)
      .then((environment) => {
        if (environment && cached.size < MAX_ENVIRONMENTS) cached.set(key, environment)
        return environment
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, lookup)
    return lookup
  }

  return {
    find(id: string): Environment | EnvironmentLookup {
      const key = id.toLowerCase()
      return cached.get(key) ?? inFlight.get(key) ?? loadAndCache(key)
    },
  }
}
