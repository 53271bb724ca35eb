import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import { type KeyUse, noteUses } from './queries.ts'

const FLUSH_MS = 10_000

export interface LastUsed {
  note(use: KeyUse): void
  /** Writes the buffered use of one key. Resolves after any write already under way, whether or not it succeeded. */
  flushKey(keyId: string): Promise<void>
  stop(): Promise<void>
}

/** When and from where each key was last used: kept in memory and written together every ten seconds, never by the request itself. */
export function rememberUses(db: Db, log: FastifyBaseLogger): LastUsed {
  let uses = new Map<string, KeyUse>()
  // One write at a time: a caller that waits for its own flush has also waited for the use that was being written.
  let writing = Promise.resolve()
  const enqueue = (take: () => Map<string, KeyUse>): Promise<void> => {
    writing = writing.then(() => write(take()))
    return writing
  }

  async function write(taken: Map<string, KeyUse>): Promise<void> {
    if (taken.size === 0) return
    try {
      await noteUses(db, [...taken.values()])
    } catch (error) {
      log.warn({ err: error }, 'could not note when keys were last used')
      // Kept for the next flush, beside what was noted meanwhile.
      const since = uses
      uses = taken
      for (const use of since.values()) note(use)
    }
  }

  const flush = () =>
    enqueue(() => {
      const taken = uses
      uses = new Map()
      return taken
    })

  const flushKey = (keyId: string) =>
    enqueue(() => {
      const use = uses.get(keyId)
      uses.delete(keyId)
      return new Map(use && [[keyId, use]])
    })

  function note(use: KeyUse): void {
    const known = uses.get(use.keyId)
    if (!known) return void uses.set(use.keyId, use)
    known.at = use.at
    known.ip = use.ip
    // A warning must not be forgotten because the next use was an ordinary one.
    known.browserOrigin = use.browserOrigin ?? known.browserOrigin
  }

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  return {
    note,
    flushKey,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
