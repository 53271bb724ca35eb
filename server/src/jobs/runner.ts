import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type ParsedCronItem, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { type ObservedPools, observePool } from '../db/observed-pools.ts'
import { recoverOrphans } from './recovery.ts'

export interface RunnerOptions {
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  observedPools: ObservedPools
  tasks: Record<string, Task>
  cronItems: ParsedCronItem[]
  pollIntervalMs: number
  /** Jobs at the same time. */
  concurrency?: number | undefined
  /** When running jobs are aborted after a stop was requested. */
  abortMs: number
  /** Pools of earlier runners that have ended. Their jobs belong to nobody, even if the database does not know yet. */
  endedPools: Set<string>
}

export interface JobRunner {
  /** Resolves with the reason as soon as it takes no more jobs; running jobs may still continue. */
  ended: Promise<string>
  /** How long an idle worker has been waiting for the database to respond. */
  stalledMs(): number
  /** Takes no more jobs. Resolves when running jobs have ended and everything is closed. */
  stop(): Promise<void>
  /** Abandons its jobs; another runner takes them. */
  kill(): Promise<void>
}

const CONCURRENCY = 4
/** Of the runner itself: it polls, listens and holds a lock. */
const OWN_CONNECTIONS = 4
const CLOSE_TIMEOUT_MS = 1000
const RELEASE_TIMEOUT_MS = 2000

/** One run of graphile-worker. It does not survive every database failure: `worker.ts` replaces it. */
export async function startRunner(options: RunnerOptions): Promise<JobRunner> {
  const { log, concurrency = CONCURRENCY } = options
  const { pool, closePool } = openPool(options.connection, concurrency + OWN_CONNECTIONS, log)
  observePool(options.observedPools, 'jobs', pool)
  const events: WorkerEvents = new EventEmitter()
  const recovery = recoverOrphans({ pool, events, endedPools: options.endedPools, log })
  const tracked = trackJobs(options.tasks)
  const stalledMs = watchPolling(events)
  const shutdown = new Promise<string>((resolve) => {
    // Emitted before it waits for anything. Its own promise may never settle: it can lose track of its pending writes.
    events.on('pool:gracefulShutdown', ({ message }) => resolve(message))
    events.on('pool:fatalError', ({ error }) => resolve(String(error)))
    events.on('pool:forcefulShutdown', ({ message }) => {
      tracked.abandon()
      resolve(message)
    })
  })
  const close = async () => {
    await Promise.race([recovery.stop(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    await closePool()
    const poolId = recovery.poolId()
    if (poolId) options.endedPools.add(poolId)
  }

  const running = await run({
    pgPool: pool,
    concurrency,
    pollInterval: options.pollIntervalMs,
    gracefulShutdownAbortTimeout: options.abortMs,
    noHandleSignals: true,
    events,
    logger: toGraphileLogger(log),
    // Without a delay, completion of a job is awaited. With one, a stop loses it, and during a database outage the loss
    // is an unhandled rejection that ends the whole process (seen with 0.18.0).
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: tracked.tasks,
    parsedCronItems: options.cronItems,
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const settled = running.promise.then(
    () => 'stopped unexpectedly',
    (error: unknown) => String(error),
  )

  let stopping: Promise<void> | undefined
  const stop = async () => {
    running.stop().catch(() => {})
    // Its lock on the jobs is held until they have ended: nobody may run them a second time until then.
    await tracked.whenIdle()
    await Promise.race([settled, sleep(RELEASE_TIMEOUT_MS, undefined, { ref: false })])
    // One may have been on its way to a worker.
    await tracked.whenIdle()
    await close()
  }
  return {
    ended: Promise.race([shutdown, settled]),
    stalledMs,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
    async kill() {
      tracked.abandon()
      await Promise.race([running.kill().catch(() => {}), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      await close()
    },
  }
}

/**
 * A job whose completion is lost in a crash of the database runs again, as after a crash of the worker: nothing waits for
 * the disk. Its own work does. Its few statements find rows by key; PostgreSQL would plan the one that takes a job each time.
 * Planned while the queue is empty, that one would sort all waiting jobs; without sorts it reads the index in its order.
 */
const SESSION_SETTINGS = ['synchronous_commit=off', 'plan_cache_mode=force_generic_plan', 'enable_sort=off']

/** A separate pool, with timeouts: jobs can't starve requests, and graphile-worker expects the driver's own types. */
function openPool(connection: pg.ClientConfig, max: number, log: FastifyBaseLogger) {
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: 5000,
    query_timeout: 20_000,
    keepAlive: true,
    options: [connection.options, ...SESSION_SETTINGS.map((setting) => `-c ${setting}`)].join(' ').trim(),
  })
  ignoreRepeatedReleases(pool)
  const clients = new Set<pg.PoolClient>()
  const onError = (error: Error) => log.warn({ err: error }, 'lost a connection')
  pool.on('error', onError)
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', onError)
  })
  pool.on('remove', (client) => clients.delete(client))
  const closePool = async () => {
    const ended = pool.end().catch(() => {})
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    // A connection to an unresponsive database would keep the pool open forever.
    for (const client of clients) (client as unknown as pg.Client).connection.stream.destroy()
  }
  return { pool, closePool }
}

/**
 * When a stop and a lost connection coincide, graphile-worker releases the connection it listens on twice (seen with
 * 0.18.0). The pool throws the second time, where nobody can catch it: the whole process would end.
 */
function ignoreRepeatedReleases(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (!callback) return connect()
    return connect((error, client, release) => {
      // A pool that has ended gives none.
      let releaseOnce: typeof release | undefined = release
      callback(error, client, (reason) => {
        releaseOnce?.(reason)
        releaseOnce = undefined
      })
    })
  }) as typeof pool.connect
}

function trackJobs(tasks: Record<string, Task>) {
  let activeCount = 0
  let isAbandoned = false
  let onIdle = () => {}
  const track =
    (task: Task): Task =>
    async (payload, helpers) => {
      activeCount += 1
      try {
        return await task(payload, helpers)
      } finally {
        activeCount -= 1
        if (activeCount === 0) onIdle()
        // After a forced shutdown graphile-worker throws when a job reports its end, where nobody can catch it.
        if (isAbandoned) await new Promise(() => {})
      }
    }
  return {
    tasks: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, track(task)])) as TaskList,
    abandon: () => {
      isAbandoned = true
    },
    whenIdle: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve
        if (activeCount === 0) resolve()
      }),
  }
}

/** Each idle worker requests a job at every poll; one that gets no response, or only errors, is stalled. */
function watchPolling(events: WorkerEvents): () => number {
  const waitingSince = new Map<string, number>()
  events.on('worker:getJob:start', ({ worker }) => {
    if (!waitingSince.has(worker.workerId)) waitingSince.set(worker.workerId, performance.now())
  })
  events.on('worker:getJob:empty', ({ worker }) => waitingSince.delete(worker.workerId))
  events.on('job:start', ({ worker }) => waitingSince.delete(worker.workerId))
  return () => Math.max(0, ...[...waitingSince.values()].map((sinceMs) => performance.now() - sinceMs))
}

const toGraphileLogger = (log: FastifyBaseLogger) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message)
    else log.trace(message)
  })
