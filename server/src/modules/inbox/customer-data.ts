import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Deletes what members were about to write to the person or about them. Call it before their tickets are erased. */
export const eraseDrafts = async (ctx: Ctx, { customerIds, emails }: Person): Promise<RowCounts> => ({
  ticket_drafts: await ctx.db.run(sql`
    delete from ticket_drafts
    where environment_id = ${ctx.environmentId} and ticket_id in (
      select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
      union
      select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
    )
    returning mode`),
})
