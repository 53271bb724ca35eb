import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../kit/start-error.ts'

/** Any number that nobody else uses as an advisory lock on this database. */
const LOCK_ID = 53_020_001
/** The lock of a killed server is released as soon as the database notices that its connection is gone. */
const ACQUIRE_TIMEOUT_MS = 2000
const RETRY_MS = 250
/** A lock that the database has not confirmed within this time does not count. */
const LEASE_MS = 2000
const CONFIRM_INTERVAL_MS = 500
const CONNECT_TIMEOUT_MS = 5000

/** `alone`: counters and the key cache live in memory. `together`: they live in Redis, so several servers may run. */
export type LockMode = 'alone' | 'together'

export interface InstanceLock {
  /** How often the lock was acquired so far. Undefined while it is uncertain whether this server still holds it. */
  epoch(): number | undefined
  /** Waits until no previous holder can still rely on the lock. */
  previousLeaseExpired(): Promise<void>
  /** Queries the database. */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

/**
 * A server in mode `alone` refuses to start while any other runs on the same database, and vice versa. A lock lost with
 * its connection is reacquired; `onLost` is called when another server was faster.
 */
export async function acquireInstanceLock(
  connection: pg.ClientConfig,
  mode: LockMode,
  onLost: () => void,
): Promise<InstanceLock> {
  /** Identifies this server's lock connections, and nobody else's. */
  const name = `storedesk-lock-${randomUUID()}`
  let released = false
  let epoch = 0
  let acquiredMs = 0
  let confirmed: ClockReading | undefined
  let isConfirming = false
  let client = await acquire()
  if (!client) {
    throw new StartError(
      'Another Storedesk server is running on this database. Stop it, set another DATA_DIR or DATABASE_URL, or give all servers the same REDIS_URL.',
    )
  }
  const timer = setInterval(() => void confirm(), CONFIRM_INTERVAL_MS)
  timer.unref()
  return {
    epoch: () => (confirmed && ageMs(confirmed) < LEASE_MS ? epoch : undefined),
    previousLeaseExpired: async () => {
      await sleep(Math.max(0, acquiredMs + LEASE_MS - performance.now()), undefined, { ref: false })
    },
    isHeld,
    async release() {
      released = true
      confirmed = undefined
      clearInterval(timer)
      await client?.end()
    },
  }

  async function acquire(): Promise<pg.Client | undefined> {
    const acquired = await connectAndLock({ ...connection, application_name: name }, mode)
    if (!acquired) return undefined
    epoch += 1
    acquiredMs = performance.now()
    confirmed = readClocks()
    acquired.once('end', () => {
      confirmed = undefined
      if (!released) void reacquire()
    })
    // Released while it was being reacquired.
    if (released) await acquired.end()
    return acquired
  }

  async function reacquire(): Promise<void> {
    while (!released) {
      try {
        client = await acquire()
        if (!client) onLost()
        return
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  /** One query at a time: a connection that hangs must not accumulate them. */
  async function confirm(): Promise<void> {
    if (isConfirming) return
    isConfirming = true
    await isHeld()
    isConfirming = false
  }

  /** Dated before the query: the reply may have been in transit for long. */
  async function isHeld(): Promise<boolean> {
    const [checked, checkedAt] = [client, readClocks()]
    try {
      await checked?.query('select')
    } catch {
      // Closed, so that the lock can be acquired again on another connection.
      await checked?.end().catch(() => {})
      return false
    }
    if (checked !== client || !confirmed) return false
    confirmed = checkedAt
    return true
  }
}

interface ClockReading {
  monotonicMs: number
  wallMs: number
}

const readClocks = (): ClockReading => ({ monotonicMs: performance.now(), wallMs: Date.now() })

/** By both clocks: one stops while a machine sleeps, the other can be set back. */
const ageMs = ({ monotonicMs, wallMs }: ClockReading) => Math.max(performance.now() - monotonicMs, Date.now() - wallMs)

/** Undefined when another server holds the lock. */
async function connectAndLock(connection: pg.ClientConfig, mode: LockMode): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    ...connection,
    query_timeout: LEASE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const deadline = Date.now() + ACQUIRE_TIMEOUT_MS
    for (;;) {
      if (await tryLock(client, mode)) return client
      if (Date.now() > deadline) break
      // A connection that was lost may still hold the lock, since the database has not noticed.
      await terminateStaleConnection(client)
      await sleep(50)
    }
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return undefined
}

async function tryLock(client: pg.Client, mode: LockMode): Promise<boolean> {
  const text =
    mode === 'alone'
      ? 'select pg_try_advisory_lock($1) as acquired'
      : 'select pg_try_advisory_lock_shared($1) as acquired'
  const { rows } = await client.query<{ acquired: boolean }>(text, [LOCK_ID])
  return rows[0]?.acquired ?? false
}

const terminateStaleConnection = (client: pg.Client) =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = current_setting('application_name') and pid <> pg_backend_pid()`,
  )
