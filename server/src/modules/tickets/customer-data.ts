import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { enqueue } from '../../jobs/job.ts'
import { Id } from '../../kit/schema.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'
import { removeAttachments } from './attachments/jobs.ts'

const TicketRef = Type.Object({ id: Id('tkt') })
const AttachmentRef = Type.Object({ id: Id('att') })

/**
 * A ticket stays as a number with its times, for reports. All its texts go, those by staff too: anyone may have written
 * a name into them. Of other people's tickets, only what the person wrote goes, and their address.
 */
export async function eraseTickets(ctx: Ctx, { customerIds, emails }: Person): Promise<RowCounts> {
  const ticketIds = (await listTicketIds(ctx, customerIds, emails)).map(({ id }) => id)
  const attachments = await deleteAttachments(ctx, ticketIds, emails)
  const attachmentIds = attachments.map(({ id }) => id)
  if (attachmentIds.length > 0) await enqueue(ctx, removeAttachments, { attachmentIds })
  const messages = await eraseMessages(ctx, ticketIds, emails)
  await removeRecipients(ctx, emails)
  return {
    ticket_attachments: attachmentIds.length,
    ticket_messages: messages,
    ticket_events: await eraseEvents(ctx, ticketIds),
    ticket_merges: await eraseMerges(ctx, ticketIds),
    tickets: await eraseOwnTickets(ctx, ticketIds),
  }
}

const listTicketIds = (ctx: Ctx, customerIds: string[], emails: string[]) =>
  ctx.db.rows(
    TicketRef,
    sql`
      select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
      union
      select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})`,
  )

/** A merge has moved messages: theirs are those that belong to their tickets, wherever they are. */
const deleteAttachments = (ctx: Ctx, ticketIds: string[], emails: string[]) =>
  ctx.db.rows(
    AttachmentRef,
    sql`
      delete from ticket_attachments
      where environment_id = ${ctx.environmentId} and message_id in (
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and (
          ticket_id = any(${ticketIds}) or moved_from_ticket_id = any(${ticketIds}) or lower(author_email) = any(${emails})
        )
      )
      returning id`,
  )

const eraseMessages = (ctx: Ctx, ticketIds: string[], emails: string[]) =>
  ctx.db.run(sql`
    update ticket_messages set text = '', visible_text = null, html = null, recipients_to = '{}', recipients_cc = '{}',
      delivery_error = null, email_message_id = null, client_message_id = null,
      author_id = case when author_type = 'customer' then null else author_id end,
      author_name = case when author_type = 'customer' then null else author_name end,
      author_email = case when author_type = 'customer' then null else author_email end
    where environment_id = ${ctx.environmentId} and (
      ticket_id = any(${ticketIds}) or moved_from_ticket_id = any(${ticketIds}) or lower(author_email) = any(${emails})
    )`)

const removeRecipients = (ctx: Ctx, emails: string[]) =>
  ctx.db.run(sql`
    update ticket_messages set
      recipients_to = array(select address from unnest(recipients_to) as address where lower(address) <> all(${emails})),
      recipients_cc = array(select address from unnest(recipients_cc) as address where lower(address) <> all(${emails}))
    where environment_id = ${ctx.environmentId} and recipients_to || recipients_cc && ${emails}::text[]`)

/** Fields whose values are words. The others are kept: reports count changes of status. */
const eraseEvents = (ctx: Ctx, ticketIds: string[]) =>
  ctx.db.run(sql`
    update ticket_events set data = '{}', changes = coalesce((
      select json_agg(change) from json_array_elements(changes) as change
      where change ->> 'field' not in ('subject', 'customerId', 'tags', 'customFields', 'orderIds')
    ), '[]')
    where environment_id = ${ctx.environmentId} and ticket_id = any(${ticketIds})`)

/** The merge can still be reversed, without the tags it added. */
const eraseMerges = (ctx: Ctx, ticketIds: string[]) =>
  ctx.db.run(sql`
    update ticket_merges set undo = jsonb_set(undo::jsonb, '{added,tags}', '[]')::json
    where environment_id = ${ctx.environmentId} and kind = 'merge'
      and (source_ticket_id = any(${ticketIds}) or target_ticket_id = any(${ticketIds}))`)

const eraseOwnTickets = (ctx: Ctx, ticketIds: string[]) =>
  ctx.db.run(sql`
    update tickets set subject = '', customer_id = null, requester_email = null, requester_name = null, tags = '{}',
      custom_fields = '{}', order_ids = '{}', last_message_preview = '', search = '#' || number, version = version + 1,
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = any(${ticketIds})`)

/** Of the tickets in `ids`, or of all, those of `fromId`. Returns their IDs, so that a merge can be reversed. */
export async function moveTickets(ctx: Ctx, fromId: string, toId: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    TicketRef,
    sql`
      update tickets set customer_id = ${toId}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and customer_id = ${fromId}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}
