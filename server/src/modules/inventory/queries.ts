import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { LevelKeyset } from './level-page.ts'
import { Level, type LevelsQuery, MAX_DRIFT, Movement, type MovementsQuery, StockAudit } from './schemas.ts'

const SkuVariants = Type.Object({ sku: Type.String(), ids: Type.Array(Id('var')) })

/** Returns at most ten variants per SKU, enough to report an ambiguous one. */
export const findVariantIdsBySkus = (ctx: Ctx, skus: string[]) =>
  ctx.db.rows(
    SkuVariants,
    sql`
      select sku, (array_agg(id order by id))[1:10] as ids from variants
      where environment_id = ${ctx.environmentId} and sku = any(${skus})
      group by sku`,
  )

const ProductId = Type.Object({ id: Id('prod') })

const MAX_FOUND_PRODUCTS = 2000

/** What the product search finds, newest first. */
export const findProductIds = async (ctx: Ctx, q: string): Promise<string[]> => {
  const products = await ctx.db.rows(
    ProductId,
    sql`
      with search as materialized (
        select search_query(search_languages, ${q}) as query from environments where id = ${ctx.environmentId}
      )
      select product_id as id from listings
      where environment_id = ${ctx.environmentId} and search_vector @@ (select query from search)
      order by product_id desc
      limit ${MAX_FOUND_PRODUCTS}`,
  )
  return products.map(({ id }) => id)
}

/** What was searched for: the products found beforehand by their index, and the words that one of its variants contains. */
interface LevelSearch {
  productIds: string[]
  words: string[]
}

/** The plan is made for these filters: otherwise a search reads all levels. */
export const listLevels = (ctx: Ctx, { before, take }: LevelKeyset, filter: LevelsQuery, search?: LevelSearch) =>
  ctx.db.rows(
    Level,
    withCustomPlan(sql`
      select stock_levels.variant_id, variants.product_id, products.title as product_title,
        coalesce(nullif(array_to_string(variants.option_values, ' / '), ''), products.title) as variant_title, variants.sku,
        stock_levels.location_id, locations.name as location_name, on_hand, reserved, incoming, safety_stock, low_stock_threshold,
        available, track_stock, inventory_policy, stock_levels.updated_at
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
        and (${search?.productIds ?? null}::text[] is null or variants.product_id = any(${search?.productIds ?? null}))
        and not exists (
          select from unnest(${search?.words ?? []}::text[]) as word
          where position(word in lower(concat_ws(' ', products.title, array_to_string(variants.option_values, ' '), variants.sku))) = 0
        )
        and (${filter.lowStock ?? false} = false or (is_low and available <= low_stock_threshold))
      order by stock_levels.variant_id desc, stock_levels.location_id desc
      limit ${take}`),
  )

const VariantId = Type.Object({ id: Id('var') })

export const findVariantIdsBySku = async (ctx: Ctx, sku: string): Promise<string[]> => {
  const variants = await ctx.db.rows(
    VariantId,
    sql`select id from variants where environment_id = ${ctx.environmentId} and sku = ${sku}`,
  )
  return variants.map(({ id }) => id)
}

/**
 * `variantIds` are the variants of the requested SKU, looked up beforehand: otherwise the database reads the whole
 * ledger to find them.
 */
export const listMovements = (
  ctx: Ctx,
  { before, take }: Keyset,
  filter: MovementsQuery,
  variantIds: string[] | null,
) =>
  ctx.db.rows(
    Movement,
    sql`
      select id, variant_id, location_id, on_hand as on_hand_change, reserved as reserved_change,
        incoming as incoming_change, reason, case when reason in ('sold', 'restocked') then reference end as order_id,
        case when reason not in ('sold', 'restocked') then reference end as reference, actor, created_at
      from stock_movements
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${filter.variantId ?? null}::text is null or variant_id = ${filter.variantId ?? null})
        and (${variantIds}::text[] is null or variant_id = any(${variantIds}))
        and (${filter.locationId ?? null}::text is null or location_id = ${filter.locationId ?? null})
        and (${filter.reason ?? null}::text is null or reason = ${filter.reason ?? null})
      order by id desc
      limit ${take}`,
  )

export const listVariantsBefore = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    VariantId,
    sql`
      select id from variants
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const LevelAudit = Type.Omit(StockAudit, ['nextCursor'])

/**
 * Compares on hand and incoming of these variants with the ledger, and reserved with the holds. A single statement sees one
 * snapshot, so concurrent sales are not reported as drift. A missing level of an existing variant is drift.
 */
export const auditLevels = (ctx: Ctx, variantIds: string[]) =>
  ctx.db.one(
    LevelAudit,
    sql`
      with entries as (
        select variant_id, location_id, true as is_level, on_hand, reserved, incoming from stock_levels
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
        union all
        select variant_id, location_id, false, on_hand, 0, incoming from stock_movements
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
        union all
        select variant_id, location_id, false, 0, quantity, 0 from stock_holds
        where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
      ), totals as (
        select variant_id, location_id,
          coalesce(sum(on_hand) filter (where is_level), 0) as on_hand,
          coalesce(sum(reserved) filter (where is_level), 0) as reserved,
          coalesce(sum(incoming) filter (where is_level), 0) as incoming,
          coalesce(sum(on_hand) filter (where not is_level), 0) as ledger_on_hand,
          coalesce(sum(reserved) filter (where not is_level), 0) as ledger_reserved,
          coalesce(sum(incoming) filter (where not is_level), 0) as ledger_incoming
        from entries
        group by variant_id, location_id
      ), mismatches as (
        select * from totals
        where (on_hand, reserved, incoming) <> (ledger_on_hand, ledger_reserved, ledger_incoming) and exists (
          select from variants where variants.environment_id = ${ctx.environmentId} and variants.id = totals.variant_id
        )
      ), drift as (
        select variant_id, location_id, field, level, ledger
        from mismatches cross join lateral (values
          ('onHand', on_hand, ledger_on_hand),
          ('reserved', reserved, ledger_reserved),
          ('incoming', incoming, ledger_incoming)
        ) as quantity (field, level, ledger)
        where level <> ledger
      ), reported as (
        select * from drift order by variant_id, location_id, field limit ${MAX_DRIFT}
      )
      select (
          select count(*) from stock_levels where environment_id = ${ctx.environmentId} and variant_id = any(${variantIds})
        ) as checked_levels,
        (select count(*) from drift) as drift_count,
        coalesce((
          select json_agg(json_build_object('variantId', variant_id, 'locationId', location_id, 'field', field,
            'level', level, 'ledger', ledger)) from reported
        ), '[]') as drift`,
  )
