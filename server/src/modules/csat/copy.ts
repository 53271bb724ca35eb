import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the settings of the survey with those of another environment. */
export async function copyCsatSettings(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from csat_settings where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into csat_settings (environment_id, active, delay_minutes, subject, body, version, updated_at)
    select ${ctx.environmentId}, active, delay_minutes, subject, body, version, updated_at
    from csat_settings where environment_id = ${from}`)
}
