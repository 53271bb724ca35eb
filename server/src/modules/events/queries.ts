import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Event } from '../../events/subscriber.ts'
import { Nullable } from '../../kit/schema.ts'

export const listEvents = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

/** A page of each type, and of these one page: however rare the types are, nothing else is read. */
export const listEventsOfTypes = (ctx: Ctx, types: string[], { before, take }: Keyset) =>
  ctx.db.rows(
    Event,
    sql`
      select event.id, event.type, event.data, event.created_at
      from unnest(${types}::text[]) as requested (type)
      cross join lateral (
        select id, type, data, created_at
        from events
        where environment_id = ${ctx.environmentId} and events.type = requested.type and id < ${before}
        order by id desc
        limit ${take}
      ) as event
      order by event.id desc
      limit ${take}`,
  )

const EventPosition = Type.Object({ position: Nullable(Type.Integer()) })

export const findPosition = (ctx: Ctx, id: string) =>
  ctx.db.row(EventPosition, sql`select position from events where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Of the last event before this id, whose own event may have been deleted. */
export const findPositionBefore = (ctx: Ctx, id: string) =>
  ctx.db.row(
    EventPosition,
    sql`
      select position from events
      where environment_id = ${ctx.environmentId} and id < ${id} and position is not null
      order by id desc
      limit 1`,
  )

export const readFeed = (ctx: Ctx, position: number, take: number) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and position > ${position}
      order by position
      limit ${take}`,
  )

export const readFeedOfTypes = (ctx: Ctx, types: string[], position: number, take: number) =>
  ctx.db.rows(
    Event,
    sql`
      select event.id, event.type, event.data, event.created_at
      from unnest(${types}::text[]) as requested (type)
      cross join lateral (
        select id, type, data, created_at, position
        from events
        where environment_id = ${ctx.environmentId} and events.type = requested.type and position > ${position}
        order by position
        limit ${take}
      ) as event
      order by event.position
      limit ${take}`,
  )

/** Whether a committed event has no position yet. Ordered like the index of these, which is chosen for that alone. */
export const hasUnsequencedEvents = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.db.run(sql`
    select id from events
    where environment_id = ${ctx.environmentId} and position is null
    order by id
    limit 1`)) > 0
