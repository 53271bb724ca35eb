import type { FastifyBaseLogger } from 'fastify'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

/** First half of the advisory lock's name; the second is the worker pool's. Any number that nobody else uses. */
const LOCK_CLASS = 5_301
const SWEEP_MS = 5000

/**
 * graphile-worker frees the jobs of a process that died only after four hours. Ours are free within seconds: every
 * living pool holds an advisory lock that dies with its connection, so jobs held by a pool without a lock are orphans.
 */
export function recoverOrphans(pool: pg.Pool, events: WorkerEvents, log: FastifyBaseLogger) {
  let poolId: string | undefined
  let holder: pg.PoolClient | undefined
  let stopped = false

  async function sweep(): Promise<void> {
    try {
      if (poolId && !holder) holder = await holdLock(pool, poolId, () => (holder = undefined))
      const freed = await freeOrphans(pool)
      if (freed.length > 0) log.warn({ workers: freed }, 'took over the jobs of workers that died')
    } catch (error) {
      log.warn({ err: error }, 'could not look for orphaned jobs')
    }
  }

  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => (stopped ? undefined : sweep()))
  }, SWEEP_MS)
  timer.unref()
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
    sweeping = sweep()
  })

  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await sweeping
      holder?.release(true)
    },
  }
}

async function holdLock(pool: pg.Pool, poolId: string, onLost: () => void): Promise<pg.PoolClient> {
  const client = await pool.connect()
  client.once('error', () => {
    onLost()
    client.release(true)
  })
  await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, poolId])
  return client
}

/** A pool that has just begun may not hold its lock yet, hence only jobs that were taken a few seconds ago. */
async function freeOrphans(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `with held as (
       select locked_by from graphile_worker._private_jobs where locked_at < now() - interval '5 seconds'
       union
       select locked_by from graphile_worker._private_job_queues where locked_at < now() - interval '5 seconds'
     ), orphans as (
       select locked_by from held
       where not exists (
         select from pg_locks
         where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
           and classid = $1 and objid::bigint = (hashtext(locked_by)::bigint & 4294967295) and objsubid = 2
       )
     )
     select locked_by as worker, graphile_worker.force_unlock_workers(array[locked_by]) from orphans`,
    [LOCK_CLASS],
  )
  return rows.map((row) => row.worker)
}
