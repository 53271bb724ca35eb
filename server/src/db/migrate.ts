import { fileURLToPath } from 'node:url'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

const directory = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Brings the schema up to date. Many servers may start at once: one migrates, the others wait for its lock. */
export async function migrate(connection: pg.ClientConfig, say: (line: string) => void = () => {}): Promise<void> {
  // A pool of its own: without the time limits of requests, and with the driver's own types.
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    // The job queue's own tables come first, since ours enqueue into them.
    await runJobMigrations({ pgPool: pool, noHandleSignals: true })
    const client = await pool.connect()
    try {
      const applied = await runner({
        dbClient: client,
        dir: directory,
        direction: 'up',
        migrationsTable: 'migrations',
        singleTransaction: true,
        advisoryLockMode: 'wait',
        log: () => {},
      })
      if (applied.length > 0) say(`Brought the database up to date (${applied.length} migrations).`)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
