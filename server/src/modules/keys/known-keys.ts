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
  ask: (value: string) => Promise<KeyIdentity | undefined>
  trust: () => Trust
}

export interface KnownKeys {
  /** At once where it is remembered: most requests need not wait for a turn of the event loop. */
  find(value: string): FoundKey | Promise<FoundKey | undefined>
  askAgain(value: string): Promise<boolean>
  forget(keyId: string): void
  /** How many there were, here or elsewhere, since this server runs. */
  revocations(): number
}

interface Known {
  found: FoundKey
  askedMs: number
  tenure: number
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
export function rememberKeys({ ask, trust }: Options): KnownKeys {
  const keys = new Map<string, Known>()
  const asking = new Map<string, { answer: Promise<KeyIdentity | undefined>; before: number }>()
  /** Grows with every revocation: an answer that was asked for before one must not be believed after it. */
  let revocations = 0

  async function askAndRemember(value: string): Promise<KeyIdentity | undefined> {
    const [before, askedMs, { by, tenure }] = [revocations, performance.now(), trust()]
    const answer = ask(value)
    if (by !== 'none') asking.set(value, { answer, before })
    try {
      const identity = await answer
      keys.delete(value)
      if (identity && by !== 'none' && before === revocations) {
        const found: FoundKey = { ...identity, standing: by === 'own' ? 'certain' : 'assumed' }
        keys.set(value, { found, askedMs, tenure })
      }
      forgetOld()
      return identity
    } finally {
      if (asking.get(value)?.answer === answer) asking.delete(value)
    }
  }

  /** Those that were asked for first stand first. */
  function forgetOld(): void {
    const nowMs = performance.now()
    for (const [value, { askedMs }] of keys) {
      if (keys.size <= MAX_KEYS && nowMs - askedMs < OWN_MAX_AGE_MS) break
      keys.delete(value)
    }
  }

  function remembered(value: string): FoundKey | undefined {
    const { by, tenure } = trust()
    const known = by === 'none' ? undefined : keys.get(value)
    if (!known || known.tenure !== tenure) return undefined
    const maxAgeMs = by === 'own' ? OWN_MAX_AGE_MS : SHARED_MAX_AGE_MS
    if (performance.now() - known.askedMs > maxAgeMs) return undefined
    return known.found
  }

  /** Of a thousand requests that come at once with one key, one asks and the others wait for its answer. */
  async function joined(value: string): Promise<FoundKey | undefined> {
    const flight = asking.get(value)
    if (!flight || flight.before !== revocations) return undefined
    await flight.answer.catch(() => {})
    return flight.before === revocations ? remembered(value) : undefined
  }

  async function findOut(value: string): Promise<FoundKey | undefined> {
    const found = await joined(value)
    if (found) return found
    const identity = await askAndRemember(value)
    return identity && { ...identity, standing: 'just asked' }
  }

  return {
    find: (value) => remembered(value) ?? findOut(value),
    askAgain: async (value) => (await askAndRemember(value)) !== undefined,
    revocations: () => revocations,
    forget(keyId) {
      revocations += 1
      for (const [value, { found }] of keys) if (found.caller.keyId === keyId) keys.delete(value)
    },
  }
}
