import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import { type KeyUse, noteUses } from './queries.ts'

const FLUSH_MS = 10_000

export interface LastUsed {
  note(use: KeyUse): void
  flush(): Promise<void>
  stop(): Promise<void>
}

/** When and from where each key was last used: kept in memory and written together every ten seconds, never by the request itself. */
export function rememberUses(db: Db, log: FastifyBaseLogger): LastUsed {
  let uses = new Map<string, KeyUse>()
  async function flush(): Promise<void> {
    if (uses.size === 0) return
    const noted = uses
    uses = new Map()
    try {
      await noteUses(db, [...noted.values()])
    } catch (error) {
      log.warn({ err: error }, 'could not note when keys were last used')
      // Kept for the next time, beside what was noted meanwhile.
      const since = uses
      uses = noted
      for (const use of since.values()) note(use)
    }
  }

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
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
