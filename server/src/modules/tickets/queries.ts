import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'
import { Id } from '../../kit/schema.ts'
import { toSearchText } from '../customers/identity/identity.ts'
import type { TicketChange } from './schemas.ts'
import { TicketRow } from './ticket-row.ts'

const CounterRow = Type.Object({ last: Type.Integer() })

export const incrementCounter = async (ctx: Ctx, first: number): Promise<number> => {
  const { last } = await ctx.db.one(
    CounterRow,
    withGenericPlan(sql`
      with commit_mode as materialized (select set_config('synchronous_commit', 'off', true))
      insert into ticket_counters (environment_id, last)
      select ${ctx.environmentId}, ${first}::bigint from commit_mode
      on conflict (environment_id) do update set last = ticket_counters.last + 1
      returning last`),
  )
  return last
}

export const findTicket = (ctx: Ctx, id: string) =>
  ctx.db.row(
    TicketRow,
    withGenericPlan(sql`
      select id, number, subject, channel, status_id, status_name, category, priority, customer_id, requester_email,
        requester_name, assignee_id, team_id, follower_ids, mentioned_ids, tags, custom_fields, order_ids, mailbox_id,
        snoozed_until, due_at, waiting_since, first_responded_at, resolved_at, last_message_id, last_message_at,
        last_message_kind, last_message_preview, message_count, reopened_count, merged_into_id, split_from_id,
        follow_up_of_id, is_spam, version, created_at, updated_at
      from ticket_details
      where environment_id = ${ctx.environmentId} and id = ${id}`),
  )

const IdRow = Type.Object({ id: Id('tkt') })

export const findIdByNumber = (ctx: Ctx, number: number) =>
  ctx.db.row(IdRow, sql`select id from tickets where environment_id = ${ctx.environmentId} and number = ${number}`)

/** Changes of a ticket wait for each other. Several are locked in the order of their ids, so that they can't deadlock. */
export const lockTickets = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`
    select from tickets where environment_id = ${ctx.environmentId} and id = any(${ids})
    order by id
    for no key update`)

/** Follows merges; a reversed merge no longer counts. */
export const findRoot = (ctx: Ctx, id: string) =>
  ctx.db.row(
    IdRow,
    sql`
      with recursive chain as (
        select id, merged_into_id from tickets where environment_id = ${ctx.environmentId} and id = ${id}
        union
        select tickets.id, tickets.merged_into_id
        from chain join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.id = chain.merged_into_id
      )
      select id from chain where merged_into_id is null`,
  )

/** The ticket, the one it was merged into, and so on. */
export const listChain = (ctx: Ctx, id: string) =>
  ctx.db.rows(
    IdRow,
    sql`
      with recursive chain as (
        select id, merged_into_id, 1 as depth from tickets where environment_id = ${ctx.environmentId} and id = ${id}
        union all
        select tickets.id, tickets.merged_into_id, chain.depth + 1
        from chain join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.id = chain.merged_into_id
      )
      select id from chain order by depth`,
  )

const searchOf = ({ subject, number, requesterName, requesterEmail }: TicketRow) =>
  toSearchText([subject, `#${number}`, requesterName, requesterEmail])

export const insertTicket = (ctx: Ctx, ticket: TicketRow) =>
  ctx.db.run(sql`
    insert into tickets (environment_id, id, number, subject, channel, status_id, category, priority, customer_id,
      requester_email, requester_name, assignee_id, team_id, follower_ids, mentioned_ids, tags, custom_fields, order_ids,
      mailbox_id, snoozed_until, due_at, waiting_since, first_responded_at, resolved_at, last_message_id, last_message_at,
      last_message_kind, last_message_preview, message_count, reopened_count, merged_into_id, split_from_id,
      follow_up_of_id, is_spam, search, version, created_at, updated_at)
    values (${ctx.environmentId}, ${ticket.id}, ${ticket.number}, ${ticket.subject}, ${ticket.channel},
      ${ticket.statusId}, ${ticket.category}, ${ticket.priority}, ${ticket.customerId}, ${ticket.requesterEmail},
      ${ticket.requesterName}, ${ticket.assigneeId}, ${ticket.teamId}, ${ticket.followerIds}, ${ticket.mentionedIds},
      ${ticket.tags}, ${JSON.stringify(ticket.customFields)}, ${ticket.orderIds}, ${ticket.mailboxId},
      ${ticket.snoozedUntil}, ${ticket.dueAt}, ${ticket.waitingSince}, ${ticket.firstRespondedAt}, ${ticket.resolvedAt},
      ${ticket.lastMessageId}, ${ticket.lastMessageAt}, ${ticket.lastMessageKind}, ${ticket.lastMessagePreview},
      ${ticket.messageCount}, ${ticket.reopenedCount}, ${ticket.mergedIntoId}, ${ticket.splitFromId},
      ${ticket.followUpOfId}, ${ticket.isSpam}, ${searchOf(ticket)}, 1, ${ticket.createdAt}, ${ctx.now})`)

/** Writes everything that can change. Call it with the ticket locked and read after that. */
export const saveTicket = (ctx: Ctx, ticket: TicketRow) =>
  ctx.db.run(sql`
    update tickets set subject = ${ticket.subject}, status_id = ${ticket.statusId}, category = ${ticket.category},
      priority = ${ticket.priority}, customer_id = ${ticket.customerId}, requester_email = ${ticket.requesterEmail},
      requester_name = ${ticket.requesterName}, assignee_id = ${ticket.assigneeId}, team_id = ${ticket.teamId},
      follower_ids = ${ticket.followerIds}, mentioned_ids = ${ticket.mentionedIds}, tags = ${ticket.tags},
      custom_fields = ${JSON.stringify(ticket.customFields)}, order_ids = ${ticket.orderIds},
      mailbox_id = ${ticket.mailboxId}, snoozed_until = ${ticket.snoozedUntil}, due_at = ${ticket.dueAt}, waiting_since = ${ticket.waitingSince},
      first_responded_at = ${ticket.firstRespondedAt}, resolved_at = ${ticket.resolvedAt},
      last_message_id = ${ticket.lastMessageId}, last_message_at = ${ticket.lastMessageAt},
      last_message_kind = ${ticket.lastMessageKind}, last_message_preview = ${ticket.lastMessagePreview},
      message_count = ${ticket.messageCount}, reopened_count = ${ticket.reopenedCount},
      merged_into_id = ${ticket.mergedIntoId}, is_spam = ${ticket.isSpam}, search = ${searchOf(ticket)},
      version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${ticket.id}`)

export interface NewEventRow {
  ticketId: string
  type: string
  actor: string
  actorName: string | null
  source: string
  changes: TicketChange[]
  data: Record<string, unknown>
}

export const insertEvent = (ctx: Ctx, event: NewEventRow) =>
  ctx.db.run(sql`
    insert into ticket_events (environment_id, id, ticket_id, type, actor, actor_name, source, changes, data, created_at)
    values (${ctx.environmentId}, ${newId('tev')}, ${event.ticketId}, ${event.type}, ${event.actor}, ${event.actorName},
      ${event.source}, ${JSON.stringify(event.changes)}, ${JSON.stringify(event.data)}, ${ctx.now})`)

const UserRow = Type.Object({ userId: Type.String() })

/** Returns those who are members of the workspace. */
export const listMemberIds = (ctx: Ctx, userIds: string[]) =>
  ctx.db.rows(
    UserRow,
    sql`select user_id from members where workspace_id = ${ctx.workspaceId} and user_id = any(${userIds})`,
  )

const OrderRow = Type.Object({ id: Id('ord') })
export type OrderRow = Static<typeof OrderRow>

export const listOrderIds = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(OrderRow, sql`select id from orders where environment_id = ${ctx.environmentId} and id = any(${ids})`)
