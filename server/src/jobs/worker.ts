import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  type Runner,
  type RunnerOptions,
  run,
  type Task,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import { type Environment, type Surroundings, type SystemCtx, surroundingsOf } from '../ctx.ts'
import type { Db } from '../db/database.ts'
import type { Job, Schedule, SystemJob } from './job.ts'
import { recoverOrphans } from './recovery.ts'

export interface WorkerOptions extends Surroundings {
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  clock: () => Date
  jobs: Job[]
  systemJobs?: SystemJob[]
  schedules: Schedule[]
  findEnvironment: (db: Db, environmentId: string) => Promise<Environment | undefined>
  pollIntervalMs?: number
  /** How long a stop waits for jobs under way; what is cut off then is run again by the next worker. */
  shutdownMs?: number
}

export interface Worker {
  /** False while the runner is down, as when the database is away. */
  isRunning(): boolean
  /** Takes no more jobs and waits for those under way. */
  stop(): Promise<void>
}

const CONCURRENCY = 4
const SHUTDOWN_MS = 10_000
const RESTART_MS = { first: 500, longest: 10_000 }

/** Runs jobs until it is stopped: a runner that has given up, as it does when the database goes away, is followed by another. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const log = options.log.child({ part: 'jobs' })
  // A pool of its own: jobs can't starve requests, and graphile-worker expects the driver's own types.
  const pool = new pg.Pool({ ...options.connection, max: CONCURRENCY + 4 })
  const onError = (error: Error) => log.warn({ err: error }, 'lost a connection')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const events: WorkerEvents = new EventEmitter()
  const recovery = recoverOrphans(pool, events, log)
  const runnerOptions: RunnerOptions = {
    pgPool: pool,
    concurrency: CONCURRENCY,
    pollInterval: options.pollIntervalMs ?? 1000,
    gracefulShutdownAbortTimeout: SHUTDOWN_MS,
    noHandleSignals: true,
    events,
    logger: quietLogger(log),
    // Without a delay the note that a job is done is awaited. With one, it is lost by a stop, and when the database is
    // away the loss is an unhandled rejection that ends the whole process (seen with 0.18.0).
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: taskList(options, log),
    parsedCronItems: parseCronItems(
      options.schedules.map(({ name, cron }) => ({ task: name, match: cron, identifier: name })),
    ),
  }

  let stopping = false
  let runner: Runner | undefined = await run(runnerOptions)
  const supervision = supervise()

  async function supervise(): Promise<void> {
    for (let waitMs = RESTART_MS.first; !stopping; ) {
      try {
        runner ??= await run(runnerOptions)
        waitMs = RESTART_MS.first
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the job runner failed')
      }
      runner = undefined
      if (stopping) return
      log.warn('the job runner has stopped and is started again')
      await sleep(waitMs, undefined, { ref: false })
      waitMs = Math.min(waitMs * 2, RESTART_MS.longest)
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    const shutdownMs = options.shutdownMs ?? SHUTDOWN_MS
    const finished = (runner?.stop() ?? Promise.resolve()).then(
      () => true,
      () => true,
    )
    const inTime = await Promise.race([finished, sleep(shutdownMs, false, { ref: false })])
    if (!inTime) {
      log.warn('jobs under way did not end in time; they will be run again')
      // Gives the jobs back; they may go on as long as this process lives, so nothing waits for them.
      await Promise.race([runner?.kill().catch(() => {}), sleep(1000, undefined, { ref: false })])
    }
    await recovery.stop()
    await Promise.race([Promise.all([supervision, pool.end()]), sleep(1000, undefined, { ref: false })])
  }

  let stopped: Promise<void> | undefined
  return {
    isRunning: () => runner !== undefined,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

function taskList(options: WorkerOptions, log: FastifyBaseLogger): Record<string, Task> {
  const { db, clock, findEnvironment } = options
  const surroundings = surroundingsOf(options)
  const system = (signal: AbortSignal | undefined): SystemCtx => ({
    ...surroundings,
    now: clock(),
    log,
    signal: signal ?? new AbortController().signal,
  })
  const forJob =
    (job: Job): Task =>
    async (payload, { abortSignal }) => {
      const { environmentId, ...rest } = payload as { environmentId: string }
      if (!job.isPayload(rest)) throw new Error(`${job.name} was enqueued with a payload that does not fit it`)
      const environment = await findEnvironment(db, environmentId)
      if (!environment) throw new Error(`${job.name} names an environment that does not exist`)
      await job.run({ ...system(abortSignal), ...environment, caller: { kind: 'system' } }, rest)
    }
  const forSystemJob =
    (job: SystemJob): Task =>
    async (payload, { abortSignal }) => {
      if (!job.isPayload(payload)) throw new Error(`${job.name} was enqueued with a payload that does not fit it`)
      await job.run(system(abortSignal), payload)
    }
  const forSchedule =
    (schedule: Schedule): Task =>
    (_payload, { abortSignal }) =>
      schedule.run(system(abortSignal))
  return Object.fromEntries([
    ...options.jobs.map((job) => [job.name, forJob(job)]),
    ...(options.systemJobs ?? []).map((job) => [job.name, forSystemJob(job)]),
    ...options.schedules.map((schedule) => [schedule.name, forSchedule(schedule)]),
  ])
}

const quietLogger = (log: FastifyBaseLogger) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message)
    else log.trace(message)
  })
