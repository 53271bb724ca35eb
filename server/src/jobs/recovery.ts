import type { FastifyBaseLogger } from 'fastify'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { inTime } from '../kit/in-time.ts'

/** First half of the advisory lock's name; the second is the worker pool's. Any number that nobody else uses. */
const LOCK_CLASS = 5_301
const SWEEP_MS = 3000
/** Less than two sweeps, more than a worker needs to take its lock again. */
const SUSPECT_MS = 2500
/** A lock that was lost is taken again long before two sweeps have gone by. */
const RETAKE_MS = 250
const ANSWER_MS = 5000

/**
 * graphile-worker frees the jobs of a process that died only after four hours. Ours are free within seconds: every
 * living pool holds an advisory lock that dies with its connection, so jobs held by a pool without a lock are orphans.
 * They are taken over when they have been so for a while: a worker that has just begun, or has just lost its connection,
 * takes its lock in between.
 */
export function recoverOrphans(pool: pg.Pool, events: WorkerEvents, log: FastifyBaseLogger) {
  let poolId: string | undefined
  /** Only while the lock is held. */
  let held: { client: pg.PoolClient; drop: () => void } | undefined
  /** Since when each was found without a lock. */
  let suspects = new Map<string, number>()
  let stopped = false

  async function sweep(): Promise<void> {
    if (stopped) return
    try {
      if (poolId) await holdLock(poolId)
      const orphans = await findOrphans(pool)
      const nowMs = performance.now()
      suspects = new Map(orphans.map((worker) => [worker, suspects.get(worker) ?? nowMs]))
      const dead = orphans.filter((worker) => nowMs - (suspects.get(worker) ?? nowMs) >= SUSPECT_MS)
      if (dead.length > 0) {
        await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
        log.warn({ workers: dead }, 'took over the jobs of workers that died')
      }
    } catch (error) {
      // What was suspected before the database went away proves nothing after it.
      suspects = new Map()
      log.warn({ err: error }, 'could not look for orphaned jobs')
    }
  }

  async function holdLock(id: string): Promise<void> {
    if (!held) return takeLock(id)
    const { client, drop } = held
    // A connection may be dead without a word; the database has given its lock away by then.
    await inTime(client.query('select'), ANSWER_MS).catch((error: unknown) => {
      drop()
      throw error
    })
  }

  async function takeLock(id: string): Promise<void> {
    const client = await pool.connect()
    let isReleased = false
    // Lost and let go may come in either order; a connection is given back once.
    const drop = () => {
      if (held?.client === client) held = undefined
      if (!isReleased) client.release(true)
      isReleased = true
    }
    client.on('error', () => {
      drop()
      if (!stopped) setTimeout(sweepNext, RETAKE_MS).unref()
    })
    try {
      await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, id])
    } catch (error) {
      drop()
      throw error
    }
    if (stopped) drop()
    else if (!isReleased) held = { client, drop }
  }

  let sweeping: Promise<void> | undefined
  let isDue = false
  /** One at a time, and at most one more: those that a silent database held up must not follow each other in one moment. */
  const sweepNext = () => {
    isDue = true
    sweeping ??= (async () => {
      while (isDue) {
        isDue = false
        await sweep()
      }
      sweeping = undefined
    })()
  }
  const timer = setInterval(sweepNext, SWEEP_MS)
  timer.unref()
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
    sweepNext()
  })

  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      held?.drop()
      await sweeping
    },
  }
}

async function findOrphans(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `with held as (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union
       select locked_by from graphile_worker._private_job_queues where locked_by is not null
     )
     select locked_by as worker from held
     where not exists (
       select from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
         and classid = $1 and objid::bigint = (hashtext(locked_by)::bigint & 4294967295) and objsubid = 2
     )`,
    [LOCK_CLASS],
  )
  return rows.map((row) => row.worker)
}
