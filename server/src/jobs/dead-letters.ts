import { type Static, Type } from 'typebox'
import type { SystemCtx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { Nullable, Timestamp } from '../kit/schema.ts'

const DeadLetter = Type.Object({
  id: Type.Integer(),
  job: Type.String(),
  attempts: Type.Integer(),
  lastError: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type DeadLetter = Static<typeof DeadLetter>

/** Jobs that have used up their attempts. They stay until someone retries them: nothing is dropped silently. */
export const listDeadLetters = (ctx: Pick<SystemCtx, 'db'>): Promise<DeadLetter[]> =>
  ctx.db.rows(
    DeadLetter,
    sql`
      select id, task_identifier as job, attempts, last_error, created_at
      from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
      order by id
      limit 1000`,
  )

/** Gives the jobs all their attempts again, starting now. */
export const retryDeadLetters = (ctx: Pick<SystemCtx, 'db'>, ids: number[]): Promise<number> =>
  ctx.db.run(sql`
    select graphile_worker.reschedule_jobs(
      (select array_agg(id) from graphile_worker.jobs
       where id = any(${ids}::bigint[]) and attempts >= max_attempts),
      run_at => now(),
      attempts => 0::smallint
    )`)
