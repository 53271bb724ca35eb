import { sql } from '../../../db/sql.ts'
import { ExportedRow, type ListRows, PAGE_SIZE } from './exported-row.ts'

/** Of their tickets. Copies that they got of the tickets of others are in the messages of those. */
const ticketEmails: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(ticket_emails) - '{environment_id}'::text[] as row from ticket_emails
      where environment_id = ${ctx.environmentId} and id > ${after} and ticket_id in (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

const undeliverableAddresses: ListRows = (ctx, { emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select address as position, to_jsonb(undeliverable_addresses) - 'environment_id' as row from undeliverable_addresses
      where environment_id = ${ctx.environmentId} and address > ${after} and address = any(${emails})
      order by address limit ${PAGE_SIZE}`,
  )

/** Without `recent`, which only limits how many emails they get. */
const automaticEmailRecipients: ListRows = (ctx, { emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select address as position, to_jsonb(automatic_email_recipients) - '{environment_id,recent}'::text[] as row
      from automatic_email_recipients
      where environment_id = ${ctx.environmentId} and address > ${after} and address = any(${emails})
      order by address limit ${PAGE_SIZE}`,
  )

export const TICKET_EMAIL_SECTIONS: Record<string, ListRows> = {
  ticketEmails,
  undeliverableAddresses,
  automaticEmailRecipients,
}
