import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Keeps amounts and what they belong to. Call it while the tickets still name the person. */
export async function eraseTicketActions(ctx: Ctx, { customerIds, emails }: Person): Promise<RowCounts> {
  const count = await ctx.db.run(sql`
    update ticket_actions set details = (details::jsonb - '{reason,customerId,code}'::text[])::json
    where environment_id = ${ctx.environmentId} and ticket_id in (
      select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
      union
      select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
    )`)
  return { ticket_actions: count }
}
