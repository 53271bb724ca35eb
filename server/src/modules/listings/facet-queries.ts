import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { OneOf } from '../../kit/schema.ts'
import { type Filters, optionPrefixes, optionValuesAt } from './filters.ts'

const FacetRow = Type.Object({
  facet: OneOf(['vendor', 'type', 'tag', 'option', 'available', 'lowest', 'highest']),
  /** For prices, the currency. */
  value: Type.String(),
  /** For prices, the amount. */
  count: Type.Integer(),
})
export type FacetRow = Static<typeof FacetRow>

/** The bit of the only variant filter (16 price, 32 first option); null when there is none or more than one. */
const soleVariantFilter = ({ optionGroups, minPrice, maxPrice, available }: Filters): number | null => {
  const hasPrice = minPrice !== null || maxPrice !== null
  if (available === true || (optionGroups?.length ?? 0) + Number(hasPrice) !== 1) return null
  return hasPrice ? 16 : 32
}

const MAX_VALUES = 100
const MAX_OPTION_VALUES = 500

/**
 * Counts products per facet value when no option or price filter is set. All facets in one pass: `missed` is a bit mask
 * of the filters that a product fails (1 vendor, 2 type, 4 tag, 8 available). A product that fails none counts in every
 * facet; one that fails a single filter counts in the facet of that filter.
 */
export const countFacets = (ctx: Ctx, filters: Filters, query: string | null) =>
  ctx.db.rows(
    FacetRow,
    sql`
      with asked as materialized (
        select coalesce(${filters.currency}, currency) as currency,
          ${query}::tsquery as query
        from environments where id = ${ctx.environmentId}
      ),
      shown as materialized (
        select vendor, type, tags, offered_variant_id is not null as available, lowest, highest,
          case when ${filters.available}::boolean is not true then option_terms
            when is_offered_in_part then array(
              select distinct term from listing_variants, unnest(listing_variants.option_terms) as term
              where listing_variants.environment_id = ${ctx.environmentId} and listing_variants.product_id = shown.product_id
                and available and listing_variants.prices ? asked.currency
              order by term
            )
            else available_terms end as terms,
          case when ${filters.vendors}::text[] is null or vendor = any(${filters.vendors}) then 0 else 1 end
          + case when ${filters.types}::text[] is null or type = any(${filters.types}) then 0 else 2 end
          + case when ${filters.tags}::text[] is null or tags && ${filters.tags} then 0 else 4 end
          + case when ${filters.available}::boolean is null or (offered_variant_id is not null) = ${filters.available} then 0 else 8 end as missed
        from public_listings(${ctx.environmentId}, ${ctx.now}, ${filters.collectionId}, null, null, null, null, null, null, null, null)
          as shown
        cross join asked
        cross join lateral listing_price(shown.prices, asked.currency) as price
        where case when ${query}::text is null then true else shown.search_vector @@ (select query from asked) end
      ),
      counted as (
        select 'vendor' as facet, vendor as value, count(*) as count
        from shown where missed in (0, 1) and vendor <> '' group by vendor
        union all
        select 'type', type, count(*) from shown where missed in (0, 2) and type <> '' group by type
        union all
        select 'tag', tag, count(*) from (select unnest(tags) as tag from shown where missed in (0, 4)) as tagged group by tag
        union all
        select 'option', term, sum(shared_by)::bigint
        from (
          -- The same set of option values occurs many times, so each set is unnested once.
          select unnest(terms) as term, count(*) as shared_by from shown where missed = 0 group by terms
        ) as of_sets
        group by term
        union all
        select 'available', '', count(*) from shown where missed in (0, 8) and available
        union all
        select 'lowest', (select currency from asked), min(lowest) from shown where missed = 0 having min(lowest) is not null
        union all
        select 'highest', (select currency from asked), max(highest) from shown where missed = 0 having max(highest) is not null
      )
      select facet, value, count
      from (select *, row_number() over (partition by facet order by count desc, value) as place from counted) as ranked
      where place <= case facet when 'option' then ${MAX_OPTION_VALUES}::int else ${MAX_VALUES}::int end
      order by facet, count desc, value`,
  )

/**
 * Like `countFacets`, with option or price filters, which a single variant must meet together: blue in M, not a product
 * that comes in blue and in M. A bit mask records the filters that a variant fails (1 vendor, 2 type, 4 tag, 16 price,
 * 32 to 512 the filtered options). A variant that fails two counts nowhere, and most products are excluded early by
 * what all their variants fail. `meets` are the facets for which a variant counts (8 for those not specific to
 * variants), `passes` those for which its product counts. When `sole` is the only variant filter, no variant filter
 * applies to its own facet: products count there as a whole, with all their values.
 */
export const countVariantFacets = (ctx: Ctx, filters: Filters, query: string | null) => {
  const sole = soleVariantFilter(filters)
  return ctx.db.rows(
    FacetRow,
    sql`
      with asked as materialized (
        select coalesce(${filters.currency}, currency) as currency,
          ${query}::tsquery as query,
          ${optionValuesAt(filters, 0)}::text[] as first,
          ${optionValuesAt(filters, 1)}::text[] as second,
          ${optionValuesAt(filters, 2)}::text[] as third,
          ${optionValuesAt(filters, 3)}::text[] as fourth,
          ${optionValuesAt(filters, 4)}::text[] as fifth,
          ${optionPrefixes(filters)}::text[] as beginnings
        from environments where id = ${ctx.environmentId}
      ),
      candidates as (
        select * from (
          select shown.product_id, vendor, type, tags, option_terms, lowest, highest,
            offered_variant_id is not null as is_offered,
            case when ${filters.vendors}::text[] is null or vendor = any(${filters.vendors}) then 0 else 1 end
            + case when ${filters.types}::text[] is null or type = any(${filters.types}) then 0 else 2 end
            + case when ${filters.tags}::text[] is null or tags && ${filters.tags} then 0 else 4 end as missed,
            case when (${filters.minPrice}::bigint is null or highest >= ${filters.minPrice})
              and (${filters.maxPrice}::bigint is null or lowest <= ${filters.maxPrice}) then 0 else 16 end
            + case when (select first from asked) is null or option_terms && (select first from asked) then 0 else 32 end
            + case when (select second from asked) is null or option_terms && (select second from asked) then 0 else 64 end
            + case when (select third from asked) is null or option_terms && (select third from asked) then 0 else 128 end
            + case when (select fourth from asked) is null or option_terms && (select fourth from asked) then 0 else 256 end
            + case when (select fifth from asked) is null or option_terms && (select fifth from asked) then 0 else 512 end as missed_by_all
          from public_listings(${ctx.environmentId}, ${ctx.now}, ${filters.collectionId}, null, null, null, null, null, null, null, null)
            as shown
        cross join asked
        cross join lateral listing_price(shown.prices, asked.currency) as price
          where case when ${query}::text is null then true else shown.search_vector @@ (select query from asked) end
          offset 0
        ) as known
        where (missed + missed_by_all) & (missed + missed_by_all - 1) < 1
      ),
      near as (
        select product_id, vendor, type, tags, lowest, highest, missed, option_terms, is_offered, available,
          case missed_by_it when 0 then 1016 else missed_by_it end as meets
        from (
          select candidates.product_id, vendor, type, tags, lowest, highest, missed, listing_variants.option_terms, is_offered,
            listing_variants.available and prices ? (select currency from asked) as available,
            case when (${filters.minPrice}::bigint is null or (prices -> (select currency from asked))::bigint >= ${filters.minPrice})
              and (${filters.maxPrice}::bigint is null or (prices -> (select currency from asked))::bigint <= ${filters.maxPrice})
              then 0 else 16 end
            + case when (select first from asked) is null or listing_variants.option_terms && (select first from asked) then 0 else 32 end
            + case when (select second from asked) is null or listing_variants.option_terms && (select second from asked) then 0 else 64 end
            + case when (select third from asked) is null or listing_variants.option_terms && (select third from asked) then 0 else 128 end
            + case when (select fourth from asked) is null or listing_variants.option_terms && (select fourth from asked) then 0 else 256 end
            + case when (select fifth from asked) is null or listing_variants.option_terms && (select fifth from asked) then 0 else 512 end as missed_by_it
          from candidates
          join listing_variants on listing_variants.environment_id = ${ctx.environmentId}
            and listing_variants.product_id = candidates.product_id
          where ${sole}::integer is null or missed_by_all = 0
          offset 0
        ) as known
        where (missed + missed_by_it) & (missed + missed_by_it - 1) < 1 and (${sole}::integer is null or missed_by_it = 0)
        union all
        select product_id, vendor, type, tags, lowest, highest, missed, option_terms, is_offered, is_offered, ${sole}::integer
        from candidates where ${sole}::integer is not null and missed = 0
      ),
      told as materialized (
        select *, case
          when ${filters.available}::boolean then met_there
          when ${filters.available}::boolean is false and is_offered then 0
          else met end as passes
        from (
          select *, bit_or(meets) over of_product as met,
            coalesce(bit_or(meets) filter (where available) over of_product, 0) as met_there,
            row_number() over of_product as place
          from near
          window of_product as (partition by product_id)
        ) as known
      ),
      shown as materialized (
        select vendor, type, tags, lowest, highest, missed, met_there, passes from told where place = 1
      ),
      counted as (
        select 'vendor' as facet, 0 as part, vendor as value, count(*) as count
        from shown where missed in (0, 1) and passes & 8 > 0 and vendor <> '' group by vendor
        union all
        select 'type', 0, type, count(*) from shown where missed in (0, 2) and passes & 8 > 0 and type <> '' group by type
        union all
        select 'tag', 0, tag, count(*)
        from (select unnest(tags) as tag from shown where missed in (0, 4) and passes & 8 > 0) as tagged group by tag
        union all
        select 'option', part, term, count(*)
        from (
          select distinct product_id, term, part
          from (
            select *, case
              when starts_with(term, (select beginnings[1] from asked)) then 32
              when starts_with(term, (select beginnings[2] from asked)) then 64
              when starts_with(term, (select beginnings[3] from asked)) then 128
              when starts_with(term, (select beginnings[4] from asked)) then 256
              when starts_with(term, (select beginnings[5] from asked)) then 512
              else 8 end as part
            from (
              select product_id, unnest(option_terms) as term, meets, passes
              from told where missed = 0 and (available or ${filters.available}::boolean is not true)
            ) as of_variants
            offset 0
          ) as terms
          where meets & passes & part > 0
        ) as of_products
        group by part, term
        union all
        select 'available', 0, '', count(*) from shown where missed = 0 and met_there & 8 > 0
        union all
        select 'lowest', 0, (select currency from asked), min(lowest)
        from shown where missed = 0 and passes & 16 > 0 having min(lowest) is not null
        union all
        select 'highest', 0, (select currency from asked), max(highest)
        from shown where missed = 0 and passes & 16 > 0 having max(highest) is not null
      )
      select facet, value, count
      from (select *, row_number() over (partition by facet, part order by count desc, value) as place from counted) as ranked
      where place <= case facet when 'option' then ${MAX_OPTION_VALUES}::int else ${MAX_VALUES}::int end
      order by facet, count desc, value`,
  )
}
