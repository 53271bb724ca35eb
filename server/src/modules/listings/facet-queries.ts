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
 * Counts products per facet value when no option or price filter is set. All facets in one pass: `failed` is a bit mask
 * of the filters that a product fails (1 vendor, 2 type, 4 tag, 8 available). A product that fails none counts in every
 * facet; one that fails a single filter counts in the facet of that filter.
 */
export const countFacets = (ctx: Ctx, filters: Filters, query: string | null) =>
  ctx.db.rows(
    FacetRow,
    sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency,
          ${query}::tsquery as query
        from environments where id = ${ctx.environmentId}
      ),
      product_rows as materialized (
        select vendor, type, tags, offered_variant_id is not null as available, lowest, highest,
          case when ${filters.available}::boolean is not true then option_terms
            when is_offered_in_part then array(
              select distinct term from listing_variants, unnest(listing_variants.option_terms) as term
              where listing_variants.environment_id = ${ctx.environmentId} and listing_variants.product_id = listing.product_id
                and available and listing_variants.prices ? params.currency
              order by term
            )
            else available_terms end as terms,
          case when ${filters.vendors}::text[] is null or vendor = any(${filters.vendors}) then 0 else 1 end
          + case when ${filters.types}::text[] is null or type = any(${filters.types}) then 0 else 2 end
          + case when ${filters.tags}::text[] is null or tags && ${filters.tags} then 0 else 4 end
          + case when ${filters.available}::boolean is null or (offered_variant_id is not null) = ${filters.available} then 0 else 8 end as failed
        from listings as listing
        cross join params
        cross join lateral listing_price(listing.prices, params.currency) as price
        where listing.environment_id = ${ctx.environmentId}
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
          and (${filters.collectionId}::text is null or exists (
            select from collection_products as member
            where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
              and member.product_id = listing.product_id
          ))
          and case when ${query}::text is null then true else listing.search_vector @@ (select query from params) end
      ),
      counts as (
        select 'vendor' as facet, vendor as value, count(*) as count
        from product_rows where failed in (0, 1) and vendor <> '' group by vendor
        union all
        select 'type', type, count(*) from product_rows where failed in (0, 2) and type <> '' group by type
        union all
        select 'tag', tag, count(*) from (select unnest(tags) as tag from product_rows where failed in (0, 4)) as tagged group by tag
        union all
        select 'option', term, sum(product_count)::bigint
        from (
          -- The same set of option values occurs many times, so each set is unnested once.
          select unnest(terms) as term, count(*) as product_count from product_rows where failed = 0 group by terms
        ) as option_sets
        group by term
        union all
        select 'available', '', count(*) from product_rows where failed in (0, 8) and available
        union all
        select 'lowest', (select currency from params), min(lowest) from product_rows where failed = 0 having min(lowest) is not null
        union all
        select 'highest', (select currency from params), max(highest) from product_rows where failed = 0 having max(highest) is not null
      )
      select facet, value, count
      from (select *, row_number() over (partition by facet order by count desc, value) as rank from counts) as ranked
      where rank <= case facet when 'option' then ${MAX_OPTION_VALUES}::int else ${MAX_VALUES}::int end
      order by facet, count desc, value`,
  )

/**
 * Like `countFacets`, with option or price filters, which a single variant must meet together: blue in M, not a product
 * that comes in blue and in M. A bit mask records the filters that a variant fails (1 vendor, 2 type, 4 tag, 16 price,
 * 32 to 512 the filtered options). A variant that fails two counts nowhere, and most products are excluded early by
 * what all their variants fail. `variant_facets` are the facets for which a variant counts (8 for those not specific
 * to variants), `product_facets` those for which its product counts. When `sole` is the only variant filter, no variant filter
 * applies to its own facet: products count there as a whole, with all their values.
 */
export const countVariantFacets = (ctx: Ctx, filters: Filters, query: string | null) => {
  const sole = soleVariantFilter(filters)
  return ctx.db.rows(
    FacetRow,
    sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency,
          ${query}::tsquery as query,
          ${optionValuesAt(filters, 0)}::text[] as option_1,
          ${optionValuesAt(filters, 1)}::text[] as option_2,
          ${optionValuesAt(filters, 2)}::text[] as option_3,
          ${optionValuesAt(filters, 3)}::text[] as option_4,
          ${optionValuesAt(filters, 4)}::text[] as option_5,
          ${optionPrefixes(filters)}::text[] as option_prefixes
        from environments where id = ${ctx.environmentId}
      ),
      candidates as (
        select * from (
          select listing.product_id, vendor, type, tags, option_terms, lowest, highest,
            offered_variant_id is not null as is_offered,
            case when ${filters.vendors}::text[] is null or vendor = any(${filters.vendors}) then 0 else 1 end
            + case when ${filters.types}::text[] is null or type = any(${filters.types}) then 0 else 2 end
            + case when ${filters.tags}::text[] is null or tags && ${filters.tags} then 0 else 4 end as failed,
            case when (${filters.minPrice}::bigint is null or highest >= ${filters.minPrice})
              and (${filters.maxPrice}::bigint is null or lowest <= ${filters.maxPrice}) then 0 else 16 end
            + case when (select option_1 from params) is null or option_terms && (select option_1 from params) then 0 else 32 end
            + case when (select option_2 from params) is null or option_terms && (select option_2 from params) then 0 else 64 end
            + case when (select option_3 from params) is null or option_terms && (select option_3 from params) then 0 else 128 end
            + case when (select option_4 from params) is null or option_terms && (select option_4 from params) then 0 else 256 end
            + case when (select option_5 from params) is null or option_terms && (select option_5 from params) then 0 else 512 end as failed_by_all
          from listings as listing
          cross join params
          cross join lateral listing_price(listing.prices, params.currency) as price
          where listing.environment_id = ${ctx.environmentId}
            and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
            and (${filters.collectionId}::text is null or exists (
              select from collection_products as member
              where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
                and member.product_id = listing.product_id
            ))
            and case when ${query}::text is null then true else listing.search_vector @@ (select query from params) end
          offset 0
        ) as listing_masks
        where (failed + failed_by_all) & (failed + failed_by_all - 1) < 1
      ),
      near_matches as (
        select product_id, vendor, type, tags, lowest, highest, failed, option_terms, is_offered, available,
          case failed_by_variant when 0 then 1016 else failed_by_variant end as variant_facets
        from (
          select candidates.product_id, vendor, type, tags, lowest, highest, failed, listing_variants.option_terms, is_offered,
            listing_variants.available and prices ? (select currency from params) as available,
            case when (${filters.minPrice}::bigint is null or (prices -> (select currency from params))::bigint >= ${filters.minPrice})
              and (${filters.maxPrice}::bigint is null or (prices -> (select currency from params))::bigint <= ${filters.maxPrice})
              then 0 else 16 end
            + case when (select option_1 from params) is null or listing_variants.option_terms && (select option_1 from params) then 0 else 32 end
            + case when (select option_2 from params) is null or listing_variants.option_terms && (select option_2 from params) then 0 else 64 end
            + case when (select option_3 from params) is null or listing_variants.option_terms && (select option_3 from params) then 0 else 128 end
            + case when (select option_4 from params) is null or listing_variants.option_terms && (select option_4 from params) then 0 else 256 end
            + case when (select option_5 from params) is null or listing_variants.option_terms && (select option_5 from params) then 0 else 512 end as failed_by_variant
          from candidates
          join listing_variants on listing_variants.environment_id = ${ctx.environmentId}
            and listing_variants.product_id = candidates.product_id
          where ${sole}::integer is null or failed_by_all = 0
          offset 0
        ) as variant_masks
        where (failed + failed_by_variant) & (failed + failed_by_variant - 1) < 1 and (${sole}::integer is null or failed_by_variant = 0)
        union all
        select product_id, vendor, type, tags, lowest, highest, failed, option_terms, is_offered, is_offered, ${sole}::integer
        from candidates where ${sole}::integer is not null and failed = 0
      ),
      facet_rows as materialized (
        select *, case
          when ${filters.available}::boolean then available_facets
          when ${filters.available}::boolean is false and is_offered then 0
          else any_facets end as product_facets
        from (
          select *, bit_or(variant_facets) over by_product as any_facets,
            coalesce(bit_or(variant_facets) filter (where available) over by_product, 0) as available_facets,
            row_number() over by_product as rank
          from near_matches
          window by_product as (partition by product_id)
        ) as facet_masks
      ),
      product_rows as materialized (
        select vendor, type, tags, lowest, highest, failed, available_facets, product_facets from facet_rows where rank = 1
      ),
      counts as (
        select 'vendor' as facet, 0 as facet_bit, vendor as value, count(*) as count
        from product_rows where failed in (0, 1) and product_facets & 8 > 0 and vendor <> '' group by vendor
        union all
        select 'type', 0, type, count(*) from product_rows where failed in (0, 2) and product_facets & 8 > 0 and type <> '' group by type
        union all
        select 'tag', 0, tag, count(*)
        from (select unnest(tags) as tag from product_rows where failed in (0, 4) and product_facets & 8 > 0) as tagged group by tag
        union all
        select 'option', facet_bit, term, count(*)
        from (
          select distinct product_id, term, facet_bit
          from (
            select *, case
              when starts_with(term, (select option_prefixes[1] from params)) then 32
              when starts_with(term, (select option_prefixes[2] from params)) then 64
              when starts_with(term, (select option_prefixes[3] from params)) then 128
              when starts_with(term, (select option_prefixes[4] from params)) then 256
              when starts_with(term, (select option_prefixes[5] from params)) then 512
              else 8 end as facet_bit
            from (
              select product_id, unnest(option_terms) as term, variant_facets, product_facets
              from facet_rows where failed = 0 and (available or ${filters.available}::boolean is not true)
            ) as variant_terms
            offset 0
          ) as terms
          where variant_facets & product_facets & facet_bit > 0
        ) as product_terms
        group by facet_bit, term
        union all
        select 'available', 0, '', count(*) from product_rows where failed = 0 and available_facets & 8 > 0
        union all
        select 'lowest', 0, (select currency from params), min(lowest)
        from product_rows where failed = 0 and product_facets & 16 > 0 having min(lowest) is not null
        union all
        select 'highest', 0, (select currency from params), max(highest)
        from product_rows where failed = 0 and product_facets & 16 > 0 having max(highest) is not null
      )
      select facet, value, count
      from (select *, row_number() over (partition by facet, facet_bit order by count desc, value) as rank from counts) as ranked
      where rank <= case facet when 'option' then ${MAX_OPTION_VALUES}::int else ${MAX_VALUES}::int end
      order by facet, count desc, value`,
  )
}
