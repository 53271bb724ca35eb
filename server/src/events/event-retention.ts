import type { SystemCtx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { pruneEachEnvironment, type RetentionRule } from '../jobs/retention.ts'
import { firstIdAt } from '../kit/ids.ts'
import { EVENT_TYPES, type EventType, eventSchemas } from './event-schemas.ts'

/** Their timelines are read from them, and gift cards are issued and taken back by them: they stay with the order. */
const isOfOrder = (type: EventType) => 'orderId' in eventSchemas[type].properties

export const eventRetention: RetentionRule = {
  name: 'events',
  keep: 'events',
  isDaily: true,
  prune: (ctx, before, limit) =>
    pruneEachEnvironment(ctx, limit, (environmentId) =>
      deleteEvents(ctx, {
        environmentId,
        types: EVENT_TYPES.filter((type) => !isOfOrder(type)),
        before: firstIdAt('evt', before),
        limit,
      }),
    ),
}

/** In each type, whatever other events there are. */
const deleteEvents = (
  ctx: SystemCtx,
  { environmentId, types, before, limit }: { environmentId: string; types: string[]; before: string; limit: number },
) =>
  ctx.db.run(sql`
    delete from events
    where environment_id = ${environmentId} and id in (
      select event.id
      from unnest(${types}::text[]) as old (type)
      cross join lateral (
        select id from events
        where environment_id = ${environmentId} and events.type = old.type and id < ${before} and position is not null
        order by id
        limit ${limit}
      ) as event
      limit ${limit}
    )`)
