import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable } from '../../kit/schema.ts'
import type { LevelKey, MovementSource } from './level-rules.ts'
import { InventoryPolicy } from './schemas.ts'

const variantsOf = (keys: LevelKey[]) => keys.map(({ variantId }) => variantId)
const locationsOf = (keys: LevelKey[]) => keys.map(({ locationId }) => locationId)

const LockedVariant = Type.Object({
  variantId: Id('var'),
  locationId: Id('loc'),
  productId: Id('prod'),
  trackStock: Type.Boolean(),
  inventoryPolicy: InventoryPolicy,
  isNew: Type.Boolean(),
})

/**
 * Prevents deletion of product and variants until the transaction ends. The product is locked first, as in a deletion.
 */
export const lockVariants = (ctx: Ctx, keys: LevelKey[]) =>
  ctx.db.rows(
    LockedVariant,
    sql`
      select requested.variant_id, requested.location_id, variant.product_id, track_stock, inventory_policy, not exists (
        select from stock_levels
        where stock_levels.environment_id = ${ctx.environmentId}
          and stock_levels.variant_id = requested.variant_id and stock_levels.location_id = requested.location_id
      ) as is_new
      from unnest(${variantsOf(keys)}::text[], ${locationsOf(keys)}::text[]) as requested (variant_id, location_id)
      join variants as variant on variant.environment_id = ${ctx.environmentId} and variant.id = requested.variant_id
      join products as product on product.environment_id = ${ctx.environmentId} and product.id = variant.product_id
      order by product.id, variant.id
      for key share of product, variant`,
  )

/** Missing rows can't be locked, so they are inserted first. A concurrent insert of the same level waits here. */
export const insertEmptyLevels = (ctx: Ctx, keys: LevelKey[]) =>
  ctx.db.run(sql`
    insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock, updated_at)
    select ${ctx.environmentId}, variant_id, location_id, 0, 0, 0, 0, ${ctx.now}
    from unnest(${variantsOf(keys)}::text[], ${locationsOf(keys)}::text[]) as new_level (variant_id, location_id)
    order by variant_id collate "C", location_id collate "C"
    on conflict (environment_id, variant_id, location_id) do nothing`)

const LockedLevel = Type.Object({
  variantId: Id('var'),
  locationId: Id('loc'),
  onHand: Type.Integer(),
  reserved: Type.Integer(),
  incoming: Type.Integer(),
  safetyStock: Type.Integer(),
  lowStockThreshold: Nullable(Type.Integer()),
})

/** Locks in key order to prevent deadlocks. */
export const lockLevels = (ctx: Ctx, keys: LevelKey[]) =>
  ctx.db.rows(
    LockedLevel,
    sql`
      select variant_id, location_id, on_hand, reserved, incoming, safety_stock, low_stock_threshold
      from stock_levels
      where environment_id = ${ctx.environmentId} and (variant_id, location_id) in (
        select * from unnest(${variantsOf(keys)}::text[], ${locationsOf(keys)}::text[])
      )
      order by variant_id, location_id
      for update`,
  )

interface LevelRow {
  variant_id: string
  location_id: string
  on_hand: number
  incoming: number
  safety_stock: number
  low_stock_threshold: number | null
  on_hand_change: number
  incoming_change: number
  movement_id: string | null
}

/** Writes levels and ledger in one statement. */
export const writeLevels = (
  ctx: Ctx,
  rows: LevelRow[],
  { reason, reference, actor }: MovementSource & { actor: string },
) =>
  ctx.db.run(sql`
    with new_levels as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new_levels (variant_id text, location_id text,
        on_hand integer, incoming integer, safety_stock integer, low_stock_threshold integer, on_hand_change integer,
        incoming_change integer, movement_id text)
    ), updated_levels as (
      update stock_levels set on_hand = new_levels.on_hand, incoming = new_levels.incoming, safety_stock = new_levels.safety_stock,
        low_stock_threshold = new_levels.low_stock_threshold, updated_at = ${ctx.now},
        is_low = coalesce(new_levels.on_hand::bigint - reserved - new_levels.safety_stock <= new_levels.low_stock_threshold, false)
      from new_levels
      where stock_levels.environment_id = ${ctx.environmentId}
        and stock_levels.variant_id = new_levels.variant_id and stock_levels.location_id = new_levels.location_id
    )
    insert into stock_movements (environment_id, id, variant_id, location_id, on_hand, reserved, incoming, reason, reference,
      actor, created_at)
    select ${ctx.environmentId}, movement_id, variant_id, location_id, on_hand_change, 0, incoming_change, ${reason}::text,
      ${reference}::text, ${actor}::text, ${ctx.now}
    from new_levels where movement_id is not null`)

export const lockProducts = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`
    select id from products
    where environment_id = ${ctx.environmentId} and id = any(${ids})
    order by id
    for no key update`)

const StockedLevel = Type.Object({ variantId: Id('var'), locationId: Id('loc') })

/** Levels with available stock. Inactive locations have no stock, so they need no check. */
export const listAvailableLevels = (ctx: Ctx, variantIds: string[]) =>
  ctx.db.rows(
    StockedLevel,
    sql`
      select variant_id, location_id from stock_levels
      where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
        and available > 0`,
  )

const DeletedLevel = Type.Object({ variantId: Id('var'), reserved: Type.Integer() })

/** Returns the values at the moment of deletion, including concurrent changes. */
export const deleteLevels = (ctx: Ctx, variantIds: string[]) =>
  ctx.db.rows(
    DeletedLevel,
    sql`
      delete from stock_levels
      where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
      returning variant_id, reserved`,
  )

export const deleteLevelsAt = (ctx: Ctx, locationId: string) =>
  ctx.db.run(sql`
    delete from stock_levels where environment_id = ${ctx.environmentId} and location_id = ${locationId}`)

const RestockableLevel = Type.Object({
  variantId: Type.String(),
  locationId: Type.String(),
  quantity: Type.Integer(),
  /** For the variant at all locations: units sold here may have been restocked elsewhere. */
  remaining: Type.Integer(),
})
export type RestockableLevel = Type.Static<typeof RestockableLevel>

/**
 * Units that an order took and has not restocked, for existing variants; the location that supplied most comes first.
 */
export const listRestockable = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    RestockableLevel,
    sql`
      select variant_id, location_id, -sum(on_hand)::integer as quantity,
        -(sum(sum(on_hand)) over (partition by variant_id))::integer as remaining
      from stock_movements as movement
      where movement.environment_id = ${ctx.environmentId} and reference = ${orderId} and reason in ('sold', 'restocked')
        and exists (
          select from variants where variants.environment_id = ${ctx.environmentId} and variants.id = movement.variant_id
        )
      group by variant_id, location_id
      order by variant_id, quantity desc, location_id`,
  )
