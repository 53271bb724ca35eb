import type { FastifyBaseLogger } from 'fastify'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { withTimeout } from '../kit/with-timeout.ts'

/** First half of the advisory lock's id; the second is the worker pool's. Any number that nobody else uses. */
const LOCK_CLASS = 5_301
const SWEEP_INTERVAL_MS = 3000
/** Less than two sweeps, more than a worker needs to reacquire its lock. */
const GRACE_MS = 2500
/** A lost lock is reacquired long before two sweeps have passed. */
const RELOCK_DELAY_MS = 250
const QUERY_TIMEOUT_MS = 5000

export interface RecoveryOptions {
  pool: pg.Pool
  events: WorkerEvents
  /** Of this process; emptied once nothing holds their locks anymore. */
  endedPools: Set<string>
  log: FastifyBaseLogger
}

/**
 * graphile-worker releases the jobs of a dead process only after four hours. Ours are released within seconds: every
 * live pool holds an advisory lock that dies with its connection, so jobs locked by a pool without one are orphans.
 * They are recovered only after a grace period: a worker that has just started, or just lost its connection, acquires
 * its lock in between.
 *
 * After a network loss the database may take hours to notice that a connection is gone, and keep its lock until then.
 * So this process names its own pools that have ended, and their locks are taken from them.
 */
export function recoverOrphans({ pool, events, endedPools, log }: RecoveryOptions) {
  let poolId: string | undefined
  /** Only while the lock is held. */
  let lock: { client: pg.PoolClient; release: () => void } | undefined
  /** Since when each pool was found without a lock. */
  let suspects = new Map<string, number>()
  let stopped = false

  async function sweep(): Promise<void> {
    if (stopped) return
    try {
      if (poolId) await ensureLock(poolId)
      await takeLocks(pool, endedPools)
      const orphans = await findOrphans(pool)
      const nowMs = performance.now()
      suspects = new Map(orphans.map((worker) => [worker, suspects.get(worker) ?? nowMs]))
      const dead = orphans.filter((worker) => nowMs - (suspects.get(worker) ?? nowMs) >= GRACE_MS)
      if (dead.length > 0) {
        await deleteReplaced(pool, dead)
        await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
        log.warn({ workers: dead }, 'took over the jobs of dead workers')
      }
    } catch (error) {
      // Suspicions from before a database outage prove nothing after it.
      suspects = new Map()
      log.warn({ err: error }, 'could not look for orphaned jobs')
    }
  }

  async function ensureLock(id: string): Promise<void> {
    if (!lock) return acquireLock(id)
    const { client, release } = lock
    // A connection may be dead without an error; by then the database has released its lock.
    await withTimeout(client.query('select'), QUERY_TIMEOUT_MS).catch((error: unknown) => {
      release()
      throw error
    })
  }

  async function acquireLock(id: string): Promise<void> {
    const client = await pool.connect()
    let isReleased = false
    // Loss and release may come in either order; a connection is returned once.
    const release = () => {
      if (lock?.client === client) lock = undefined
      if (!isReleased) client.release(true)
      isReleased = true
    }
    client.on('error', () => {
      release()
      if (!stopped) setTimeout(requestSweep, RELOCK_DELAY_MS).unref()
    })
    try {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, id])
    } catch (error) {
      release()
      throw error
    }
    if (stopped) release()
    else if (!isReleased) lock = { client, release }
  }

  let sweeping: Promise<void> | undefined
  let isDue = false
  /** One at a time, and at most one more: sweeps delayed by a slow database must not run back to back. */
  const requestSweep = () => {
    isDue = true
    sweeping ??= (async () => {
      while (isDue) {
        isDue = false
        await sweep()
      }
      sweeping = undefined
    })()
  }
  const timer = setInterval(requestSweep, SWEEP_INTERVAL_MS)
  timer.unref()
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
    requestSweep()
  })

  return {
    poolId: () => poolId,
    async stop() {
      stopped = true
      clearInterval(timer)
      lock?.release()
      await sweeping
    },
  }
}

/**
 * A job that was enqueued again while it ran was to end with this run: graphile-worker takes its key and its attempts, and
 * its replacement does the work. It would otherwise stay as a dead letter without an error. One that has crashed its worker
 * in every attempt looks the same, but was not changed since it was taken: it stays.
 */
const deleteReplaced = (pool: pg.Pool, dead: string[]) =>
  pool.query(
    `delete from graphile_worker._private_jobs
     where locked_by = any($1) and key is null and attempts = max_attempts and last_error is null
       and updated_at > locked_at`,
    [dead],
  )

/** Ends the connections that still hold the locks of these pools. */
async function takeLocks(pool: pg.Pool, endedPools: Set<string>): Promise<void> {
  if (endedPools.size === 0) return
  const ids = [...endedPools]
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks join unnest($2::text[]) as ended (id) on ${isLockOf('ended.id')}`,
    [LOCK_CLASS, ids],
  )
  for (const id of ids) endedPools.delete(id)
}

const isLockOf = (poolId: string) =>
  `locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
   and classid = $1 and objid::bigint = (hashtext(${poolId})::bigint & 4294967295) and objsubid = 2`

async function findOrphans(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `with locked as (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union
       select locked_by from graphile_worker._private_job_queues where locked_by is not null
     )
     select locked_by as worker from locked
     where not exists (
       select from pg_locks where ${isLockOf('locked_by')}
     )`,
    [LOCK_CLASS],
  )
  return rows.map((row) => row.worker)
}
