import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { StartError } from '../kit/start-error.ts'
import { tellFirstFigures } from './first-figures.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Somebody held what it needed, or waited for it in turn: lock_not_available, deadlock_detected. */
const TO_TRY_AGAIN = ['55P03', '40P01']
/**
 * A migration that waits for a table makes all wait who come after it, and requests of other servers give up after 5 s
 * (`SESSION_SETTINGS`). So it gives up before them, lets them through, and tries again.
 */
const LONGEST_WAIT_MS = 3000
const PAUSE_MS = 500
const PATIENCE_MS = 10 * 60_000

interface Options {
  say?: (line: string) => void
  longestWaitMs?: number
  /** Where they lie. */
  folder?: string
}

/** Brings the schema up to date. Many servers may start at once: one migrates, the others wait for its lock. */
export async function migrate(
  connection: pg.ClientConfig,
  { say = () => {}, longestWaitMs = LONGEST_WAIT_MS, folder = MIGRATIONS }: Options = {},
): Promise<void> {
  // A pool of its own: without the time limits of requests, and with the driver's own types.
  const pool = new pg.Pool({ ...connection, max: 2, lock_timeout: longestWaitMs })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const giveUpAt = Date.now() + PATIENCE_MS
  let hasWaited = false
  try {
    while (!(await migrateNow(pool, folder, say))) {
      if (Date.now() > giveUpAt) {
        throw new StartError('The database could not be brought up to date: look for transactions that stay open.')
      }
      if (!hasWaited) say('Waiting to bring the database up to date: somebody else is using it…')
      hasWaited = true
      await sleep(PAUSE_MS)
    }
  } finally {
    await pool.end()
  }
}

/** All of it or nothing; false when somebody held what it needed. */
async function migrateNow(pool: pg.Pool, folder: string, say: (line: string) => void): Promise<boolean> {
  const client = await pool.connect()
  try {
    // The job queue's own tables come first, since ours enqueue into them.
    await runJobMigrations({ pgPool: pool, noHandleSignals: true })
    const applied = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: 'migrations',
      singleTransaction: true,
      advisoryLockMode: 'wait',
      log: () => {},
    })
    if (applied.length > 0) await tellFirstFigures(client)
    if (applied.length > 0) say(`Brought the database up to date (${applied.length} migrations).`)
    return true
  } catch (error) {
    if (TO_TRY_AGAIN.includes((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    // Closed with whatever it still holds.
    client.release(true)
  }
}
