import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import { type KeyUse, updateLastUsed } from './queries.ts'

const FLUSH_MS = 10_000

export interface KeyUsage {
  record(use: KeyUse): void
  /** Writes the buffered use of one key. Resolves after any write already in progress, whether or not it succeeded. */
  flushKey(keyId: string): Promise<void>
  stop(): Promise<void>
}

/**
 * When and from where each key was last used: buffered in memory and written in one batch every ten seconds, never by
 * the request itself.
 */
export function openKeyUsage(db: Db, log: FastifyBaseLogger): KeyUsage {
  let uses = new Map<string, KeyUse>()
  // One write at a time: a caller that waits for its own flush has also waited for the use that was being written.
  let writing = Promise.resolve()
  const enqueue = (takeBatch: () => Map<string, KeyUse>): Promise<void> => {
    writing = writing.then(() => write(takeBatch()))
    return writing
  }

  async function write(batch: Map<string, KeyUse>): Promise<void> {
    if (batch.size === 0) return
    try {
      await updateLastUsed(db, [...batch.values()])
    } catch (error) {
      log.warn({ err: error }, 'could not record when keys were last used')
      // Buffered again for the next flush, merged with newer uses.
      const newer = uses
      uses = batch
      for (const use of newer.values()) record(use)
    }
  }

  const flush = () =>
    enqueue(() => {
      const batch = uses
      uses = new Map()
      return batch
    })

  const flushKey = (keyId: string) =>
    enqueue(() => {
      const use = uses.get(keyId)
      uses.delete(keyId)
      return new Map(use && [[keyId, use]])
    })

  function record(use: KeyUse): void {
    const existing = uses.get(use.keyId)
    if (!existing) return void uses.set(use.keyId, use)
    existing.at = use.at
    existing.ip = use.ip
    // A warning must not be lost because the next use was an ordinary one.
    existing.browserOrigin = use.browserOrigin ?? existing.browserOrigin
  }

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  return {
    record,
    flushKey,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
