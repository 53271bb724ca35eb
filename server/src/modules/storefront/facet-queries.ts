import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { OneOf } from '../../kit/schema.ts'
import type { Filters } from './filters.ts'

const Row = Type.Object({
  facet: OneOf(['vendor', 'type', 'tag', 'option', 'available', 'lowest', 'highest']),
  /** Of the prices the currency. */
  value: Type.String(),
  /** Of the prices the amount. */
  count: Type.Integer(),
})
export type FacetRow = Static<typeof Row>

const MOST_VALUES = 100

/**
 * How many products there are of each value. Of the options, those of the variants that meet what is asked of one variant: of
 * blue ones in M, not of ones that come in blue and in M.
 */
export const countFacets = (ctx: Ctx, filters: Filters, q: string | null) =>
  ctx.db.rows(
    Row,
    sql`
      with asked as materialized (
        select coalesce(${filters.currency}, currency) as currency,
          case when ${q}::text is null then null else search_query(search_languages, ${q}) end as query
        from environments where id = ${ctx.environmentId}
      ),
      shown as materialized (
        select shown.product_id, shown.vendor, shown.type, shown.tags, shown.option_terms, shown.available,
          lowest, highest
        from asked
        cross join lateral listings_on_show(${ctx.environmentId}, ${ctx.now}, ${filters.collectionId}, ${filters.vendors},
          ${filters.types}, ${filters.tags}, ${filters.optionGroups}, asked.currency,
          ${filters.minPrice}, ${filters.maxPrice}, ${filters.available}) as shown
        left join listing_prices on listing_prices.environment_id = ${ctx.environmentId}
          and listing_prices.product_id = shown.product_id and listing_prices.currency = asked.currency
        where ${q}::text is null or shown.words @@ asked.query
      ),
      counted as (
        select 'vendor' as facet, vendor as value, count(*) as count from shown where vendor <> '' group by vendor
        union all
        select 'type', type, count(*) from shown where type <> '' group by type
        union all
        select 'tag', tag, count(*) from (select unnest(tags) as tag from shown) as tagged group by tag
        union all
        select 'option', term, count(*) from (select unnest(option_terms) as term from shown) as terms
        where ${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null
          and ${filters.available}::boolean is not true
        group by term
        union all
        select 'option', term, count(distinct shown.product_id)
        from shown
        cross join asked
        join lateral listing_variants_meeting(${ctx.environmentId}, ${filters.optionGroups}, asked.currency,
          ${filters.minPrice}, ${filters.maxPrice}, coalesce(${filters.available}, false)) as variant
          on variant.product_id = shown.product_id
        cross join unnest(variant.option_terms) as term
        where not (${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null
          and ${filters.maxPrice}::bigint is null and ${filters.available}::boolean is not true)
        group by term
        union all
        select 'available', '', count(*) from shown
        where available and ${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null
          and ${filters.maxPrice}::bigint is null
        having ${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null
        union all
        select 'available', '', count(distinct shown.product_id)
        from shown
        cross join asked
        join lateral listing_variants_meeting(${ctx.environmentId}, ${filters.optionGroups}, asked.currency,
          ${filters.minPrice}, ${filters.maxPrice}, true) as variant on variant.product_id = shown.product_id
        having not (${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null
          and ${filters.maxPrice}::bigint is null)
        union all
        select 'lowest', asked.currency, min(lowest) from shown, asked group by asked.currency having min(lowest) is not null
        union all
        select 'highest', asked.currency, max(highest) from shown, asked group by asked.currency having max(highest) is not null
      )
      select facet, value, count
      from (select *, row_number() over (partition by facet order by count desc, value) as place from counted) as ranked
      where place <= case facet when 'option' then ${MOST_VALUES * 5}::int else ${MOST_VALUES}::int end
      order by facet, count desc, value`,
  )
