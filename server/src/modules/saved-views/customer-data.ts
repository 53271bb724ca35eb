import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Deletes views that search for the person. Views are in both environments, so a sandbox must not change them. */
export const eraseViews = async (ctx: Ctx, { emails }: Person): Promise<RowCounts> => {
  if (ctx.mode !== 'live') return {}
  return {
    saved_views: await ctx.db.run(sql`
      delete from saved_views
      where workspace_id = ${ctx.workspaceId} and exists (
        select from unnest(${emails}::text[]) as email where strpos(lower(name || filters::text), email) > 0
      )
      returning id`),
  }
}
