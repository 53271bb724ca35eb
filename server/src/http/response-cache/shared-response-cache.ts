import type pg from 'pg'
import type { Database } from '../../db/database.ts'
import { listen } from '../../db/listen.ts'
import { openResponseCache, type ResponseCache } from './response-cache.ts'

export interface SharedResponseCache extends ResponseCache {
  close(): Promise<void>
}

interface Options {
  db: Database
  /** For hearing what other servers change. Without it nothing is kept. */
  connection?: pg.ClientConfig | undefined
  clock: () => Date
}

/**
 * Answers that are forgotten when what they tell has changed: by this server before the change is answered, by another as soon
 * as it is heard.
 */
export async function openSharedResponseCache({ db, connection, clock }: Options): Promise<SharedResponseCache> {
  const cache = openResponseCache({ clock })
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
