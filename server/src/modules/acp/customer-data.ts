import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** The agent gets no more updates of the order: they would be about a person who asked to be forgotten. */
export const eraseSessions = async (ctx: Ctx, { cartIds }: Person): Promise<RowCounts> => ({
  acp_sessions: await ctx.db.run(
    sql`delete from acp_sessions where environment_id = ${ctx.environmentId} and cart_id = any(${cartIds})`,
  ),
})
