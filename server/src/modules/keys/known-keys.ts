import type { FoundKey, KeyIdentity } from '../../http/attribution.ts'

/**
 * `own`: this is the only server, so a key that it has not revoked stands. `shared`: the counters that servers share know
 * which keys were revoked; what is remembered only says whose a key is. `none`: only the database knows.
 */
export interface Trust {
  by: 'own' | 'shared' | 'none'
  /** A server that was the only one, then was not, and is again, knows nothing of what happened in between. */
  tenure: number
}

interface Options {
  ask: (hash: Buffer) => Promise<KeyIdentity | undefined>
  trust: () => Trust
}

export interface KnownKeys {
  find(hash: Buffer): Promise<FoundKey | undefined>
  askAgain(hash: Buffer): Promise<boolean>
  forget(keyId: string): void
  /** How many there were, here or elsewhere, since this server runs. */
  revocations(): number
}

interface Known {
  identity: KeyIdentity
  askedMs: number
  tenure: number
}

/** A key that was revoked behind our back, by hand in the database, is found out by then. */
const OWN_MAX_AGE_MS = 30_000
/** Less than `ACTIVE_MS`: the database is asked again before the shared counters have forgotten its word. */
const SHARED_MAX_AGE_MS = 2000
/** Only keys that exist are remembered, five a workspace: nobody fills this from outside. */
const MAX_KEYS = 100_000

/** Asking the database for every request would cost more than many a request itself. */
export function rememberKeys({ ask, trust }: Options): KnownKeys {
  const keys = new Map<string, Known>()
  const asking = new Map<string, { answer: Promise<KeyIdentity | undefined>; before: number }>()
  /** Grows with every revocation: an answer that was asked for before one must not be believed after it. */
  let revocations = 0

  async function askAndRemember(name: string, hash: Buffer): Promise<KeyIdentity | undefined> {
    const [before, askedMs, { by, tenure }] = [revocations, performance.now(), trust()]
    const answer = ask(hash)
    if (by !== 'none') asking.set(name, { answer, before })
    try {
      const identity = await answer
      keys.delete(name)
      if (identity && by !== 'none' && before === revocations) keys.set(name, { identity, askedMs, tenure })
      const [oldest] = keys.keys()
      if (keys.size > MAX_KEYS && oldest) keys.delete(oldest)
      return identity
    } finally {
      if (asking.get(name)?.answer === answer) asking.delete(name)
    }
  }

  function remembered(name: string): FoundKey | undefined {
    const { by, tenure } = trust()
    const known = by === 'none' ? undefined : keys.get(name)
    if (!known || known.tenure !== tenure) return undefined
    const maxAgeMs = by === 'own' ? OWN_MAX_AGE_MS : SHARED_MAX_AGE_MS
    if (performance.now() - known.askedMs > maxAgeMs) return undefined
    return { ...known.identity, standing: by === 'own' ? 'certain' : 'assumed' }
  }

  /** Of a thousand requests that come at once with one key, one asks and the others wait for its answer. */
  async function joined(name: string): Promise<FoundKey | undefined> {
    const flight = asking.get(name)
    if (!flight || flight.before !== revocations) return undefined
    await flight.answer.catch(() => {})
    return flight.before === revocations ? remembered(name) : undefined
  }

  return {
    async find(hash) {
      const name = hash.toString('latin1')
      const found = remembered(name) ?? (await joined(name))
      if (found) return found
      const identity = await askAndRemember(name, hash)
      return identity && { ...identity, standing: 'just asked' }
    },
    askAgain: async (hash) => (await askAndRemember(hash.toString('latin1'), hash)) !== undefined,
    revocations: () => revocations,
    forget(keyId) {
      revocations += 1
      for (const [name, { identity }] of keys) if (identity.caller.keyId === keyId) keys.delete(name)
    },
  }
}
