import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Event } from '../../events/subscriber.ts'

export const listEvents = (ctx: Ctx, type: string | undefined, { before, take }: Keyset) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${type ?? null}::text is null or type = ${type ?? null})
      order by id desc
      limit ${take}`,
  )
