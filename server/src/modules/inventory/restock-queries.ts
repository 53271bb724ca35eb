import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

const Taken = Type.Object({
  variantId: Type.String(),
  locationId: Type.String(),
  quantity: Type.Integer(),
  /** Of the variant, at all places together: what was taken here may have come back elsewhere. */
  left: Type.Integer(),
})
export type Taken = Type.Static<typeof Taken>

/** What an order has taken and not given back, of variants that are still there; the place that gave most comes first. */
export const listTaken = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    Taken,
    sql`
      select variant_id, location_id, -sum(on_hand)::integer as quantity,
        -(sum(sum(on_hand)) over (partition by variant_id))::integer as "left"
      from stock_movements as movement
      where movement.environment_id = ${ctx.environmentId} and reference = ${orderId} and reason in ('sold', 'restocked')
        and exists (
          select from variants where variants.environment_id = ${ctx.environmentId} and variants.id = movement.variant_id
        )
      group by variant_id, location_id
      order by variant_id, quantity desc, location_id`,
  )
