import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the policies with those of another environment, including all versions. */
export async function copyPolicies(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from policies where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from policy_versions where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into policy_versions (environment_id, kind, version, id, title, body, return_terms, created_at)
    select ${ctx.environmentId}, kind, version, id, title, body, return_terms, created_at
    from policy_versions where environment_id = ${from}`)
  await ctx.db.run(sql`
    insert into policies (environment_id, kind, version, html)
    select ${ctx.environmentId}, kind, version, html
    from policies where environment_id = ${from}`)
}
