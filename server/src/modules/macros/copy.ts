import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the macros with those of another environment. Call it after the teams were copied. */
export async function copyMacros(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from macros where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into macros (environment_id, id, name, body, actions, availability, team_id, owner_id, usage_count,
      last_used_at, version, created_at, updated_at)
    select ${ctx.environmentId}, id, name, body, actions, availability, team_id, owner_id, usage_count, last_used_at,
      version, created_at, updated_at
    from macros where environment_id = ${from}`)
}
