import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'
import { MAX_COUNT, TicketView } from './schemas.ts'

const ViewRow = Type.Object({
  id: Id('tvw'),
  userId: Nullable(Type.String()),
  name: Type.String(),
  filter: TicketView.properties.filter,
  sort: Type.String(),
  createdAt: Timestamp,
})
export type ViewRow = Static<typeof ViewRow>

/** Shared views and those of the member. Without a member, only shared ones. */
export const listViews = (ctx: Ctx, userId: string | null) =>
  ctx.db.rows(
    ViewRow,
    sql`
      select id, user_id, name, filter, sort, created_at
      from ticket_views
      where environment_id = ${ctx.environmentId} and (user_id is null or user_id = ${userId})
      order by id`,
  )

export const insertView = (ctx: Ctx, view: ViewRow) =>
  ctx.db.run(sql`
    insert into ticket_views (environment_id, id, user_id, name, filter, sort, created_at)
    values (${ctx.environmentId}, ${view.id}, ${view.userId}, ${view.name}, ${JSON.stringify(view.filter)}, ${view.sort},
      ${view.createdAt})`)

export const updateView = (ctx: Ctx, { id, name, filter, sort }: ViewRow) =>
  ctx.db.run(sql`
    update ticket_views set name = ${name}, filter = ${JSON.stringify(filter)}, sort = ${sort}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const deleteView = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from ticket_views where environment_id = ${ctx.environmentId} and id = ${id} returning id`)

const CountsRow = Type.Object({
  mine: Type.Integer(),
  unassigned: Type.Integer(),
  open: Type.Integer(),
  mentions: Type.Integer(),
  following: Type.Integer(),
  snoozed: Type.Integer(),
  waiting: Type.Integer(),
})

/**
 * The open work of the built-in views. Each count reads at most a thousand entries of one index, so that it takes the
 * same time with a million tickets.
 */
export const countBuiltInViews = (ctx: Ctx, userId: string | null) =>
  ctx.db.one(
    CountsRow,
    sql`
      select
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and assignee_id = ${userId} and category = 'open'
            and merged_into_id is null and not is_spam and (snoozed_until is null or snoozed_until <= ${ctx.now})
          limit ${MAX_COUNT + 1}) as own)::int as mine,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and assignee_id is null and category = 'open'
            and merged_into_id is null and not is_spam and (snoozed_until is null or snoozed_until <= ${ctx.now})
          limit ${MAX_COUNT + 1}) as unassigned)::int as unassigned,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and category = 'open'
            and merged_into_id is null and not is_spam and (snoozed_until is null or snoozed_until <= ${ctx.now})
          limit ${MAX_COUNT + 1}) as every)::int as open,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and mentioned_ids @> array[${userId}::text]
            and category in ('open', 'pending') and merged_into_id is null and not is_spam
          limit ${MAX_COUNT + 1}) as mentioned)::int as mentions,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and follower_ids @> array[${userId}::text]
            and category in ('open', 'pending') and merged_into_id is null and not is_spam
          limit ${MAX_COUNT + 1}) as followed)::int as following,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and snoozed_until > ${ctx.now}
            and category in ('open', 'pending') and merged_into_id is null and not is_spam
          limit ${MAX_COUNT + 1}) as snoozed)::int as snoozed,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and category = 'open' and waiting_rank > 0
            and merged_into_id is null and not is_spam and (snoozed_until is null or snoozed_until <= ${ctx.now})
          limit ${MAX_COUNT}) as waiting)::int as waiting`,
  )
