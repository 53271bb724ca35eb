import type pg from 'pg'
import type { Database } from '../../db/database.ts'
import { listen } from '../../db/listen.ts'
import { openResponseCache, type ResponseCache } from './response-cache.ts'

export interface SharedResponseCache extends ResponseCache {
  close(): Promise<void>
}

interface Options {
  db: Database
  /** To receive changes by other servers. Without it nothing is cached. */
  connection?: pg.ClientConfig | undefined
  clock: () => Date
  maxBytes?: number
}

/**
 * Invalidates responses when their data changes: for this server's changes before their response is sent, for another's
 * when the notification arrives.
 */
export async function openSharedResponseCache({ db, connection, ...options }: Options): Promise<SharedResponseCache> {
  const cache = openResponseCache(options)
  db.onNotify('catalog_changed', cache.invalidate)
  if (!connection) {
    cache.setDisconnected(true)
    return { ...cache, close: async () => {} }
  }
  const listener = await listen(connection, 'catalog_changed', {
    onMessage: cache.invalidate,
    onDisconnect: () => cache.setDisconnected(true),
    onReconnect: () => cache.setDisconnected(false),
  })
  return { ...cache, close: listener.stop }
}
