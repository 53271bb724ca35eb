import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset, RankedKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { TicketEvent } from './schemas.ts'
import { TicketRow } from './ticket-row.ts'

/** A filter in the values of the table. Null: everything matches. */
export interface FilterRow {
  statusIds: string[] | null
  categories: string[] | null
  /** Follows from the categories, for the indexes of these. */
  isUnresolved: boolean
  assigneeId: string | null
  isUnassigned: boolean
  teamId: string | null
  isWithoutTeam: boolean
  tag: string | null
  channel: string | null
  customerId: string | null
  orderId: string | null
  priority: number | null
  /** Follow from the priority, for the indexes of the order by priority. */
  priorityMinRank: number | null
  priorityMaxRank: number | null
  waitingBefore: Date | null
  isSnoozed: boolean | null
  isSpam: boolean
  dueBefore: string | null
  mentionedId: string | null
  followerId: string | null
  createdFromMs: number | null
  createdToMs: number | null
  candidateIds: string[] | null
}

const RankedTicket = Type.Object({ ...TicketRow.properties, rank: Type.Integer() })

/**
 * One page. The plan is made for these filters and this order: PostgreSQL drops the filters that are null. It reads in the
 * order of an index until the page is full, except if there are candidates: `0 +` has no index, so they are sorted. Nor
 * has `+ interval '0'`: if more than the candidates wait, sorting them all takes longer than reading a page in order.
 */
export const listTickets = (
  ctx: Ctx,
  { rank, before, take }: RankedKeyset,
  sort: string,
  minRank: number | null,
  filter: FilterRow,
) =>
  ctx.db.rows(
    RankedTicket,
    withCustomPlan(sql`
      select id, number, subject, channel, status_id, status_name, category, priority, customer_id, requester_email,
        requester_name, assignee_id, team_id, follower_ids, mentioned_ids, tags, custom_fields, order_ids, mailbox_id,
        snoozed_until, due_at, waiting_since, first_responded_at, resolved_at, last_message_id, last_message_at,
        last_message_kind, last_message_preview, message_count, reopened_count, merged_into_id, split_from_id,
        follow_up_of_id, is_spam, version, created_at, updated_at,
        case ${sort} when 'newest' then created_rank when 'updated' then updated_rank when 'priority' then priority_rank when 'due' then due_rank
          else waiting_rank end as rank
      from ticket_details
      where environment_id = ${ctx.environmentId}
        and merged_into_id is null
        and is_spam = ${filter.isSpam}
        and (case ${sort} when 'newest' then created_rank when 'updated' then updated_rank
          when 'priority' then priority_rank when 'due' then due_rank else waiting_rank end, id)
          < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before})
        and (${minRank}::bigint is null or case ${sort} when 'newest' then created_rank when 'updated' then updated_rank
          when 'priority' then priority_rank when 'due' then due_rank else waiting_rank end >= ${minRank})
        and (not ${filter.isUnresolved}::boolean or category <> 'resolved')
        and (${filter.categories}::text[] is null or category = any(${filter.categories}))
        and (${filter.statusIds}::text[] is null or status_id = any(${filter.statusIds}))
        and (${filter.assigneeId}::text is null or assignee_id = ${filter.assigneeId})
        and (not ${filter.isUnassigned}::boolean or assignee_id is null)
        and (${filter.teamId}::text is null or team_id = ${filter.teamId})
        and (not ${filter.isWithoutTeam}::boolean or team_id is null)
        and (${filter.tag}::text is null or tags @> array[${filter.tag}::text])
        and (${filter.channel}::text is null or channel = ${filter.channel})
        and (${filter.customerId}::text is null or customer_id = ${filter.customerId})
        and (${filter.orderId}::text is null or order_ids @> array[${filter.orderId}::text])
        and (${filter.priority}::smallint is null or priority = ${filter.priority})
        and (${filter.priorityMinRank}::bigint is null
          or priority_rank between ${filter.priorityMinRank} and ${filter.priorityMaxRank})
        and (${filter.waitingBefore}::timestamptz is null or waiting_since + interval '0' <= ${filter.waitingBefore})
        and (${filter.isSnoozed}::boolean is distinct from true or snoozed_until > ${ctx.now})
        and (${filter.isSnoozed}::boolean is distinct from false or snoozed_until is null or snoozed_until <= ${ctx.now})
        and (${filter.dueBefore}::timestamptz is null or due_at < ${filter.dueBefore})
        and (${filter.mentionedId}::text is null or mentioned_ids @> array[${filter.mentionedId}::text])
        and (${filter.followerId}::text is null or follower_ids @> array[${filter.followerId}::text])
        and (${filter.createdFromMs}::bigint is null or created_rank >= ${filter.createdFromMs})
        and (${filter.createdToMs}::bigint is null or created_rank < ${filter.createdToMs})
        and (${filter.candidateIds}::text[] is null or id = any(${filter.candidateIds}))
      order by case when ${filter.candidateIds}::text[] is null then
          case ${sort} when 'newest' then created_rank when 'updated' then updated_rank
            when 'priority' then priority_rank when 'due' then due_rank else waiting_rank end
        else 0 + case ${sort} when 'newest' then created_rank when 'updated' then updated_rank
            when 'priority' then priority_rank when 'due' then due_rank else waiting_rank end
        end desc, id desc
      limit ${take}`),
  )

const CountRow = Type.Object({ count: Type.Integer() })

/** Stops at `limit`: a badge says "1,000+", and the list of all resolved tickets would take seconds to count. */
export const countTickets = (ctx: Ctx, filter: FilterRow, limit: number) =>
  ctx.db.one(
    CountRow,
    withCustomPlan(sql`
      select count(*) as count from (
        select from tickets
        where environment_id = ${ctx.environmentId}
          and merged_into_id is null
          and is_spam = ${filter.isSpam}
          and (not ${filter.isUnresolved}::boolean or category <> 'resolved')
          and (${filter.categories}::text[] is null or category = any(${filter.categories}))
          and (${filter.statusIds}::text[] is null or status_id = any(${filter.statusIds}))
          and (${filter.assigneeId}::text is null or assignee_id = ${filter.assigneeId})
          and (not ${filter.isUnassigned}::boolean or assignee_id is null)
          and (${filter.teamId}::text is null or team_id = ${filter.teamId})
          and (not ${filter.isWithoutTeam}::boolean or team_id is null)
          and (${filter.tag}::text is null or tags @> array[${filter.tag}::text])
          and (${filter.channel}::text is null or channel = ${filter.channel})
          and (${filter.customerId}::text is null or customer_id = ${filter.customerId})
          and (${filter.orderId}::text is null or order_ids @> array[${filter.orderId}::text])
          and (${filter.priority}::smallint is null or priority = ${filter.priority})
          and (${filter.priorityMinRank}::bigint is null
            or priority_rank between ${filter.priorityMinRank} and ${filter.priorityMaxRank})
          and (${filter.waitingBefore}::timestamptz is null or waiting_since <= ${filter.waitingBefore})
          and (${filter.isSnoozed}::boolean is distinct from true or snoozed_until > ${ctx.now})
        and (${filter.isSnoozed}::boolean is distinct from false or snoozed_until is null or snoozed_until <= ${ctx.now})
          and (${filter.dueBefore}::timestamptz is null or due_at < ${filter.dueBefore})
          and (${filter.mentionedId}::text is null or mentioned_ids @> array[${filter.mentionedId}::text])
          and (${filter.followerId}::text is null or follower_ids @> array[${filter.followerId}::text])
          and (${filter.createdFromMs}::bigint is null or created_rank >= ${filter.createdFromMs})
          and (${filter.createdToMs}::bigint is null or created_rank < ${filter.createdToMs})
          and (${filter.candidateIds}::text[] is null or id = any(${filter.candidateIds}))
        limit ${limit}
      ) as matches`),
  )

const IdRow = Type.Object({ id: Id('tkt') })

/** An order has few tickets, but PostgreSQL expects one in 200 to match and would read a list in its order. */
export const listOrderMatches = (ctx: Ctx, orderId: string, limit: number) =>
  ctx.db.rows(
    IdRow,
    withCustomPlan(sql`
      select id from tickets
      where environment_id = ${ctx.environmentId} and order_ids @> array[${orderId}::text]
      order by id || '' desc
      limit ${limit}`),
  )

/** Those within the times of the filter. */
export const listTimeMatches = (ctx: Ctx, filter: Omit<FilterRow, 'candidateIds'>, limit: number) =>
  ctx.db.rows(
    IdRow,
    withCustomPlan(sql`
      select id from tickets
      where environment_id = ${ctx.environmentId}
        and (${filter.createdFromMs}::bigint is null or created_rank >= ${filter.createdFromMs})
        and (${filter.createdToMs}::bigint is null or created_rank < ${filter.createdToMs})
        and (${filter.waitingBefore}::timestamptz is null or waiting_since <= ${filter.waitingBefore})
        and (${filter.dueBefore}::timestamptz is null or due_at < ${filter.dueBefore})
      limit ${limit}`),
  )

/** Those of the newest tickets whose subject, number or requester contains the text. */
export const scanTickets = (ctx: Ctx, pattern: string, scanned: number, limit: number) =>
  ctx.db.rows(
    IdRow,
    withCustomPlan(sql`
      select id from (
        select id, search from tickets where environment_id = ${ctx.environmentId} order by id desc limit ${scanned}
      ) as newest
      where search like ${pattern}
      limit ${limit}`),
  )

/** The tickets of those of the newest messages that have all the words. */
export const scanMessages = (ctx: Ctx, words: string, scanned: number, limit: number) =>
  ctx.db.rows(
    IdRow,
    withCustomPlan(sql`
      select ticket_id as id from (
        select ticket_id, words from ticket_messages where environment_id = ${ctx.environmentId}
        order by id desc
        limit ${scanned}
      ) as newest
      where words @@ plainto_tsquery('simple'::regconfig, ${words})
      limit ${limit}`),
  )

/**
 * The newest tickets whose subject, number or requester contains the text. PostgreSQL looks them up in the index, one week
 * after the other, and stops when there are enough. Without an index in the order of `id || ''`, it doesn't read all.
 */
export const findTickets = (ctx: Ctx, pattern: string, limit: number) =>
  ctx.db.rows(
    IdRow,
    withCustomPlan(sql`
      select matches.id
      from generate_series(
        (select max(created_rank) / 604800000 from tickets where environment_id = ${ctx.environmentId}),
        (select min(created_rank) / 604800000 from tickets where environment_id = ${ctx.environmentId}),
        -1
      ) as week
      cross join lateral (
        select id from tickets
        where environment_id = ${ctx.environmentId} and created_rank / 604800000 = week and search like ${pattern}
        order by id || '' desc
        limit ${limit}
      ) as matches
      limit ${limit}`),
  )

export const findByNumber = (ctx: Ctx, number: number) =>
  ctx.db.rows(IdRow, sql`select id from tickets where environment_id = ${ctx.environmentId} and number = ${number}`)

/** Tickets of requesters whose address starts like this, with or without accents. */
export const findByEmail = (ctx: Ctx, pattern: string, folded: string, limit: number) =>
  ctx.db.rows(
    IdRow,
    withCustomPlan(sql`
      select id from tickets
      where environment_id = ${ctx.environmentId}
        and (lower(requester_email) like ${pattern} or lower(requester_email) like ${folded})
      order by id || '' desc
      limit ${limit}`),
  )

/** The same for the words of messages. A chat has messages before its ticket. */
export const findMessages = (ctx: Ctx, words: string, limit: number) =>
  ctx.db.rows(
    IdRow,
    withCustomPlan(sql`
      select matches.ticket_id as id
      from generate_series(
        (select max(updated_rank) / 604800000 from tickets where environment_id = ${ctx.environmentId}),
        (select min(created_rank) / 604800000 - 1 from tickets where environment_id = ${ctx.environmentId}),
        -1
      ) as week
      cross join lateral (
        select ticket_id from ticket_messages
        where environment_id = ${ctx.environmentId}
          and floor(extract(epoch from created_at at time zone 'UTC') / 604800)::bigint = week
          and words @@ plainto_tsquery('simple'::regconfig, ${words})
        order by id || '' desc
        limit ${limit}
      ) as matches
      limit ${limit}`),
  )

export const listEvents = (ctx: Ctx, ticketId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    TicketEvent,
    sql`
      select id, ticket_id, type, actor, actor_name, source, changes, data, created_at from ticket_events
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and id < ${before}
      order by id desc
      limit ${take}`,
  )
