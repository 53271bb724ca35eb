import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { IdRange } from '../../db/id-range.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'

/**
 * Replaces all locations with those of another environment, after their levels were deleted. The ledger starts over; its
 * checkpoints were deleted with the variants.
 */
export async function copyLocations(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from stock_movements where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`delete from locations where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into locations (environment_id, id, name, position, active, created_at)
    select ${ctx.environmentId}, id, name, position, active, created_at
    from locations
    where environment_id = ${from}`)
}

/**
 * Nothing is reserved in the copy, because the carts and orders that hold stock belong to the other environment. The
 * ledger starts with one movement per level. Movement ids are generated in SQL: the time and random part of a new id,
 * then the row number.
 */
export const copyLevels = (ctx: Ctx, from: string, { after, upTo }: IdRange): Promise<number> =>
  ctx.db.run(sql`
    with copied as (
      insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock, low_stock_threshold,
        updated_at, is_low)
      select ${ctx.environmentId}, variants.id, level.location_id, level.on_hand, 0, level.incoming, level.safety_stock,
        level.low_stock_threshold, ${ctx.now},
        coalesce(level.on_hand::bigint - level.safety_stock <= level.low_stock_threshold, false)
      from variants
      cross join lateral (
        select * from stock_levels where stock_levels.environment_id = ${from} and variant_id = variants.id offset 0
      ) as level
      where variants.environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}
      returning variant_id, location_id, on_hand, incoming
    )
    insert into stock_movements (environment_id, id, variant_id, location_id, on_hand, reserved, incoming, reason, reference,
      actor, created_at)
    select ${ctx.environmentId}, left(${newId('mov')}, 20) || lpad((row_number() over ())::text, 10, '0'), variant_id,
      location_id, on_hand, 0, incoming, 'initial', null, 'system', ${ctx.now}
    from copied`)

/** Products with reserved stock in the other environment, which therefore have less available there than here. */
export async function listReservedProductIds(ctx: Ctx, from: string, { after, upTo }: IdRange): Promise<string[]> {
  const rows = await ctx.db.rows(
    Type.Object({ productId: Type.String() }),
    sql`
      select distinct product_id
      from variants join stock_levels on stock_levels.environment_id = ${from} and variant_id = variants.id and reserved > 0
      where variants.environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`,
  )
  return rows.map(({ productId }) => productId)
}
