import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { parseCronItems, type Task } from 'graphile-worker'
import type pg from 'pg'
import { type Dependencies, type Environment, pickDependencies, type SystemCtx } from '../ctx.ts'
import type { Db } from '../db/database.ts'
import { newObservedPools } from '../db/observed-pools.ts'
import { isDistributed, waitForPreparedTransactions } from '../db/prepared-transactions.ts'
import { backoffMs } from '../kit/backoff.ts'
import { tracer, traceWith } from '../kit/tracing.ts'
import type { Job, Schedule, SystemJob } from './job.ts'
import { type JobRunner, type RunnerOptions, startRunner } from './runner.ts'

export interface WorkerOptions extends Dependencies {
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  clock: () => Date
  jobs: Job[]
  systemJobs?: SystemJob[]
  schedules: Schedule[]
  findEnvironment: (db: Db, environmentId: string) => Promise<Environment | undefined>
  pollIntervalMs?: number
  concurrency?: number
  /** How long a stop waits for running jobs; the next worker reruns what is cut off. */
  shutdownMs?: number
  /** A runner without a response from the database for this long is replaced. */
  stallMs?: number
}

export interface Worker {
  /** False while a runner that died or hangs is being replaced. */
  isRunning(): boolean
  /** Takes no more jobs and waits for running ones. */
  stop(): Promise<void>
}

const SHUTDOWN_MS = 10_000
const STALL_MS = 15_000
const RESTART_BACKOFF = { firstMs: 250, longestMs: 5000 }
/** A runner that has lasted this long did not fail because of how it was started. */
const STABLE_AFTER_MS = 30_000
const MAX_CACHED_ENVIRONMENTS = 10_000

/** Runs jobs until it is stopped. A runner that ends or hangs, as in a database outage, is replaced. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const log = options.log.child({ part: 'jobs' })
  const { shutdownMs = SHUTDOWN_MS, stallMs = STALL_MS } = options
  const runnerOptions: RunnerOptions = {
    connection: options.connection,
    log,
    observedPools: options.perServer(newObservedPools),
    tasks: buildTasks(options, log, await isDistributed(options.db)),
    cronItems: parseCronItems(
      options.schedules.map(({ name, cron }) => ({ task: name, match: cron, identifier: name })),
    ),
    pollIntervalMs: options.pollIntervalMs ?? 1000,
    concurrency: options.concurrency,
    abortMs: SHUTDOWN_MS,
    endedPools: new Set(),
  }

  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
  /** Replaced, and still finishing jobs. */
  const retired = new Set<JobRunner>()
  let runner: JobRunner | undefined = await startRunner(runnerOptions)
  const supervision = supervise()

  async function supervise(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const startedMs = performance.now()
      try {
        runner ??= await startRunner(runnerOptions)
        const reason = await Promise.race([runner.ended, untilStalled(runner)])
        if (stopping.signal.aborted) return
        log.error({ reason }, 'the job runner stopped; starting a new one')
        retire(runner)
      } catch (error) {
        log.warn({ err: error }, 'could not start the job runner')
      }
      runner = undefined
      if (performance.now() - startedMs > STABLE_AFTER_MS) failures = 0
      await pause(backoffMs(failures, RESTART_BACKOFF))
    }
  }

  function retire(old: JobRunner): void {
    retired.add(old)
    void old.stop().finally(() => retired.delete(old))
  }

  async function untilStalled(watched: JobRunner): Promise<string> {
    while (!stopping.signal.aborted && watched.stalledMs() < stallMs) await pause(Math.min(1000, stallMs / 4))
    return `no response from the database for ${stallMs / 1000} s`
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const runners = () => [...retired, ...(runner ? [runner] : [])]
    // After the supervision: a runner that was just starting is stopped, too.
    const finished = supervision.then(() => Promise.all(runners().map((one) => one.stop()))).then(() => true)
    if (await Promise.race([finished, sleep(shutdownMs, false, { ref: false })])) return
    log.warn('running jobs did not finish in time; they will run again')
    // Releases the jobs; they may continue as long as this process lives, so nothing waits for them.
    await Promise.all(runners().map((one) => one.kill()))
  }

  let stopped: Promise<void> | undefined
  return {
    isRunning: () => runner !== undefined && runner.stalledMs() < stallMs,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** An environment's workspace and mode never change, and every job needs them. */
function cacheEnvironments({ db, findEnvironment }: WorkerOptions) {
  const known = new Map<string, Environment>()
  return async (id: string): Promise<Environment | undefined> => {
    const cached = known.get(id)
    if (cached) return cached
    const environment = await findEnvironment(db, id)
    if (known.size >= MAX_CACHED_ENVIRONMENTS) known.clear()
    if (environment) known.set(id, environment)
    return environment
  }
}

function buildTasks(options: WorkerOptions, log: FastifyBaseLogger, isDistributed: boolean): Record<string, Task> {
  const { db, clock } = options
  const findEnvironment = cacheEnvironments(options)
  const dependencies = pickDependencies(options)
  const system = (signal: AbortSignal | undefined): SystemCtx => ({
    ...dependencies,
    now: clock(),
    log,
    signal: signal ?? new AbortController().signal,
  })
  const toJobTask =
    (job: Job): Task =>
    async (payload, { abortSignal }) => {
      const { environmentId, traceparent, ...rest } = payload as { environmentId: string; traceparent?: string }
      if (!job.isPayload(rest)) throw new Error(`${job.name} was enqueued with an invalid payload`)
      await traceJob(job.name, { traceparent, environmentId }, async () => {
        if (isDistributed) await waitForPreparedTransactions(db, environmentId)
        const environment = await findEnvironment(environmentId)
        if (!environment) throw new Error(`${job.name} names an environment that does not exist`)
        await job.run({ ...system(abortSignal), ...environment, caller: { kind: 'system' } }, rest)
      })
    }
  const toSystemTask =
    (job: SystemJob): Task =>
    async (payload, { abortSignal }) => {
      const { traceparent, ...rest } = payload as { traceparent?: string }
      if (!job.isPayload(rest)) throw new Error(`${job.name} was enqueued with an invalid payload`)
      await traceJob(job.name, { traceparent }, () => job.run(system(abortSignal), rest))
    }
  const toScheduleTask =
    (schedule: Schedule): Task =>
    (_payload, { abortSignal }) =>
      traceJob(schedule.name, {}, () => schedule.run(system(abortSignal)))
  return Object.fromEntries([
    ...options.jobs.map((job) => [job.name, toJobTask(job)]),
    ...(options.systemJobs ?? []).map((job) => [job.name, toSystemTask(job)]),
    ...options.schedules.map((schedule) => [schedule.name, toScheduleTask(schedule)]),
  ])
}

/** A span that continues the trace of whoever enqueued the job. */
function traceJob(
  name: string,
  { traceparent, environmentId }: { traceparent?: string | undefined; environmentId?: string },
  work: () => Promise<void>,
): Promise<void> {
  const attributes = {
    'messaging.system': 'graphile-worker',
    'messaging.operation.name': 'process',
    'messaging.destination.name': name,
    'storedesk.environment_id': environmentId,
  }
  const span = tracer()?.start({ name: `job ${name}`, kind: 'consumer', attributes }, traceparent)
  return span ? traceWith(span, work) : work()
}
