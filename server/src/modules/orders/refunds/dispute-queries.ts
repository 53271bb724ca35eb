import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'

const LostDisputeRow = Type.Object({ ref: Type.String(), amount: Type.Integer() })

/** Amounts lost to disputes, per payment. */
export const listLostDisputes = (ctx: Ctx, orderId: string, currency: string) =>
  ctx.db.rows(
    LostDisputeRow,
    sql`
      select ref, sum((amount ->> 'amount')::bigint)::bigint as amount
      from order_disputes
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and status = 'lost' and amount ->> 'currency' = ${currency}
      group by ref`,
  )
