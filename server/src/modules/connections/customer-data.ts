import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** The entry stays without its content, so that the same event is recognized if it is sent again. */
export const eraseInboundEvents = async (ctx: Ctx, { emails }: Person): Promise<RowCounts> => ({
  inbound_events: await ctx.db.run(sql`
    update inbound_events set body = null, note = null, emails = '{}', search = ''
    where environment_id = ${ctx.environmentId} and emails && ${emails}`),
})
