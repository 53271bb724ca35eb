import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { startBuild } from './memberships/memberships.ts'

/** Replaces this environment's segments with another environment's. Its own customers become their members. */
export async function copySegments(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from segment_members where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from segments where environment_id = ${ctx.environmentId}`)
  const copied = await ctx.db.rows(
    Type.Object({ id: Id('seg') }),
    sql`
      insert into segments (environment_id, id, name, filter, as_of, status, evaluated_up_to, member_count, version,
        created_at, updated_at)
      select ${ctx.environmentId}, id, name, filter, as_of, 'building', '', 0, version, created_at, updated_at
      from segments
      where environment_id = ${from}
      returning id`,
  )
  for (const { id } of copied) await startBuild(ctx, id)
}
