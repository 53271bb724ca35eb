import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { CHANNELS, PRIORITIES, StatusCategory } from '../tickets/schemas.ts'
import type { TicketFacts } from './conditions.ts'
import type { Trigger } from './schemas.ts'

const FactsRow = Type.Object({
  id: Id('tkt'),
  number: Type.Integer(),
  subject: Type.String(),
  channel: OneOf(CHANNELS),
  statusId: Id('tst'),
  category: StatusCategory,
  priority: Type.Integer(),
  assigneeId: Nullable(Id('usr')),
  teamId: Nullable(Id('team')),
  mailboxId: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  customFields: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  requesterEmail: Nullable(Type.String()),
  snoozedUntil: Nullable(Timestamp),
  waitingSince: Nullable(Timestamp),
  /** By the customer or to them, without what rules and other machines wrote. */
  lastMessageId: Nullable(Id('msg')),
  lastMessageAt: Timestamp,
  statusChangedAt: Timestamp,
  createdAt: Timestamp,
  isIgnored: Type.Boolean(),
  customerTags: Type.Array(Type.String()),
  customerOrders: Type.Integer(),
  customerSpent: Type.Integer(),
  body: Type.String(),
  isAutomatic: Type.Boolean(),
})
type FactsRow = Static<typeof FactsRow>

/** A ticket as rules see it. */
export interface RuleTicket extends Omit<FactsRow, 'priority'> {
  priority: (typeof PRIORITIES)[number]
  facts: TicketFacts
}

/** Rules look at this much of a message. */
const MAX_BODY = 20_000

/** In any order; without those that don't exist. A new ticket is judged by its first message, others by the last. */
export async function loadTickets(ctx: Ctx, ids: string[], trigger: Trigger): Promise<RuleTicket[]> {
  const usesFirst = trigger === 'ticket_created'
  const rows = await ctx.db.rows(
    FactsRow,
    sql`
      select ticket.id, ticket.number, ticket.subject, ticket.channel, ticket.status_id, ticket.category, ticket.priority,
        ticket.assignee_id, ticket.team_id, ticket.mailbox_id, ticket.tags, ticket.custom_fields, ticket.requester_email,
        ticket.snoozed_until, ticket.waiting_since, ticket.created_at,
        latest.id as last_message_id, coalesce(latest.created_at, ticket.created_at) as last_message_at,
        (ticket.is_spam or ticket.merged_into_id is not null) as is_ignored,
        coalesce((
          select event.created_at from ticket_events as event
          where event.environment_id = ${ctx.environmentId} and event.ticket_id = ticket.id
            and exists (select from json_array_elements(event.changes) as change where change ->> 'field' = 'status')
          order by event.id desc
          limit 1
        ), ticket.created_at) as status_changed_at,
        coalesce(customer.tags, '{}') as customer_tags,
        coalesce(totals.orders, 0) as customer_orders, coalesce(totals.spent, 0) as customer_spent,
        coalesce(message.body, '') as body, coalesce(message.is_automatic, false) as is_automatic
      from tickets as ticket
      left join customers as customer
        on customer.environment_id = ${ctx.environmentId} and customer.id = ticket.customer_id
      left join customer_totals as totals
        on totals.environment_id = ${ctx.environmentId} and totals.customer_id = ticket.customer_id
          and totals.currency = (select currency from environments where environments.id = ${ctx.environmentId})
      left join lateral (
        select left(coalesce(visible_text, text), ${MAX_BODY}::int) as body, is_automatic
        from ticket_messages as own
        where own.environment_id = ${ctx.environmentId} and own.ticket_id = ticket.id and own.kind = 'customer'
        order by case when ${usesFirst} then own.id end, own.id desc
        limit 1
      ) as message on true
      left join lateral (
        select own.id, own.created_at from ticket_messages as own
        where own.environment_id = ${ctx.environmentId} and own.ticket_id = ticket.id and own.kind <> 'note'
          and not own.is_automatic
        order by own.id desc
        limit 1
      ) as latest on true
      where ticket.environment_id = ${ctx.environmentId} and ticket.id = any(${ids})`,
  )
  return rows.map((row) => toRuleTicket(row, ctx.now))
}

function toRuleTicket(row: FactsRow, now: Date): RuleTicket {
  const priority = PRIORITIES[row.priority - 1] ?? 'normal'
  const minutesSince = (time: string) => Math.floor((now.getTime() - Date.parse(time)) / 60_000)
  return {
    ...row,
    priority,
    facts: {
      ...row,
      priority,
      requesterEmail: row.requesterEmail ?? '',
      waitingMinutes: row.waitingSince === null ? null : minutesSince(row.waitingSince),
      idleMinutes: minutesSince(row.lastMessageAt),
      statusMinutes: minutesSince(row.statusChangedAt),
      ageMinutes: minutesSince(row.createdAt),
    },
  }
}
