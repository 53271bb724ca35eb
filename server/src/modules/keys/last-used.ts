import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import { type KeyUse, noteUses } from './queries.ts'

const FLUSH_MS = 5000

export interface LastUsed {
  note(use: KeyUse): void
  flush(): Promise<void>
  stop(): Promise<void>
}

/** When and from where each key was last used: kept in memory and written together every few seconds, never by the request itself. */
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
    const before = uses.get(use.keyId)
    // Once a second is often enough for a person.
    const isNews = !before || use.ip !== before.ip || use.browserOrigin || use.at.getTime() - before.at.getTime() > 1000
    if (!isNews) return
    // A warning must not be forgotten because the next use was an ordinary one.
    uses.set(use.keyId, { ...use, browserOrigin: use.browserOrigin ?? before?.browserOrigin ?? null })
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
