import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'

const LostDisputeRow = Type.Object({ ref: Type.String(), amount: Type.Integer() })

/** Amounts lost to disputes, by the last decision on each dispute, using the index `events_of_order`. */
export const listLostDisputes = (ctx: Ctx, orderId: string, currency: string) =>
  ctx.db.rows(
    LostDisputeRow,
    sql`
      with decided as (
        select distinct on (coalesce(data ->> 'disputeId', data ->> 'ref')) data ->> 'ref' as ref, data ->> 'status' as status,
          data -> 'amount' as sum
        from events
        where environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId}
          and type = 'payment.disputed' and data ->> 'status' in ('lost', 'won', 'warning_closed', 'prevented')
        order by coalesce(data ->> 'disputeId', data ->> 'ref'), id desc
      )
      select ref, sum((sum ->> 'amount')::bigint)::bigint as amount
      from decided
      where status = 'lost' and sum ->> 'currency' = ${currency}
      group by ref`,
  )
