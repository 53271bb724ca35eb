import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/**
 * Replaces the settings of the assistant with those of another environment. The key of the model is not copied, so the
 * embedded assistant answers in the sandbox until it gets a key of its own.
 */
export async function copyAssistantSettings(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from assistant_settings where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into assistant_settings (environment_id, version, settings, updated_at)
    select ${ctx.environmentId}, version, settings, updated_at
    from assistant_settings where environment_id = ${from}`)
}
