import { sql } from '../../../db/sql.ts'
import { ExportedRow, type ListRows, PAGE_SIZE } from './exported-row.ts'

/** Tickets of the customer, and those that one of their emails wrote before there was a customer. */
const tickets: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(tickets) - '{environment_id,search,created_rank,updated_rank,waiting_rank,priority_rank}'::text[] as row from tickets
      where environment_id = ${ctx.environmentId} and id > ${after} and id in (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

/** Of their tickets, wherever a merge has moved them, and what they wrote in those of others. */
const ticketMessages: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      with own_tickets as materialized (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      select id as position, to_jsonb(ticket_messages) - '{environment_id,words}'::text[] as row from ticket_messages
      where environment_id = ${ctx.environmentId} and id > ${after} and id in (
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and ticket_id in (select id from own_tickets) and moved_from_ticket_id is null
        union
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and moved_from_ticket_id in (select id from own_tickets)
        union
        select id from ticket_messages where environment_id = ${ctx.environmentId} and lower(author_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

/** Without the files: each can be downloaded with its ID. */
const ticketAttachments: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      with own_tickets as materialized (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      select id as position, to_jsonb(ticket_attachments) - '{environment_id,sha256}'::text[] as row from ticket_attachments
      where environment_id = ${ctx.environmentId} and id > ${after} and message_id in (
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and ticket_id in (select id from own_tickets) and moved_from_ticket_id is null
        union
        select id from ticket_messages
        where environment_id = ${ctx.environmentId} and moved_from_ticket_id in (select id from own_tickets)
        union
        select id from ticket_messages where environment_id = ${ctx.environmentId} and lower(author_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

const ticketEvents: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(ticket_events) - '{environment_id}'::text[] as row from ticket_events
      where environment_id = ${ctx.environmentId} and id > ${after} and ticket_id in (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

const ticketMerges: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(ticket_merges) - '{environment_id}'::text[] as row from ticket_merges
      where environment_id = ${ctx.environmentId} and id > ${after} and source_ticket_id in (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

const ticketActions: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(ticket_actions) - '{environment_id,request_key}'::text[] as row from ticket_actions
      where environment_id = ${ctx.environmentId} and id > ${after} and ticket_id in (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

const csatSurveys: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(csat_surveys) - '{environment_id}'::text[] as row from csat_surveys
      where environment_id = ${ctx.environmentId} and id > ${after} and ticket_id in (
        select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

const ticketDrafts: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select ticket_id || ' ' || user_id || ' ' || mode as position,
        to_jsonb(ticket_drafts) - '{environment_id}'::text[] as row
      from ticket_drafts
      where environment_id = ${ctx.environmentId} and ticket_id || ' ' || user_id || ' ' || mode > ${after}
        and ticket_id in (
          select id from tickets where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
          union
          select id from tickets where environment_id = ${ctx.environmentId} and lower(requester_email) = any(${emails})
        )
      order by ticket_id || ' ' || user_id || ' ' || mode
      limit ${PAGE_SIZE}`,
  )

export const TICKET_SECTIONS: Record<string, ListRows> = {
  tickets,
  ticketMessages,
  ticketAttachments,
  ticketDrafts,
  ticketEvents,
  ticketMerges,
  ticketActions,
  csatSurveys,
}
