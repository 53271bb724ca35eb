import { Type } from 'typebox'
import { type Ctx, transaction } from '../ctx.ts'
import { sql } from '../db/sql.ts'

/** A round is a transaction: short, however many events wait for a position. */
const EVENTS_PER_ROUND = 1000

/**
 * Gives every committed event its position in the feed, oldest first. Numbers taken while an event is written could
 * become visible out of order, and a reader would skip the late one. These are given to committed events, and by one
 * transaction at a time: whoever sees a position sees all below it. Writers take no lock. Don't call it inside a
 * transaction: that would hold the lock, and a snapshot taken before the lock misses the positions of its last holder.
 */
export async function sequenceEvents(ctx: Ctx): Promise<void> {
  for (;;) {
    const count = await transaction(ctx, async (ctx) => {
      const lastPosition = await lockFeed(ctx)
      const count = await assignPositions(ctx, lastPosition)
      if (count > 0) {
        await advanceFeed(ctx, lastPosition + count)
        ctx.db.notify('events_sequenced', ctx.environmentId)
      }
      return count
    })
    if (count < EVENTS_PER_ROUND) return
    ctx.signal.throwIfAborted()
  }
}

const Feed = Type.Object({ lastPosition: Type.Integer() })

async function lockFeed(ctx: Ctx): Promise<number> {
  const feed = await findFeedForUpdate(ctx)
  if (feed) return feed.lastPosition
  // The first event of the environment. Another worker may be inserting the row, too; then this waits for it.
  await ctx.db.run(sql`
    insert into event_feeds (environment_id, last_position) values (${ctx.environmentId}, 0)
    on conflict (environment_id) do nothing`)
  return (await findFeedForUpdate(ctx))?.lastPosition ?? 0
}

const findFeedForUpdate = (ctx: Ctx) =>
  ctx.db.row(
    Feed,
    sql`
      select last_position
      from event_feeds
      where environment_id = ${ctx.environmentId}
      for update`,
  )

/** A statement of its own, after the lock: its snapshot contains the positions of the last holder. */
const assignPositions = (ctx: Ctx, lastPosition: number): Promise<number> =>
  ctx.db.run(sql`
    with unsequenced as (
      select id, row_number() over (order by id) as number
      from (
        select id
        from events
        where environment_id = ${ctx.environmentId} and position is null
        order by id
        limit ${EVENTS_PER_ROUND}
      ) as oldest
    )
    update events
    set position = ${lastPosition}::bigint + unsequenced.number
    from unsequenced
    where events.environment_id = ${ctx.environmentId} and events.id = unsequenced.id`)

const advanceFeed = (ctx: Ctx, lastPosition: number): Promise<number> =>
  ctx.db.run(sql`
    update event_feeds set last_position = ${lastPosition}
    where environment_id = ${ctx.environmentId}`)
