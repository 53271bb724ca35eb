import type { Ctx } from '../../ctx.ts'
import { plannedOnce } from '../../db/planning.ts'
import { sql } from '../../db/sql.ts'
import { FactsRow, RulesRow } from './rows.ts'

/**
 * The shop's rules, as prices are made of them. Promotions that need a code come with the code; what has ended stays behind.
 * What these variants say comes with them, so that who needs both asks once.
 */
export const readRules = (ctx: Ctx, variantIds: readonly string[]) =>
  ctx.db.one(
    RulesRow,
    plannedOnce(sql`
      select
        coalesce((select version from pricing_versions where environment_id = ${ctx.environmentId}), 0)::integer as version,
        (
          select json_build_object('active', active, 'minPoints', min_points, 'values', point_values)
          from loyalty_programs where environment_id = ${ctx.environmentId}
        ) as points,
        exists (select from tax_engines where environment_id = ${ctx.environmentId}) as has_tax_engine,
        coalesce((
          select provider from payment_connections where environment_id = ${ctx.environmentId} and closed_at is null
        ), 'simulator') as provider,
        coalesce((
          select json_agg(json_build_object(
            'id', id, 'title', title, 'trigger', trigger, 'enabled', enabled, 'startsAt', starts_at, 'endsAt', ends_at,
            'createdAt', created_at, 'priority', priority, 'exclusiveGroup', exclusive_group,
            'combinesWith', combines_with, 'items', items, 'conditions', conditions, 'benefit', benefit,
            'isExhausted', is_exhausted, 'usesPerCustomer', uses_per_customer
          ) order by priority, created_at, id)
          from promotions
          where environment_id = ${ctx.environmentId}
            and trigger = 'automatic' and enabled and (ends_at is null or ends_at > ${ctx.now})
        ), '[]') as promotions,
        coalesce((
          select json_agg(json_build_object('id', id, 'name', name, 'places', places) order by id)
          from shipping_zones where environment_id = ${ctx.environmentId}
        ), '[]') as zones,
        coalesce((
          select json_agg(json_build_object('id', id, 'name', name, 'isDefault', is_default, 'items', items) order by id)
          from shipping_profiles where environment_id = ${ctx.environmentId}
        ), '[]') as profiles,
        coalesce((
          select json_agg(json_build_object(
            'id', id, 'zoneId', zone_id, 'profileId', profile_id, 'type', type, 'service', service, 'title', title,
            'description', description, 'price', price, 'freeFrom', free_from, 'minDays', min_days, 'maxDays', max_days,
            'locationId', location_id, 'position', position
          ) order by position, id)
          from shipping_rates where environment_id = ${ctx.environmentId}
        ), '[]') as rates,
        (
          select json_build_object(
            'pricesIncludeTax', prices_include_tax, 'shippingTax', shipping_tax, 'rounding', rounding,
            'defaultPlace', default_place
          )
          from tax_settings where environment_id = ${ctx.environmentId}
        ) as taxes,
        coalesce((
          select json_agg(json_build_object('id', id, 'place', place, 'rates', rates) order by id)
          from tax_regions where environment_id = ${ctx.environmentId}
        ), '[]') as regions,
        coalesce((
          select json_agg(json_build_object('hash', hashtextextended(facts::text, 0)::text, 'facts', facts))
          from json_array_elements_text(${JSON.stringify(variantIds)}::json) as named (variant_id)
          cross join lateral (
            select facts from offers
            where offers.environment_id = ${ctx.environmentId} and offers.variant_id = named.variant_id
            limit 1
          ) as found
        ), '[]') as offers`),
  )

export const readFacts = (ctx: Ctx, variantIds: readonly string[]) =>
  ctx.db.rows(
    FactsRow,
    plannedOnce(sql`
      select hashtextextended(facts::text, 0)::text as hash, facts
      from json_array_elements_text(${JSON.stringify(variantIds)}::json) as named (variant_id)
      cross join lateral (
        select facts from offers
        where offers.environment_id = ${ctx.environmentId} and offers.variant_id = named.variant_id
        limit 1
      ) as found`),
  )
