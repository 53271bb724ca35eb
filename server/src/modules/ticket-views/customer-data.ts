import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Deletes views that search for the person. */
export const eraseTicketViews = async (ctx: Ctx, { customerIds, emails }: Person): Promise<RowCounts> => ({
  ticket_views: await ctx.db.run(sql`
    delete from ticket_views
    where environment_id = ${ctx.environmentId} and exists (
      select from unnest(${[...emails, ...customerIds]}::text[]) as term
      where strpos(lower(name || filter::text), term) > 0
    )
    returning id`),
})
