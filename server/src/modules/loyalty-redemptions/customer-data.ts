import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

const MovedRedemption = Type.Object({ id: Type.String() })

/** Of the redemptions in `ids`, or of all, those of `from`. A later reversal returns the points to `to`. */
export async function moveRedemptions(ctx: Ctx, from: string, to: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedRedemption,
    sql`
      update loyalty_redemptions set customer_id = ${to}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}
