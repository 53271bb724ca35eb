import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Sessions are deleted with their customer. */
export const eraseLoginCodes = async (ctx: Ctx, { emails }: Person): Promise<RowCounts> => ({
  customer_login_codes: await ctx.db.run(
    sql`delete from customer_login_codes where environment_id = ${ctx.environmentId} and email = any(${emails})`,
  ),
})
