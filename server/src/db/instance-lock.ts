import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../kit/start-error.ts'

/** Any number that nobody else uses as an advisory lock on this database. */
const LOCK = 53_020_001
/** The lock of a server that was killed is free as soon as its connection is noticed to be gone. */
const PATIENCE_MS = 2000
const RETRY_MS = 250

export interface InstanceLock {
  release(): Promise<void>
}

/**
 * Counters and caches live in memory, so exactly one API process may work on a database. A second one refuses to start.
 * A lock that is lost with its connection is taken again; `onLost` is told when another server was faster.
 */
export async function takeInstanceLock(connection: pg.ClientConfig, onLost: () => void): Promise<InstanceLock> {
  let released = false
  let client = await lockedClient(connection, watch)
  if (!client) {
    throw new StartError(
      'Another Storedesk server is running on this database: stop it first, or set another DATA_DIR or DATABASE_URL.',
    )
  }
  return {
    async release() {
      released = true
      await client?.end()
    },
  }

  function watch(watched: pg.Client): void {
    watched.once('end', () => {
      if (!released) void takeAgain()
    })
  }

  async function takeAgain(): Promise<void> {
    while (!released) {
      try {
        client = await lockedClient(connection, watch)
        if (!client) onLost()
        return
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }
}

/** Undefined when somebody else holds the lock. */
async function lockedClient(
  connection: pg.ClientConfig,
  watch: (client: pg.Client) => void,
): Promise<pg.Client | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const giveUp = Date.now() + PATIENCE_MS
  while (!(await tryLock(client))) {
    if (Date.now() > giveUp) {
      await client.end()
      return undefined
    }
    await sleep(50)
  }
  watch(client)
  return client
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
  return rows[0]?.taken ?? false
}
