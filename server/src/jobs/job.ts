import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Ctx, SystemCtx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { tracer } from '../kit/tracing.ts'

/** Deferred work for one environment. */
export interface Job<Payload extends TSchema = TSchema> {
  name: string
  maxAttempts: number
  run: (ctx: Ctx, payload: Static<Payload>) => Promise<void>
  isPayload: (value: unknown) => boolean
}

/** Deferred work for the installation, such as a password reset email. */
export interface SystemJob<Payload extends TSchema = TSchema> {
  name: string
  maxAttempts: number
  run: (ctx: SystemCtx, payload: Static<Payload>) => Promise<void>
  isPayload: (value: unknown) => boolean
}

/** Scheduled work, run once for the whole installation however many workers there are. */
export interface Schedule {
  name: string
  /** Crontab syntax, in UTC. */
  cron: string
  run: (ctx: SystemCtx) => Promise<void>
}

interface JobDefinition<Payload extends TSchema> {
  name: string
  payload: Payload
  /** The delays grow by e, from 3 s to 6 h: 10 attempts last ten hours, 25 (the default) four days. */
  maxAttempts?: number
  /** May run more than once: a crash can come after the work and before it is recorded as done. */
  run: (ctx: Ctx, payload: Static<Payload>) => Promise<void>
}

export function defineJob<Payload extends TSchema>(definition: JobDefinition<Payload>): Job<Payload> {
  const { payload, ...job } = definition
  const validator = Compile(payload)
  return { maxAttempts: 25, ...job, isPayload: (value) => validator.Check(value) }
}

interface SystemJobDefinition<Payload extends TSchema> extends Omit<JobDefinition<Payload>, 'run'> {
  run: SystemJob<Payload>['run']
}

export function defineSystemJob<Payload extends TSchema>(definition: SystemJobDefinition<Payload>): SystemJob<Payload> {
  const { payload, ...job } = definition
  const validator = Compile(payload)
  return { maxAttempts: 25, ...job, isPayload: (value) => validator.Check(value) }
}

interface EnqueueOptions {
  /** Earliest time to run. */
  runAt?: Date
  /** A waiting job with the same key is replaced, or kept if it is the same and due; never duplicated. */
  key?: string
}

/** Enqueues in the caller's transaction: the job exists exactly when the transaction commits. */
export const enqueue = <Payload extends TSchema>(
  ctx: Ctx,
  job: Job<Payload>,
  payload: Static<Payload>,
  options: EnqueueOptions = {},
): Promise<void> => enqueueByName(ctx, job, payload as object, options)

/** Like `enqueue`, by name: the caller need not import the job's dependencies. */
export function enqueueByName(
  ctx: Ctx,
  job: Pick<Job, 'name' | 'maxAttempts'>,
  payload: object,
  options: EnqueueOptions = {},
): Promise<void> {
  const payloadJson = toJobPayload({ environmentId: ctx.environmentId, ...payload })
  return ctx.db.defer(sql`
    select enqueue_job(${job.name}, ${payloadJson}::json, ${options.runAt ?? null}, ${options.key ?? null}, ${job.maxAttempts})`)
}

/** A job for a statement that calls `enqueue_job` itself, together with the change that it follows from. */
export interface StatementJob {
  name: string
  payload: string
  key: string
  maxAttempts: number
}

/** Like `toEventRows`: only for a query that reads nothing but results of data-modifying CTEs. */
export const toStatementJob = (
  ctx: Ctx,
  { name, maxAttempts }: Pick<Job, 'name' | 'maxAttempts'>,
  payload: object,
  key: string,
): StatementJob => ({
  name,
  payload: toJobPayload({ environmentId: ctx.environmentId, ...payload }),
  key,
  maxAttempts,
})

/** The job continues the trace of whoever enqueues it: the worker takes `traceparent` off again. */
export function toJobPayload(payload: object): string {
  const traceparent = tracer()?.traceparent()
  return JSON.stringify(traceparent ? { ...payload, traceparent } : payload)
}

const KeyedJob = Type.Object({ isDeadLetter: Type.Boolean() })

/** The job enqueued with this key, while it waits, runs or has used up its attempts; a completed job is gone. */
export const findJobByKey = (ctx: SystemCtx, key: string) =>
  ctx.db.row(
    KeyedJob,
    sql`
      select attempts >= max_attempts and locked_at is null as is_dead_letter
      from graphile_worker.jobs
      where key = ${key}`,
  )

/** Like `enqueueByName`, for work without an environment. */
export const enqueueSystemJob = (
  ctx: SystemCtx,
  job: Pick<SystemJob, 'name' | 'maxAttempts'>,
  payload: Record<string, unknown>,
): Promise<void> =>
  ctx.db.defer(sql`
    select enqueue_job(${job.name}, ${toJobPayload(payload)}::json, null, null, ${job.maxAttempts})`)
