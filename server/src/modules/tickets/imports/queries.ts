import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'

/** All arguments are lists of rows as JSON: a history of thousands of messages is written in a few statements. */

const CounterRow = Type.Object({ last: Type.Integer() })

/** Returns the last of the claimed numbers. */
export const claimNumbers = async (ctx: Ctx, first: number, count: number): Promise<number> => {
  const { last } = await ctx.db.one(
    CounterRow,
    sql`
      insert into ticket_counters (environment_id, last) values (${ctx.environmentId}, ${first + count - 1})
      on conflict (environment_id) do update set last = ticket_counters.last + ${count}
      returning last`,
  )
  return last
}

export const insertTickets = (ctx: Ctx, rows: object[]) =>
  ctx.db.run(sql`
    insert into tickets (environment_id, id, number, subject, channel, status_id, category, priority, customer_id,
      requester_email, requester_name, assignee_id, team_id, follower_ids, mentioned_ids, tags, custom_fields, order_ids,
      mailbox_id, snoozed_until, waiting_since, first_responded_at, resolved_at, last_message_id, last_message_at,
      last_message_kind, last_message_preview, message_count, reopened_count, is_spam, search, version, created_at,
      updated_at)
    select ${ctx.environmentId}, id, number, subject, channel, "statusId", category, priority, "customerId",
      "requesterEmail", "requesterName", "assigneeId", "teamId", '{}', '{}', tags, '{}', "orderIds", null, "snoozedUntil",
      "waitingSince", "firstRespondedAt", "resolvedAt", "lastMessageId", "lastMessageAt", "lastMessageKind",
      "lastMessagePreview", "messageCount", 0, false, search, 1, "createdAt", "lastMessageAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as imported (
      id text, number bigint, subject text, channel text, "statusId" text, category text, priority smallint,
      "customerId" text, "requesterEmail" text, "requesterName" text, "assigneeId" text, "teamId" text, tags text[], "orderIds" text[],
      "snoozedUntil" timestamptz, "waitingSince" timestamptz, "firstRespondedAt" timestamptz, "resolvedAt" timestamptz,
      "lastMessageId" text, "lastMessageAt" timestamptz, "lastMessageKind" text, "lastMessagePreview" text,
      "messageCount" integer, search text, "createdAt" timestamptz
    )`)

export const insertMessages = (ctx: Ctx, rows: object[]) =>
  ctx.db.run(sql`
    insert into ticket_messages (environment_id, id, ticket_id, kind, author_type, author_id, author_name, author_email,
      text, is_automatic, mentioned_ids, recipients_to, recipients_cc, delivery_status, created_at)
    select ${ctx.environmentId}, id, "ticketId", kind, "authorType", "authorId", "authorName", "authorEmail", text, false,
      '{}', "to", '{}', "deliveryStatus", "createdAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as imported (
      id text, "ticketId" text, kind text, "authorType" text, "authorId" text, "authorName" text, "authorEmail" text,
      text text, "to" text[], "deliveryStatus" text, "createdAt" timestamptz
    )`)

export const insertEvents = (ctx: Ctx, rows: object[]) =>
  ctx.db.run(sql`
    insert into ticket_events (environment_id, id, ticket_id, type, actor, actor_name, source, changes, data, created_at)
    select ${ctx.environmentId}, id, "ticketId", type, 'system', null, 'system', changes, '{}', "createdAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as imported (
      id text, "ticketId" text, type text, changes json, "createdAt" timestamptz
    )`)
