import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the rules and the auto-close setting with those of another environment. */
export async function copyTicketRules(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from ticket_rules where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from auto_close_settings where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into ticket_rules (environment_id, id, name, active, position, trigger, conditions, actions, run_count,
      last_run_at, version, created_at, updated_at)
    select ${ctx.environmentId}, id, name, active, position, trigger, conditions, actions, run_count, last_run_at, version,
      created_at, updated_at
    from ticket_rules where environment_id = ${from}`)
  await ctx.db.run(sql`
    insert into auto_close_settings (environment_id, active, pending_days, version, updated_at)
    select ${ctx.environmentId}, active, pending_days, version, updated_at
    from auto_close_settings where environment_id = ${from}`)
}
