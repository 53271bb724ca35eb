import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable } from '../../../kit/schema.ts'
import type { VariantQuantity } from '../inventory.ts'

/** A level from which stock was held, with its values before; or, without a location, a shortage. */
const HoldAllocation = Type.Object({
  variantId: Type.String(),
  productId: Nullable(Id('prod')),
  locationId: Nullable(Id('loc')),
  /** Quantity held at this level; for a shortage, the available quantity. */
  quantity: Type.Integer(),
  onHand: Nullable(Type.Integer()),
  reserved: Nullable(Type.Integer()),
  incoming: Nullable(Type.Integer()),
  safetyStock: Nullable(Type.Integer()),
  lowStockThreshold: Nullable(Type.Integer()),
})
export type HoldAllocation = Type.Static<typeof HoldAllocation>

/**
 * The limits tell the planner to expect few rows: without them it reads whole tables or replans every time.
 *
 * Holds everything or nothing. Levels are locked in key order and read after locking, so concurrent changes are
 * included; locations are used up in their order. Variants that continue selling when out of stock are backordered at
 * the first location.
 */
export const insertHolds = (ctx: Ctx, holder: string, requested: VariantQuantity[]) =>
  ctx.db.rows(
    HoldAllocation,
    sql`
      with input as (
        select * from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as input ("variantId" text, quantity integer)
        limit ${requested.length}
      ), requested_variants as materialized (
        select input."variantId" as variant_id, quantity, product_id, track_stock, inventory_policy
        from input
        left join lateral (
          select product_id, track_stock, inventory_policy from variants
          where variants.environment_id = ${ctx.environmentId} and variants.id = input."variantId"
          limit 1
        ) as variant on true
      ), locked_levels as materialized (
        select level.variant_id, level.location_id, on_hand, reserved, incoming, safety_stock, available, low_stock_threshold, position
        from stock_levels as level
        join locations on locations.environment_id = ${ctx.environmentId} and locations.id = location_id and active
        where level.environment_id = ${ctx.environmentId}
          and level.variant_id = any(array(select variant_id from requested_variants where track_stock))
        order by level.variant_id, level.location_id
        for update of level
      ), free_stock as (
        select locked_levels.*, requested_variants.product_id, requested_variants.quantity, inventory_policy,
          greatest(available, 0) as free,
          row_number() over by_variant as rank
        from locked_levels join requested_variants using (variant_id)
        window by_variant as (partition by variant_id order by position, location_id)
      ), allocations as (
        select free_stock.*, least(free, greatest(quantity - coalesce(sum(free) over previous, 0), 0))
          + case when rank = 1 and inventory_policy = 'continue' then greatest(quantity - sum(free) over all_levels, 0) else 0 end as take
        from free_stock
        window previous as (partition by variant_id order by rank rows between unbounded preceding and 1 preceding),
          all_levels as (partition by variant_id)
      ), shortages as (
        select requested_variants.variant_id, requested_variants.product_id, coalesce(sum(take), 0)::integer as available_quantity
        from requested_variants left join allocations using (variant_id)
        where requested_variants.track_stock is not false
        group by requested_variants.variant_id, requested_variants.product_id, requested_variants.quantity
        having coalesce(sum(take), 0) < requested_variants.quantity
      ), updated_levels as (
        update stock_levels set reserved = stock_levels.reserved + take, updated_at = ${ctx.now},
          is_low = coalesce(stock_levels.available - take <= stock_levels.low_stock_threshold, false)
        from allocations
        where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = allocations.variant_id
          and stock_levels.location_id = allocations.location_id and take > 0 and not exists (select from shortages)
      ), inserted_holds as (
        insert into stock_holds (environment_id, holder, variant_id, location_id, quantity)
        select ${ctx.environmentId}, ${holder}, variant_id, location_id, take from allocations
        where take > 0 and not exists (select from shortages)
      )
      select variant_id, product_id, location_id, take::integer as quantity, on_hand, reserved, incoming, safety_stock,
        low_stock_threshold
      from allocations where take > 0 and not exists (select from shortages)
      union all
      select variant_id, product_id, null, available_quantity, null, null, null, null, null from shortages`,
  )

/**
 * A backorder needs a level to record it, so one is created. Only for variants that continue selling when out of stock.
 */
export const insertBackorderLevels = (ctx: Ctx, variantIds: string[], locationId: string) =>
  ctx.db.rows(
    Type.Object({ variantId: Id('var') }),
    sql`
    insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock, updated_at)
    select ${ctx.environmentId}, id, ${locationId}, 0, 0, 0, 0, ${ctx.now} from variants
    where environment_id = ${ctx.environmentId} and id = any(${variantIds}) and track_stock and inventory_policy = 'continue'
    order by id
    on conflict (environment_id, variant_id, location_id) do nothing
    returning variant_id`,
  )

const StockHold = Type.Object({ variantId: Id('var'), locationId: Id('loc'), quantity: Type.Integer() })
export type StockHold = Type.Static<typeof StockHold>

export const listHolds = (ctx: Ctx, holder: string) =>
  ctx.db.rows(
    StockHold,
    sql`
      select variant_id, location_id, quantity from stock_holds
      where environment_id = ${ctx.environmentId} and holder = ${holder}
      order by variant_id, location_id`,
  )

interface HoldSale extends StockHold {
  movementId: string
}

/** Updates levels, holds and ledger in one statement. Each sale must equal its hold exactly, so as much stays available. */
export const sellHolds = (ctx: Ctx, holder: string, sales: HoldSale[], source: { reference: string; actor: string }) =>
  ctx.db.defer(sql`
    with sale as (
      select * from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
        as sale ("variantId" text, "locationId" text, quantity integer, "movementId" text)
      limit ${sales.length}
    ), locked_levels as materialized (
      select variant_id, location_id, sale.quantity, "movementId" as movement_id
      from stock_levels as level
      join sale on sale."variantId" = variant_id and sale."locationId" = location_id
      where level.environment_id = ${ctx.environmentId}
      order by variant_id, location_id
      for update of level
    ), deleted_holds as (
      delete from stock_holds using locked_levels
      where environment_id = ${ctx.environmentId} and holder = ${holder}
        and stock_holds.variant_id = locked_levels.variant_id and stock_holds.location_id = locked_levels.location_id
        and stock_holds.quantity = locked_levels.quantity
      returning stock_holds.variant_id, stock_holds.location_id, stock_holds.quantity, movement_id
    ), updated_levels as (
      update stock_levels set on_hand = on_hand - deleted_holds.quantity, reserved = reserved - deleted_holds.quantity, updated_at = ${ctx.now}
      from deleted_holds
      where environment_id = ${ctx.environmentId} and stock_levels.variant_id = deleted_holds.variant_id
        and stock_levels.location_id = deleted_holds.location_id
    )
    insert into stock_movements (environment_id, id, variant_id, location_id, on_hand, reserved, incoming, reason, reference,
      actor, created_at)
    select ${ctx.environmentId}, movement_id, variant_id, location_id, -quantity, 0, 0, 'sold', ${source.reference},
      ${source.actor}, ${ctx.now}
    from deleted_holds`)

/** Returns the levels whose holds were released, with their values before. */
export const deleteHolds = (ctx: Ctx, holder: string) =>
  ctx.db.rows(
    HoldAllocation,
    sql`
      with locked_levels as materialized (
        select stock_levels.variant_id, stock_levels.location_id, on_hand, reserved, incoming, safety_stock, low_stock_threshold,
          quantity
        from stock_levels
        join stock_holds on stock_holds.environment_id = ${ctx.environmentId} and holder = ${holder}
          and stock_holds.variant_id = stock_levels.variant_id and stock_holds.location_id = stock_levels.location_id
        where stock_levels.environment_id = ${ctx.environmentId}
        order by stock_levels.variant_id, stock_levels.location_id
        for update
      ), deleted_holds as (
        delete from stock_holds using locked_levels
        where environment_id = ${ctx.environmentId} and holder = ${holder}
          and stock_holds.variant_id = locked_levels.variant_id and stock_holds.location_id = locked_levels.location_id
      ), updated_levels as (
        update stock_levels set reserved = stock_levels.reserved - quantity, updated_at = ${ctx.now},
          is_low = coalesce(stock_levels.available + quantity <= stock_levels.low_stock_threshold, false)
        from locked_levels
        where environment_id = ${ctx.environmentId} and stock_levels.variant_id = locked_levels.variant_id
          and stock_levels.location_id = locked_levels.location_id
      )
      select locked_levels.variant_id, product_id, location_id, quantity, on_hand, reserved, incoming, safety_stock, low_stock_threshold
      from locked_levels
      join variants on variants.environment_id = ${ctx.environmentId} and variants.id = locked_levels.variant_id`,
  )
