import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Carriers write who signed and where. The statuses stay. */
export const eraseTrackingEvents = async (ctx: Ctx, { orderIds }: Person): Promise<RowCounts> => ({
  tracking_events: await ctx.db.run(sql`
    update tracking_events set tracking_number = null, message = null, location = null
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})`),
})
