import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'

const LockedAccount = Type.Object({ balance: Type.Integer() })

/** Blocks other balance changes until the transaction ends. */
export const lockAccount = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    LockedAccount,
    sql`
      select balance from loyalty_accounts
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
      for no key update`,
  )
