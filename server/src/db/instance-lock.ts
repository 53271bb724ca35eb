import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../kit/start-error.ts'

/** Any number that nobody else uses as an advisory lock on this database. */
const LOCK = 53_020_001
/** The lock of a server that was killed is free as soon as its connection is noticed to be gone. */
const PATIENCE_MS = 2000

export interface InstanceLock {
  release(): Promise<void>
}

/** Counters and caches live in memory, so exactly one API process may work on a database. A second one refuses to start. */
export async function takeInstanceLock(connection: pg.ClientConfig): Promise<InstanceLock> {
  const client = new pg.Client(connection)
  // A lost connection is lost with the database itself; requests notice that, and the pool reconnects.
  client.on('error', () => {})
  await client.connect()
  const giveUp = Date.now() + PATIENCE_MS
  while (!(await tryLock(client))) {
    if (Date.now() > giveUp) {
      await client.end()
      throw new StartError(
        'Another Storedesk server is running on this database: stop it first, or set another DATA_DIR or DATABASE_URL.',
      )
    }
    await sleep(50)
  }
  return { release: () => client.end() }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
  return rows[0]?.taken ?? false
}
