import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable } from '../../kit/schema.ts'

/** Zeroes `current` on every item so that nothing is left to fulfill. */
export const cancelOrder = (
  ctx: Ctx,
  id: string,
  { reason, staffNote, requestKey }: { reason: string; staffNote: string | null; requestKey: string | null },
) =>
  ctx.db.run(sql`
    with updated_order as (
      update orders set canceled_at = ${ctx.now} where environment_id = ${ctx.environmentId} and id = ${id}
    ), updated_items as (
      update order_items set current = 0 where environment_id = ${ctx.environmentId} and order_id = ${id}
    )
    insert into order_cancellations (environment_id, order_id, reason, staff_note, request_key, created_at)
    values (${ctx.environmentId}, ${id}, ${reason}, ${staffNote}, ${requestKey}, ${ctx.now})`)

const CancellationRow = Type.Object({ requestKey: Nullable(Type.String()) })

export const findCancellation = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    CancellationRow,
    sql`select request_key from order_cancellations where environment_id = ${ctx.environmentId} and order_id = ${orderId}`,
  )
