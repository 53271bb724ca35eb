import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** A cart is nothing without its buyer, and what became an order is in the order. */
export const eraseCarts = async (ctx: Ctx, { cartIds }: Person): Promise<RowCounts> => ({
  carts: await ctx.db.run(sql`delete from carts where environment_id = ${ctx.environmentId} and id = any(${cartIds})`),
})

export interface CartOwner {
  customerId: string
  /** From `customerKeyOf`. */
  customerKey: string
}

const MovedCart = Type.Object({ id: Type.String() })

/**
 * Of the carts in `ids`, or of all, those that a server has given to `from`. The version rises, so that an edit in
 * progress does not put the old customer back.
 */
export async function moveCarts(ctx: Ctx, from: CartOwner, to: CartOwner, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedCart,
    sql`
      update carts
      set customer_key = ${to.customerKey}, version = version + 1, updated_at = ${ctx.now},
        points_customer_id = case when points_customer_id is not null then ${to.customerId} end,
        contents = (jsonb_set(contents::jsonb, '{customer,id}', ${JSON.stringify(to.customerId)}::jsonb)
          || ${JSON.stringify({ customerKey: to.customerKey })}::jsonb
          || case when contents ->> 'ownerId' is null then '{}'::jsonb else ${JSON.stringify({ ownerId: to.customerId })}::jsonb end)::json
      where environment_id = ${ctx.environmentId} and customer_key = ${from.customerKey}
        and contents #>> '{customer,id}' = ${from.customerId}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}
