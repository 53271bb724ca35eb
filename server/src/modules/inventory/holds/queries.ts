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
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as given ("variantId" text, quantity integer)
        limit ${requested.length}
      ), wanted as materialized (
        select given."variantId" as variant_id, quantity, product_id, track_stock, inventory_policy
        from given
        left join lateral (
          select product_id, track_stock, inventory_policy from variants
          where variants.environment_id = ${ctx.environmentId} and variants.id = given."variantId"
          limit 1
        ) as variant on true
      ), locked as materialized (
        select level.variant_id, level.location_id, on_hand, reserved, incoming, safety_stock, available, low_stock_threshold, position
        from stock_levels as level
        join locations on locations.environment_id = ${ctx.environmentId} and locations.id = location_id and active
        where level.environment_id = ${ctx.environmentId}
          and level.variant_id = any(array(select variant_id from wanted where track_stock))
        order by level.variant_id, level.location_id
        for update of level
      ), free as (
        select locked.*, wanted.product_id, wanted.quantity, inventory_policy,
          greatest(available, 0) as free,
          row_number() over of_variant as place
        from locked join wanted using (variant_id)
        window of_variant as (partition by variant_id order by position, location_id)
      ), placed as (
        select free.*, least(free, greatest(quantity - coalesce(sum(free) over earlier, 0), 0))
          + case when place = 1 and inventory_policy = 'continue' then greatest(quantity - sum(free) over whole, 0) else 0 end as take
        from free
        window earlier as (partition by variant_id order by place rows between unbounded preceding and 1 preceding),
          whole as (partition by variant_id)
      ), short as (
        select wanted.variant_id, wanted.product_id, coalesce(sum(take), 0)::integer as there
        from wanted left join placed using (variant_id)
        where wanted.track_stock is not false
        group by wanted.variant_id, wanted.product_id, wanted.quantity
        having coalesce(sum(take), 0) < wanted.quantity
      ), changed as (
        update stock_levels set reserved = stock_levels.reserved + take, updated_at = ${ctx.now}
        from placed
        where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = placed.variant_id
          and stock_levels.location_id = placed.location_id and take > 0 and not exists (select from short)
      ), held as (
        insert into stock_holds (environment_id, holder, variant_id, location_id, quantity)
        select ${ctx.environmentId}, ${holder}, variant_id, location_id, take from placed
        where take > 0 and not exists (select from short)
      )
      select variant_id, product_id, location_id, take::integer as quantity, on_hand, reserved, incoming, safety_stock,
        low_stock_threshold
      from placed where take > 0 and not exists (select from short)
      union all
      select variant_id, product_id, null, there, null, null, null, null, null from short`,
  )

/**
 * A backorder needs a level to record it, so one is created. Only for variants that continue selling when out of stock.
 */
export const insertBackorderLevels = (ctx: Ctx, variantIds: string[], locationId: string) =>
  ctx.db.run(sql`
    insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock, updated_at)
    select ${ctx.environmentId}, id, ${locationId}, 0, 0, 0, 0, ${ctx.now} from variants
    where environment_id = ${ctx.environmentId} and id = any(${variantIds}) and track_stock and inventory_policy = 'continue'
    order by id
    on conflict (environment_id, variant_id, location_id) do nothing`)

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

/** Updates levels, holds and ledger in one statement. Each sale must equal its hold exactly. */
export const sellHolds = (ctx: Ctx, holder: string, sales: HoldSale[], source: { reference: string; actor: string }) =>
  ctx.db.run(sql`
    with sale as (
      select * from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
        as sale ("variantId" text, "locationId" text, quantity integer, "movementId" text)
      limit ${sales.length}
    ), locked as materialized (
      select variant_id, location_id, sale.quantity, "movementId" as movement_id
      from stock_levels as level
      join sale on sale."variantId" = variant_id and sale."locationId" = location_id
      where level.environment_id = ${ctx.environmentId}
      order by variant_id, location_id
      for update of level
    ), ended as (
      delete from stock_holds using locked
      where environment_id = ${ctx.environmentId} and holder = ${holder}
        and stock_holds.variant_id = locked.variant_id and stock_holds.location_id = locked.location_id
        and stock_holds.quantity = locked.quantity
      returning stock_holds.variant_id, stock_holds.location_id, stock_holds.quantity, movement_id
    ), changed as (
      update stock_levels set on_hand = on_hand - ended.quantity, reserved = reserved - ended.quantity, updated_at = ${ctx.now}
      from ended
      where environment_id = ${ctx.environmentId} and stock_levels.variant_id = ended.variant_id
        and stock_levels.location_id = ended.location_id
    )
    insert into stock_movements (environment_id, id, variant_id, location_id, on_hand, reserved, incoming, reason, reference,
      actor, created_at)
    select ${ctx.environmentId}, movement_id, variant_id, location_id, -quantity, 0, 0, 'sold', ${source.reference},
      ${source.actor}, ${ctx.now}
    from ended`)

/** Returns the levels whose holds were released, with their values before. */
export const deleteHolds = (ctx: Ctx, holder: string) =>
  ctx.db.rows(
    HoldAllocation,
    sql`
      with locked as materialized (
        select stock_levels.variant_id, stock_levels.location_id, on_hand, reserved, incoming, safety_stock, low_stock_threshold,
          quantity
        from stock_levels
        join stock_holds on stock_holds.environment_id = ${ctx.environmentId} and holder = ${holder}
          and stock_holds.variant_id = stock_levels.variant_id and stock_holds.location_id = stock_levels.location_id
        where stock_levels.environment_id = ${ctx.environmentId}
        order by stock_levels.variant_id, stock_levels.location_id
        for update
      ), ended as (
        delete from stock_holds using locked
        where environment_id = ${ctx.environmentId} and holder = ${holder}
          and stock_holds.variant_id = locked.variant_id and stock_holds.location_id = locked.location_id
      ), changed as (
        update stock_levels set reserved = stock_levels.reserved - quantity, updated_at = ${ctx.now}
        from locked
        where environment_id = ${ctx.environmentId} and stock_levels.variant_id = locked.variant_id
          and stock_levels.location_id = locked.location_id
      )
      select locked.variant_id, product_id, location_id, quantity, on_hand, reserved, incoming, safety_stock, low_stock_threshold
      from locked
      join variants on variants.environment_id = ${ctx.environmentId} and variants.id = locked.variant_id`,
  )
