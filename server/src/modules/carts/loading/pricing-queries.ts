import type { Ctx } from '../../../ctx.ts'
import { sql, withGenericPlan } from '../../../db/sql.ts'
import { PricingContextRow } from './rows.ts'

export interface PricingLookup {
  variantIds: readonly string[]
  skus: readonly string[]
  /** Also loads the variants in this cart; empty for no cart. */
  cartId: string
}

/**
 * Loads what servers cache: pricing rules, unless `cachedVersion` is current or only variants are requested, and
 * variants, including gifts. Promotions that need a code are loaded with the code; expired ones are skipped.
 */
export const loadPricingContext = (
  ctx: Ctx,
  { variantIds, skus, cartId }: PricingLookup,
  { isVariantsOnly, cachedVersion }: { isVariantsOnly: boolean; cachedVersion: number | null },
) =>
  ctx.db.one(
    PricingContextRow,
    withGenericPlan(sql`
      with pricing as materialized (
        select coalesce((
          select version from pricing_versions where environment_id = ${ctx.environmentId}
        ), 0)::integer as version
      )
      select
        version,
        case when not ${isVariantsOnly}::boolean and version is distinct from ${cachedVersion}::integer then json_build_object(
          'points', (
            select json_build_object('active', active, 'minPoints', min_points, 'values', point_values)
            from loyalty_programs where environment_id = ${ctx.environmentId}
          ),
          'hasTaxEngine', exists (select from tax_engines where environment_id = ${ctx.environmentId}),
          'maxQuantityPerOrder', (
            select max_quantity_per_order from environments where environments.id = ${ctx.environmentId}
          ),
          'provider', coalesce((
            select provider from payment_connections where environment_id = ${ctx.environmentId} and closed_at is null
          ), 'simulator'),
          'automatic', coalesce((
            select json_agg(json_build_object(
              'id', id, 'title', title, 'trigger', trigger, 'active', promotions.active,
              'startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'endsAt', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'priority', priority, 'exclusiveGroup', exclusive_group,
              'combinesWith', combines_with, 'items', items, 'conditions', conditions, 'benefit', benefit,
              'exhausted', exhausted, 'usageLimitPerCustomer', usage_limit_per_customer
            ) order by priority, created_at, id)
            from promotions
            where environment_id = ${ctx.environmentId}
              and trigger = 'automatic' and active and (ends_at is null or ends_at > ${ctx.now})
          ), '[]'),
          'zones', coalesce((
            select json_agg(json_build_object('id', id, 'name', name, 'areas', areas) order by id)
            from shipping_zones where environment_id = ${ctx.environmentId}
          ), '[]'),
          'profiles', coalesce((
            select json_agg(json_build_object('id', id, 'name', name, 'default', is_default, 'items', items) order by id)
            from shipping_profiles where environment_id = ${ctx.environmentId}
          ), '[]'),
          'rates', coalesce((
            select json_agg(json_build_object(
              'id', id, 'zoneId', zone_id, 'profileId', profile_id, 'type', type, 'service', service, 'title', title,
              'description', description, 'price', price, 'freeFrom', free_from, 'minDays', min_days, 'maxDays', max_days,
              'locationId', location_id, 'position', position
            ) order by position, id)
            from shipping_rates where environment_id = ${ctx.environmentId}
          ), '[]'),
          'taxes', (
            select json_build_object(
              'pricesIncludeTax', prices_include_tax, 'shippingTax', shipping_tax, 'rounding', rounding,
              'defaultAddress', default_address
            )
            from tax_settings where environment_id = ${ctx.environmentId}
          ),
          'regions', coalesce((
            select json_agg(json_build_object('id', id, 'area', area, 'rates', rates) order by id)
            from tax_regions where environment_id = ${ctx.environmentId}
          ), '[]')
        ) end as rules,
        coalesce((
          select json_agg(json_build_object('hash', hashtextextended(data::text, 0)::text, 'data', data))
          from (
            select json_array_elements_text(${JSON.stringify(variantIds)}::json)
            union
            select unnest(variant_ids) from carts where environment_id = ${ctx.environmentId} and id = ${cartId}
            union
            select sku_matches.id from json_array_elements_text(${JSON.stringify(skus)}::json) as requested (sku)
            cross join lateral (
              select id from variants where environment_id = ${ctx.environmentId} and variants.sku = requested.sku
              order by id limit 20
            ) as sku_matches
            union
            select benefit ->> 'variantId' from promotions
            where environment_id = ${ctx.environmentId} and benefit ->> 'kind' = 'gift' and active
              and (ends_at is null or ends_at > ${ctx.now})
          ) as requested_variants (variant_id)
          cross join lateral (
            select data from offers
            where offers.environment_id = ${ctx.environmentId} and offers.variant_id = requested_variants.variant_id
            limit 1
          ) as offer
        ), '[]') as offers
      from pricing`),
  )
