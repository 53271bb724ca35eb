import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Event } from '../../events/subscriber.ts'

/** By the index `events_of_order`, which is why `data ? 'orderId'` stands here. */
export const listEventsOf = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId} and id < ${before}
      order by id desc
      limit ${take}`,
  )
