import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the settings with those of another environment. Reviews are about people, whose data stays in live. */
export async function copyReviewSettings(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from review_settings where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into review_settings (environment_id, ticket_max_rating, updated_at)
    select ${ctx.environmentId}, ticket_max_rating, updated_at
    from review_settings where environment_id = ${from}`)
}
