import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces business hours and SLA policies with those of another environment. Its own tickets keep their targets. */
export async function copySlas(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from sla_policies where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from business_hours where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into business_hours (environment_id, id, name, time_zone, intervals, holidays, version, created_at, updated_at)
    select ${ctx.environmentId}, id, name, time_zone, intervals, holidays, version, created_at, updated_at
    from business_hours where environment_id = ${from}`)
  await ctx.db.run(sql`
    insert into sla_policies (environment_id, id, name, active, position, conditions, targets, business_hours_id,
      warning_minutes, version, created_at, updated_at)
    select ${ctx.environmentId}, id, name, active, position, conditions, targets, business_hours_id, warning_minutes,
      version, created_at, updated_at
    from sla_policies where environment_id = ${from}`)
}
