import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable } from '../../kit/schema.ts'

/** Days in the shop's time zone, and the times at which they begin and end. */
export interface ReportRange {
  timeZone: string
  start: Date
  end: Date
}

export type Grouping = 'day' | 'agent' | 'tag' | 'channel' | 'none'

/** Spans of working time in seconds, for `working_seconds`; all null if no hours were chosen. */
export interface WorkingSpans {
  starts: number[] | null
  ends: number[] | null
  totals: number[] | null
}

const Percentiles = Nullable(Type.Array(Type.Number()))
const FiguresRow = Type.Object({
  key: Type.String(),
  created: Type.Integer(),
  resolved: Type.Integer(),
  replies: Type.Integer(),
  firstResponse: Percentiles,
  businessFirstResponse: Percentiles,
  resolution: Percentiles,
  businessResolution: Percentiles,
  rating: Nullable(Type.Number()),
  ratingCount: Type.Integer(),
})
export type FiguresRow = Type.Static<typeof FiguresRow>

/**
 * An empty key means no agent or no tag. Each part reads the tickets, replies or ratings of the range by an index on
 * their time, so the size of the archive does not matter.
 */
export const loadFigures = (
  ctx: Ctx,
  { timeZone, start, end }: ReportRange,
  grouping: Grouping,
  { starts, ends, totals }: WorkingSpans,
) =>
  ctx.db.rows(
    FiguresRow,
    sql`
      with created as (
        select key, count(*) as count, percentile_cont(array[0.5, 0.9]) within group (
          order by extract(epoch from first_responded_at - created_at) / 60
        ) as minutes, percentile_cont(array[0.5, 0.9]) within group (
          order by (
            working_seconds(first_responded_at, ${starts}::float8[], ${ends}::float8[], ${totals}::float8[])
            - working_seconds(created_at, ${starts}::float8[], ${ends}::float8[], ${totals}::float8[])
          ) / 60
        ) as business_minutes
        from tickets, lateral unnest(case ${grouping}::text
          when 'day' then array[to_char(created_at at time zone ${timeZone}::text, 'YYYY-MM-DD')]
          when 'agent' then array[coalesce(assignee_id, '')]
          when 'channel' then array[channel]
          when 'tag' then case when tags = '{}' then array[''] else tags end
          else array[''] end) as key
        where environment_id = ${ctx.environmentId} and created_at >= ${start} and created_at < ${end}
          and not is_spam and merged_into_id is null
        group by key
      ), resolved as (
        select key, count(*) as count, percentile_cont(array[0.5, 0.9]) within group (
          order by extract(epoch from resolved_at - created_at) / 60
        ) as minutes, percentile_cont(array[0.5, 0.9]) within group (
          order by (
            working_seconds(resolved_at, ${starts}::float8[], ${ends}::float8[], ${totals}::float8[])
            - working_seconds(created_at, ${starts}::float8[], ${ends}::float8[], ${totals}::float8[])
          ) / 60
        ) as business_minutes
        from tickets, lateral unnest(case ${grouping}::text
          when 'day' then array[to_char(resolved_at at time zone ${timeZone}::text, 'YYYY-MM-DD')]
          when 'agent' then array[coalesce(assignee_id, '')]
          when 'channel' then array[channel]
          when 'tag' then case when tags = '{}' then array[''] else tags end
          else array[''] end) as key
        where environment_id = ${ctx.environmentId} and resolved_at >= ${start} and resolved_at < ${end}
          and not is_spam and merged_into_id is null
        group by key
      ), replies as (
        select key, count(*) as count
        from ticket_messages as message
        join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.id = message.ticket_id,
        lateral unnest(case ${grouping}::text
          when 'day' then array[to_char(message.created_at at time zone ${timeZone}::text, 'YYYY-MM-DD')]
          when 'agent' then array[case when author_type = 'member' then coalesce(author_id, '') else '' end]
          when 'channel' then array[channel]
          when 'tag' then case when tags = '{}' then array[''] else tags end
          else array[''] end) as key
        where message.environment_id = ${ctx.environmentId} and message.created_at >= ${start} and message.created_at < ${end}
          and kind = 'reply' and not is_automatic and author_type <> 'system'
        group by key
      ), ratings as (
        select key, avg(rating)::float8 as average, count(*) as count
        from csat_surveys as survey
        join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.id = survey.ticket_id,
        lateral unnest(case ${grouping}::text
          when 'day' then array[to_char(rated_at at time zone ${timeZone}::text, 'YYYY-MM-DD')]
          when 'agent' then array[coalesce(survey.assignee_id, '')]
          when 'channel' then array[channel]
          when 'tag' then case when tags = '{}' then array[''] else tags end
          else array[''] end) as key
        where survey.environment_id = ${ctx.environmentId} and rated_at >= ${start} and rated_at < ${end} and rating is not null
        group by key
      )
      select key, coalesce(created.count, 0) as created, coalesce(resolved.count, 0) as resolved,
        coalesce(replies.count, 0) as replies, created.minutes as first_response,
        created.business_minutes as business_first_response, resolved.minutes as resolution,
        resolved.business_minutes as business_resolution, ratings.average as rating,
        coalesce(ratings.count, 0) as rating_count
      from created
      full join resolved using (key)
      full join replies using (key)
      full join ratings using (key)`,
  )

const BacklogRow = Type.Object({ key: Type.String(), backlog: Type.Integer() })

/**
 * Tickets that were not resolved at this time: those still open, and those resolved since. A ticket that was reopened
 * counts as open all the time.
 */
export const loadBacklog = (ctx: Ctx, at: Date, grouping: Exclude<Grouping, 'day'>) =>
  ctx.db.rows(
    BacklogRow,
    sql`
      select key, count(*) as backlog from (
        select assignee_id, channel, tags from tickets
        where environment_id = ${ctx.environmentId} and category in ('open', 'pending') and created_at < ${at}
          and not is_spam and merged_into_id is null
        union all
        select assignee_id, channel, tags from tickets
        where environment_id = ${ctx.environmentId} and category = 'resolved' and resolved_at >= ${at} and created_at < ${at}
          and not is_spam and merged_into_id is null
      ) as unresolved, lateral unnest(case ${grouping}::text
        when 'agent' then array[coalesce(assignee_id, '')]
        when 'channel' then array[channel]
        when 'tag' then case when tags = '{}' then array[''] else tags end
        else array[''] end) as key
      group by key`,
  )

const Agent = Type.Object({ id: Type.String(), name: Type.String() })

/** Only members of this workspace: the name of a stranger is none of its business. */
export const listAgents = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    Agent,
    sql`
      select users.id, users.name from members join users on users.id = members.user_id
      where members.workspace_id = ${ctx.workspaceId} and users.id = any(${ids})`,
  )

const RangeRow = Type.Object({
  timeZone: Type.String(),
  from: Type.String(),
  to: Type.String(),
  days: Type.Integer(),
  startMs: Type.Integer(),
  endMs: Type.Integer(),
})

/** Days begin and end at midnight in the shop's time zone; the database knows when that was. */
export const resolveRange = (ctx: Ctx, from: string | null, to: string | null, defaultDays: number) =>
  ctx.db.one(
    RangeRow,
    sql`
      select time_zone, from_day::text as from, to_day::text as to, to_day - from_day + 1 as days,
        (extract(epoch from from_day::timestamp at time zone time_zone) * 1000)::bigint as start_ms,
        (extract(epoch from (to_day + 1)::timestamp at time zone time_zone) * 1000)::bigint as end_ms
      from (
        select time_zone, last_day as to_day, coalesce(${from}::date, last_day - ${defaultDays - 1}::int) as from_day
        from (
          select time_zone, coalesce(${to}::date, (${ctx.now}::timestamptz at time zone time_zone)::date) as last_day
          from environments where id = ${ctx.environmentId}
        ) as shop
      ) as days`,
  )
