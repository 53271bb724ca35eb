import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Event } from '../../events/subscriber.ts'

export const listOrderEvents = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id < ${before}
      order by id desc
      limit ${take}`,
  )
