import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import { type AnswerCache, openAnswerCache } from './answer-cache.ts'

export interface SharedAnswers extends AnswerCache {
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
export async function openSharedAnswers({ db, connection, clock }: Options): Promise<SharedAnswers> {
  const answers = openAnswerCache({ clock })
  db.onAnnounced('catalog_changed', answers.forget)
  if (!connection) {
    answers.setDeaf(true)
    return { ...answers, close: async () => {} }
  }
  const listener = await listen(connection, 'catalog_changed', {
    onMessage: answers.forget,
    onLost: () => answers.setDeaf(true),
    onReconnect: () => answers.setDeaf(false),
  })
  return { ...answers, close: listener.stop }
}
