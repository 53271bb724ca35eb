import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Timestamp } from '../../kit/schema.ts'

export interface RequestCount {
  environmentId: string
  quota: string
  startsAt: Date
  accepted: number
  rejected: number
}

/** Many counts in one statement, in one order, so that two servers never deadlock. */
export const addRequestCounts = (db: Db, counts: RequestCount[]) =>
  db.run(sql`
    insert into request_counts as existing (environment_id, quota, starts_at, accepted, rejected)
    select environment_id, quota, starts_at, accepted, rejected
    from unnest(
      ${counts.map(({ environmentId }) => environmentId)}::uuid[], ${counts.map(({ quota }) => quota)}::text[],
      ${counts.map(({ startsAt }) => startsAt)}::timestamptz[], ${counts.map(({ accepted }) => accepted)}::bigint[],
      ${counts.map(({ rejected }) => rejected)}::bigint[]
    ) as input (environment_id, quota, starts_at, accepted, rejected)
    order by environment_id, quota, starts_at
    on conflict (environment_id, quota, starts_at) do update set
      accepted = existing.accepted + excluded.accepted, rejected = existing.rejected + excluded.rejected`)

const CountRow = Type.Object({
  quota: Type.String(),
  startsAt: Timestamp,
  accepted: Type.Integer(),
  rejected: Type.Integer(),
})

export const listRequestCounts = (ctx: Ctx, since: Date) =>
  ctx.db.rows(
    CountRow,
    sql`
      select quota, starts_at, accepted, rejected
      from request_counts
      where environment_id = ${ctx.environmentId} and starts_at >= ${since}
      order by starts_at, quota`,
  )

export const deleteRequestCounts = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: maintenance of the installation */
    delete from request_counts where (environment_id, quota, starts_at) in (
      select environment_id, quota, starts_at from request_counts
      where starts_at < ${before}
      order by starts_at
      limit ${limit}
      for update skip locked
    )`)
