import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, run, type Task, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Environment, SystemCtx } from '../ctx.ts'
import type { Db } from '../db/database.ts'
import type { Job, Schedule } from './job.ts'
import { recoverOrphans } from './recovery.ts'

export interface WorkerOptions {
  connection: pg.ClientConfig
  db: Db
  log: FastifyBaseLogger
  clock: () => Date
  jobs: Job[]
  schedules: Schedule[]
  findEnvironment: (db: Db, environmentId: string) => Promise<Environment | undefined>
  concurrency?: number
  pollIntervalMs?: number
}

export interface Worker {
  /** Takes no more jobs and waits for those under way. */
  stop(): Promise<void>
}

/** Half of what an orchestrator usually grants before it kills. A job that is cut off is run again by the next worker. */
const SHUTDOWN_MS = 10_000

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const log = options.log.child({ part: 'jobs' })
  // A pool of its own: jobs can't starve requests, and graphile-worker expects the driver's own types.
  const pool = new pg.Pool({ ...options.connection, max: (options.concurrency ?? 4) + 4 })
  const onError = (error: Error) => log.warn({ err: error }, 'lost a connection')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const events: WorkerEvents = new EventEmitter()
  const recovery = recoverOrphans(pool, events, log)
  const runner = await run({
    pgPool: pool,
    concurrency: options.concurrency ?? 4,
    pollInterval: options.pollIntervalMs ?? 1000,
    gracefulShutdownAbortTimeout: SHUTDOWN_MS,
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn(message)
      else log.trace(message)
    }),
    taskList: Object.fromEntries([...options.jobs.map(jobTask), ...options.schedules.map(scheduleTask)]),
    parsedCronItems: parseCronItems(
      options.schedules.map(({ name, cron }) => ({ task: name, match: cron, identifier: name })),
    ),
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner stopped'))

  const system = (signal: AbortSignal | undefined): SystemCtx => ({
    db: options.db,
    now: options.clock(),
    log,
    signal: signal ?? new AbortController().signal,
  })

  function jobTask(job: Job): [string, Task] {
    const task: Task = async (payload, { abortSignal }) => {
      const { environmentId, ...rest } = payload as { environmentId: string }
      if (!job.isPayload(rest)) throw new Error(`${job.name} was enqueued with a payload that does not fit it`)
      const environment = await options.findEnvironment(options.db, environmentId)
      if (!environment) throw new Error(`${job.name} names an environment that does not exist`)
      await job.run({ ...system(abortSignal), ...environment, caller: { kind: 'system' } }, rest)
    }
    return [job.name, task]
  }

  function scheduleTask(schedule: Schedule): [string, Task] {
    return [schedule.name, (_payload, { abortSignal }) => schedule.run(system(abortSignal))]
  }

  let stopped: Promise<void> | undefined
  async function stop(): Promise<void> {
    await runner.stop()
    await recovery.stop()
    await pool.end()
  }
  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
