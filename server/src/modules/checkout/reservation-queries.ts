import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable, Timestamp } from '../../kit/schema.ts'

const ReservationLimits = Type.Object({
  minutes: Type.Integer(),
  maxUnits: Type.Integer(),
  maxPercent: Type.Integer(),
  /** When this cart's consecutive intents started reserving. Null: none, or the last one had a payment attempt. */
  since: Nullable(Timestamp),
  /** When the last of them ended; null while it is active. */
  endedAt: Nullable(Timestamp),
})
export type ReservationLimits = Static<typeof ReservationLimits>

/** Ignores an intent that ended before `after`: the cart starts over. */
export const findReservationLimits = (ctx: Ctx, cartId: string, after: Date) =>
  ctx.db.one(
    ReservationLimits,
    sql`
      select reservation_minutes as minutes, reservation_max_units as max_units, reservation_max_percent as max_percent,
        since, ended_at
      from environments
      left join lateral (
        select reservation_started_at as since, case when status = 'ended' then updated_at end as ended_at from checkouts
        where environment_id = ${ctx.environmentId} and cart_id = ${cartId} and kind = 'intent'
          and (status = 'active' or updated_at > ${after})
        order by created_at desc
        limit 1
      ) as last on true
      where environments.id = ${ctx.environmentId}`,
  )

const ReservedStock = Type.Object({
  title: Type.String(),
  sku: Nullable(Type.String()),
  held: Type.Integer(),
  free: Type.Integer(),
})

/** Skips variants that sell beyond their stock, since reserving those takes nothing from others. */
export const listReservedStock = (ctx: Ctx, reservedFor: string, variantIds: string[]) =>
  ctx.db.rows(
    ReservedStock,
    sql`
      select products.title, sku, held::integer, coalesce((
        select sum(greatest(available, 0)) from stock_levels
        join locations on locations.environment_id = ${ctx.environmentId} and locations.id = location_id and active
        where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = own_holds.variant_id
      ), 0)::bigint as free
      from (
        select variant_id, sum(quantity) as held from stock_holds
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds}) and holder in (
          select order_id from checkouts
          where environment_id = ${ctx.environmentId} and reserved_for = ${reservedFor} and status = 'active'
        )
        group by variant_id
      ) as own_holds
      join variants on variants.environment_id = ${ctx.environmentId} and variants.id = own_holds.variant_id
      join products on products.environment_id = ${ctx.environmentId} and products.id = variants.product_id
      where inventory_policy = 'deny'
      order by own_holds.variant_id`,
  )

/** From now on the checkout counts as a reservation of this visitor. */
export const setReservedFor = (ctx: Ctx, id: string, reservedFor: string) =>
  ctx.db.run(sql`
    update checkouts set reserved_for = ${reservedFor}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'active'`)

/** Locks in the order every checkout uses: of two concurrent checkouts, the second sees the first. */
export const lockStockLevels = (ctx: Ctx, variantIds: string[]) =>
  ctx.db.run(sql`
    select from stock_levels
    where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
    order by variant_id, location_id
    for update`)

export const extendCheckout = (ctx: Ctx, id: string, expiresAt: Date) =>
  ctx.db.run(sql`
    update checkouts set expires_at = greatest(expires_at, ${expiresAt}::timestamptz), reservation_started_at = null
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'active'`)
