import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Before their tickets are erased, by which their emails are found. Keeps that an email was sent, and when. */
export const eraseTicketEmails = async (ctx: Ctx, person: Person): Promise<RowCounts> => ({
  ticket_emails: await eraseContents(ctx, person),
  undeliverable_addresses: await ctx.db.run(sql`
    delete from undeliverable_addresses
    where environment_id = ${ctx.environmentId} and address = any(${person.emails})`),
  automatic_email_recipients: await ctx.db.run(sql`
    delete from automatic_email_recipients
    where environment_id = ${ctx.environmentId} and address = any(${person.emails})`),
})

/** One that still waits is never sent. Errors and bounces name the recipient, who may be in copy of another's ticket. */
const eraseContents = (ctx: Ctx, { customerIds, emails }: Person) =>
  ctx.db.run(sql`
    update ticket_emails set recipient = null, subject = null, text = null, html = null, error = null,
      bounces = '[]', status = case when status = 'queued' then 'canceled' else status end
    where environment_id = ${ctx.environmentId} and (
      ticket_id in (
        select id from tickets
        where environment_id = ${ctx.environmentId}
          and (customer_id = any(${customerIds}) or lower(requester_email) = any(${emails}))
      )
      or id in (
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and (recipients_to && ${emails}::text[] or recipients_cc && ${emails}::text[])
      )
    )`)
