import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { LevelKeyset } from './level-page.ts'
import { Level, type LevelsQuery, MAX_DRIFT, Movement, type MovementsQuery, StockAudit } from './schemas.ts'

const Named = Type.Object({ sku: Type.String(), ids: Type.Array(Id('var')) })

/** Of a SKU that many variants have, the first ten are enough to say so. */
export const findBySku = (ctx: Ctx, skus: string[]) =>
  ctx.db.rows(
    Named,
    sql`
      select sku, (array_agg(id order by id))[1:10] as ids from variants
      where environment_id = ${ctx.environmentId} and sku = any(${skus})
      group by sku`,
  )

export const listLevels = (ctx: Ctx, { before, take }: LevelKeyset, filter: LevelsQuery) =>
  ctx.db.rows(
    Level,
    sql`
      select stock_levels.variant_id, variants.product_id, products.title as product_title,
        coalesce(nullif(array_to_string(variants.option_values, ' / '), ''), products.title) as variant_title, variants.sku,
        stock_levels.location_id, locations.name as location_name, on_hand, reserved, incoming, safety_stock, low_stock_at,
        on_hand::bigint - reserved - safety_stock as available, track_stock, when_out, stock_levels.updated_at
      from stock_levels
      join variants on variants.environment_id = ${ctx.environmentId} and variants.id = stock_levels.variant_id
      join products on products.environment_id = ${ctx.environmentId} and products.id = variants.product_id
      join locations on locations.environment_id = ${ctx.environmentId} and locations.id = stock_levels.location_id
      where stock_levels.environment_id = ${ctx.environmentId}
        and (stock_levels.variant_id, stock_levels.location_id) < (${before.variantId}, ${before.locationId})
        and (${filter.variantId ?? null}::text is null or stock_levels.variant_id = ${filter.variantId ?? null})
        and (${filter.productId ?? null}::text is null or variants.product_id = ${filter.productId ?? null})
        and (${filter.sku ?? null}::text is null or variants.sku = ${filter.sku ?? null})
        and (${filter.locationId ?? null}::text is null or stock_levels.location_id = ${filter.locationId ?? null})
        and (${filter.low ?? false} = false or on_hand::bigint - reserved - safety_stock <= low_stock_at)
      order by stock_levels.variant_id desc, stock_levels.location_id desc
      limit ${take}`,
  )

export const listMovements = (ctx: Ctx, { before, take }: Keyset, filter: MovementsQuery) =>
  ctx.db.rows(
    Movement,
    sql`
      select id, variant_id, location_id, on_hand as on_hand_change, reserved as reserved_change,
        incoming as incoming_change, reason, reference, actor, created_at
      from stock_movements
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${filter.variantId ?? null}::text is null or variant_id = ${filter.variantId ?? null})
        and (${filter.sku ?? null}::text is null or variant_id in (
          select variants.id from variants
          where variants.environment_id = ${ctx.environmentId} and variants.sku = ${filter.sku ?? null}
        ))
        and (${filter.locationId ?? null}::text is null or location_id = ${filter.locationId ?? null})
        and (${filter.reason ?? null}::text is null or reason = ${filter.reason ?? null})
      order by id desc
      limit ${take}`,
  )

/**
 * One statement sees one moment, so what is being sold meanwhile is no drift. A deleted variant has a ledger and no
 * levels; a level that is missing though its variant is there is drift.
 */
export const auditLevels = (ctx: Ctx) =>
  ctx.db.one(
    StockAudit,
    sql`
      with levels as (
        select variant_id, location_id, on_hand, reserved, incoming from stock_levels
        where environment_id = ${ctx.environmentId}
      ), ledger as (
        select variant_id, location_id, sum(on_hand) as on_hand, sum(reserved) as reserved, sum(incoming) as incoming
        from stock_movements
        where environment_id = ${ctx.environmentId}
        group by variant_id, location_id
      ), drift as (
        select variant_id, location_id, field, quantity.level, quantity.ledger
        from levels full join ledger using (variant_id, location_id)
        cross join lateral (values
          ('onHand', coalesce(levels.on_hand, 0), coalesce(ledger.on_hand, 0)),
          ('reserved', coalesce(levels.reserved, 0), coalesce(ledger.reserved, 0)),
          ('incoming', coalesce(levels.incoming, 0), coalesce(ledger.incoming, 0))
        ) as quantity (field, level, ledger)
        where quantity.level <> quantity.ledger and exists (
          select from variants where variants.environment_id = ${ctx.environmentId} and variants.id = variant_id
        )
      ), shown as (
        select * from drift order by variant_id, location_id, field limit ${MAX_DRIFT}
      )
      select (select count(*) from levels) as checked_levels, (select count(*) from drift) as drift_count,
        coalesce((
          select json_agg(json_build_object('variantId', variant_id, 'locationId', location_id, 'field', field,
            'level', level, 'ledger', ledger)) from shown
        ), '[]') as drift`,
  )
