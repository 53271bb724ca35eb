import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Before their tickets are erased, by which their emails are found. Deletes the emails with all they contain. */
export const eraseInboundEmails = async (ctx: Ctx, { customerIds, emails }: Person): Promise<RowCounts> => ({
  inbound_emails: await ctx.db.run(sql`
    delete from inbound_emails
    where environment_id = ${ctx.environmentId} and (
      sender = any(${emails}) or lower(envelope_from) = any(${emails}) or ticket_id in (
        select id from tickets
        where environment_id = ${ctx.environmentId}
          and (customer_id = any(${customerIds}) or lower(requester_email) = any(${emails}))
      )
    )`),
})
