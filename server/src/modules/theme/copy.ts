import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the theme with that of another environment, or deletes it if the other has none. */
export async function copyTheme(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from themes where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into themes (environment_id, version, settings, updated_at)
    select ${ctx.environmentId}, version,
      replace(settings::text, ${`/files/${from}/`}, ${`/files/${ctx.environmentId}/`})::jsonb, updated_at
    from themes where environment_id = ${from}`)
}
