import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { LevelKeyset } from './level-page.ts'
import { Level, type LevelsQuery, Movement, type MovementsQuery } from './schemas.ts'

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
