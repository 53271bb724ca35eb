import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { FacetRow, MAX_OPTION_VALUES, MAX_VALUES } from './facet-queries.ts'
import { type Filters, hasVariantFilters, optionPrefixes, optionValuesAt } from './filters.ts'

const Usability = Type.Object({ usable: Type.Boolean() })

/** Whether the shop has bitmaps, and few products that must be counted without them. */
export const hasUsableBitmaps = async (ctx: Ctx, maxChanged: number): Promise<boolean> => {
  const { usable } = await ctx.db.one(
    Usability,
    sql`
      select exists (select from facet_indexes where facet_indexes.environment_id = ${ctx.environmentId} and ready)
        and (
          select count(*) from (
            select from facet_changes where facet_changes.environment_id = ${ctx.environmentId} limit ${maxChanged + 1}::int
          ) as changed
        ) + (
          select count(*) from (
            select from listings
            where listings.environment_id = ${ctx.environmentId} and publish_at > ${ctx.now} limit ${maxChanged + 1}::int
          ) as unpublished
        ) + (
          select count(*) from (
            select from listings
            where listings.environment_id = ${ctx.environmentId} and unpublish_at > ${ctx.now} limit ${maxChanged + 1}::int
          ) as published
        ) <= ${maxChanged}::int as usable`,
  )
  return usable
}

/**
 * Counts like `countFacets` and `countVariantFacets`, on the bitmaps of `facet-index/write-bitmaps.ts`. Products that have
 * changed since their bits were written, or that are still to be published or unpublished, are masked out, and counted from their listings in the same
 * statement, hence in the same snapshot: the result is exact at any time. `layers` has a row per chunk and n-th variant of
 * each product: filters that one variant must meet are combined there, and then over all layers to products. Returns no
 * row when there are no bitmaps.
 */
export const countBitmapFacets = (ctx: Ctx, filters: Filters) => {
  const byVariant = hasVariantFilters(filters) || filters.available === true
  return ctx.db.rows(
    FacetRow,
    withGenericPlan(sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency,
          ${optionValuesAt(filters, 0)}::text[] as option_1,
          ${optionValuesAt(filters, 1)}::text[] as option_2,
          ${optionValuesAt(filters, 2)}::text[] as option_3,
          ${optionValuesAt(filters, 3)}::text[] as option_4,
          ${optionValuesAt(filters, 4)}::text[] as option_5,
          ${optionPrefixes(filters)}::text[] as option_prefixes
        from environments
        where id = ${ctx.environmentId}
          and exists (select from facet_indexes where facet_indexes.environment_id = ${ctx.environmentId} and ready)
      ),
      changed as materialized (
        select product_id from facet_changes where facet_changes.environment_id = ${ctx.environmentId}
        union
        select product_id from listings where listings.environment_id = ${ctx.environmentId} and publish_at > ${ctx.now}
        union
        select product_id from listings where listings.environment_id = ${ctx.environmentId} and unpublish_at > ${ctx.now}
      ),
      changed_bits as materialized (
        select ordinal / 8192 as chunk, bit_or(set_bit(0::bit(8192), ordinal % 8192, 1)) as bits
        from changed
        cross join lateral (
          select ordinal from facet_ordinals
          where facet_ordinals.environment_id = ${ctx.environmentId} and facet_ordinals.product_id = changed.product_id
          limit 1
        ) as positions
        group by ordinal / 8192
      ),
      product_bits as materialized (
        select chunk,
          bit_or(bits) filter (where facet = 'active') as active,
          bit_or(bits) filter (where facet = 'collection') as collection,
          bit_or(bits) filter (where facet = 'vendor') as vendor,
          bit_or(bits) filter (where facet = 'type') as type,
          bit_or(bits) filter (where facet = 'tag') as tag,
          bit_or(bits) filter (where facet = 'available') as offered
        from (
          select chunk, facet, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'active' and value = '' and layer = 0
          union all
          select chunk, facet, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'collection' and value = ${filters.collectionId} and layer = 0
          union all
          select chunk, facet, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'vendor' and value = any(${filters.vendors}::text[]) and layer = 0
          union all
          select chunk, facet, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'type' and value = any(${filters.types}::text[]) and layer = 0
          union all
          select chunk, facet, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'tag' and value = any(${filters.tags}::text[]) and layer = 0
          union all
          select chunk, facet, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'available'
            and value = (select currency from params) and layer = 0
        ) as filter_bits
        group by chunk
      ),
      chunks as materialized (
        select product_bits.chunk,
          coalesce(active, 0::bit(8192)) & ~coalesce(changed_bits.bits, 0::bit(8192))
            & case when ${filters.collectionId}::text is null then ~0::bit(8192) else coalesce(collection, 0::bit(8192)) end as base,
          case when ${filters.vendors}::text[] is null then ~0::bit(8192) else coalesce(vendor, 0::bit(8192)) end as vendor,
          case when ${filters.types}::text[] is null then ~0::bit(8192) else coalesce(type, 0::bit(8192)) end as type,
          case when ${filters.tags}::text[] is null then ~0::bit(8192) else coalesce(tag, 0::bit(8192)) end as tag,
          case when ${filters.available}::boolean is false then ~coalesce(offered, 0::bit(8192)) else ~0::bit(8192) end as unavailable,
          coalesce(offered, 0::bit(8192)) as offered
        from product_bits
        left join changed_bits on changed_bits.chunk = product_bits.chunk
      ),
      prices as materialized (
        select chunk, layer, bit_or(bits) filter (where place = -1) as priced,
          array_agg(place order by place) filter (where place >= 0) as places,
          array_agg(bits order by place) filter (where place >= 0) as digits
        from (
          select chunk, layer, -1 as place, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'priced'
            and value = (select currency from params) and layer > 0
          union all
          select chunk, layer, place, bits
          from generate_series(0, 52) as place
          cross join lateral (
            select chunk, layer, bits from facet_bitmaps
            where facet_bitmaps.environment_id = ${ctx.environmentId} and facet = 'price'
              and value = (select currency from params) || ':' || place and layer > 0
            offset 0
          ) as digit
        ) as price_bits
        group by chunk, layer
      ),
      variant_bits as materialized (
        select chunk, layer,
          bit_or(bits) filter (where facet = 'available') as available,
          bit_or(bits) filter (where facet = 'option' and value = any((select option_1 from params)::text[])) as option_1,
          bit_or(bits) filter (where facet = 'option' and value = any((select option_2 from params)::text[])) as option_2,
          bit_or(bits) filter (where facet = 'option' and value = any((select option_3 from params)::text[])) as option_3,
          bit_or(bits) filter (where facet = 'option' and value = any((select option_4 from params)::text[])) as option_4,
          bit_or(bits) filter (where facet = 'option' and value = any((select option_5 from params)::text[])) as option_5
        from (
          -- One for each layer, even if no variant in it is available or has these options.
          select chunk, layer, facet, value, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and ${byVariant}::boolean and facet = 'variant' and value = '' and layer > 0
          union all
          select chunk, layer, facet, value, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and ${byVariant}::boolean and facet = 'available'
            and value = (select currency from params) and layer > 0
          union all
          select chunk, layer, facet, value, bits from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and ${byVariant}::boolean and facet = 'option'
            and value = any((select option_1 || option_2 || option_3 || option_4 || option_5 from params)::text[]) and layer > 0
        ) as filter_bits
        group by chunk, layer
      ),
      layers as (
        select variant_bits.chunk, variant_bits.layer,
          params.option_1 is not null as is_filtered_1, params.option_2 is not null as is_filtered_2,
          params.option_3 is not null as is_filtered_3, params.option_4 is not null as is_filtered_4,
          params.option_5 is not null as is_filtered_5,
          coalesce(variant_bits.available, 0::bit(8192)) as available,
          case when ${filters.available}::boolean then coalesce(variant_bits.available, 0::bit(8192)) else ~0::bit(8192) end as availability,
          case when ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null then ~0::bit(8192)
            when priced is null then 0::bit(8192)
            else bits_between(places, digits, priced, ${filters.minPrice}::bigint, ${filters.maxPrice}::bigint) end as price,
          case when params.option_1 is null then ~0::bit(8192) else coalesce(variant_bits.option_1, 0::bit(8192)) end as option_1,
          case when params.option_2 is null then ~0::bit(8192) else coalesce(variant_bits.option_2, 0::bit(8192)) end as option_2,
          case when params.option_3 is null then ~0::bit(8192) else coalesce(variant_bits.option_3, 0::bit(8192)) end as option_3,
          case when params.option_4 is null then ~0::bit(8192) else coalesce(variant_bits.option_4, 0::bit(8192)) end as option_4,
          case when params.option_5 is null then ~0::bit(8192) else coalesce(variant_bits.option_5, 0::bit(8192)) end as option_5
        from variant_bits
        cross join params
        left join prices on prices.chunk = variant_bits.chunk and prices.layer = variant_bits.layer
        offset 0
      ),
      matches as materialized (
        select chunk, layer,
          option_1 & option_2 & option_3 & option_4 & option_5 & price & availability as all_filters,
          option_1 & option_2 & option_3 & option_4 & option_5 & availability as except_price,
          option_1 & option_2 & option_3 & option_4 & option_5 & price & available as available,
          case when is_filtered_1 then option_2 & option_3 & option_4 & option_5 & price & availability end as except_1,
          case when is_filtered_2 then option_1 & option_3 & option_4 & option_5 & price & availability end as except_2,
          case when is_filtered_3 then option_1 & option_2 & option_4 & option_5 & price & availability end as except_3,
          case when is_filtered_4 then option_1 & option_2 & option_3 & option_5 & price & availability end as except_4,
          case when is_filtered_5 then option_1 & option_2 & option_3 & option_4 & price & availability end as except_5
        from layers
      ),
      matching_products as (
        select chunk, bit_or(all_filters) as all_filters, bit_or(except_price) as except_price, bit_or(available) as available
        from matches
        group by chunk
      ),
      masks as materialized (
        select chunks.chunk,
          base & type & tag & unavailable & all_filters as vendor,
          base & vendor & tag & unavailable & all_filters as type,
          base & vendor & type & unavailable & all_filters as tag,
          base & vendor & type & tag & unavailable as option,
          base & vendor & type & tag & unavailable & except_price as price,
          base & vendor & type & tag & available as available
        from chunks
        cross join lateral (
          select case when not ${byVariant}::boolean then ~0::bit(8192)
              else coalesce((select all_filters from matching_products where matching_products.chunk = chunks.chunk), 0::bit(8192)) end as all_filters,
            case when not ${byVariant}::boolean then ~0::bit(8192)
              else coalesce((select except_price from matching_products where matching_products.chunk = chunks.chunk), 0::bit(8192)) end as except_price,
            case when not ${byVariant}::boolean then offered
              else coalesce((select available from matching_products where matching_products.chunk = chunks.chunk), 0::bit(8192)) end as available
        ) as matching
      ),
      -- As arrays, by chunk: whatever the planner believes, each row of a facet is read once, and finds its mask at once.
      mask_lists as materialized (
        select array_agg(coalesce(vendor, 0::bit(8192)) order by number) as vendor,
          array_agg(coalesce(type, 0::bit(8192)) order by number) as type,
          array_agg(coalesce(tag, 0::bit(8192)) order by number) as tag,
          array_agg(coalesce(option, 0::bit(8192)) order by number) as option
        from generate_series(0, (select max(chunk) from masks)) as number
        left join masks on masks.chunk = number
      ),
      changed_variants as materialized (
        select listing.product_id, vendor, type, tags, lowest, highest, listing_variants.option_terms,
          coalesce(listing_variants.available and listing_variants.prices ? params.currency, false) as available,
          case when ${filters.vendors}::text[] is null or vendor = any(${filters.vendors}) then 0 else 1 end
          + case when ${filters.types}::text[] is null or type = any(${filters.types}) then 0 else 2 end
          + case when ${filters.tags}::text[] is null or tags && ${filters.tags} then 0 else 4 end
          + case when ${filters.available}::boolean is false and offered_variant_id is not null then 8 else 0 end as failed,
          case when (${filters.minPrice}::bigint is null or (listing_variants.prices -> params.currency)::bigint >= ${filters.minPrice})
            and (${filters.maxPrice}::bigint is null or (listing_variants.prices -> params.currency)::bigint <= ${filters.maxPrice})
            then 0 else 16 end
          + case when params.option_1 is null or listing_variants.option_terms && params.option_1 then 0 else 32 end
          + case when params.option_2 is null or listing_variants.option_terms && params.option_2 then 0 else 64 end
          + case when params.option_3 is null or listing_variants.option_terms && params.option_3 then 0 else 128 end
          + case when params.option_4 is null or listing_variants.option_terms && params.option_4 then 0 else 256 end
          + case when params.option_5 is null or listing_variants.option_terms && params.option_5 then 0 else 512 end
          + case when ${filters.available}::boolean is not true or (listing_variants.available and listing_variants.prices ? params.currency)
            then 0 else 1024 end as failed_by_variant
        from changed
        cross join params
        cross join lateral (
          select * from listings
          where listings.environment_id = ${ctx.environmentId} and listings.product_id = changed.product_id
          limit 1
        ) as listing
        cross join lateral listing_price(listing.prices, params.currency) as price
        left join listing_variants on listing_variants.environment_id = ${ctx.environmentId}
          and listing_variants.product_id = listing.product_id
        where is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
          and (${filters.collectionId}::text is null or exists (
            select from collection_products as member
            where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
              and member.product_id = listing.product_id
          ))
      ),
      changed_products as materialized (
        select product_id, vendor, type, tags, lowest, highest, failed, bool_or(failed_by_variant = 0) as matches,
          bool_or(failed_by_variant in (0, 16)) as matches_except_price,
          bool_or(failed_by_variant = 0 and available) as is_available
        from changed_variants
        group by product_id, vendor, type, tags, lowest, highest, failed
      ),
      counts as (
        -- Bits are counted before they are grouped: sorting them would write a file.
        select facet, 0 as option_group, value, sum(count) as count
        from (
          select facet, value, bit_count(bits & case facet when 'vendor' then (select vendor from mask_lists)[chunk + 1]
            when 'type' then (select type from mask_lists)[chunk + 1] else (select tag from mask_lists)[chunk + 1] end) as count
          from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and facet in ('vendor', 'type', 'tag') and value <> '' and layer = 0
          offset 0
        ) as product_counts
        group by facet, value
        union all
        select 'option', 0, value, sum(count)
        from (
          select value, bit_count(bits & (select option from mask_lists)[chunk + 1]) as count
          from facet_bitmaps
          where facet_bitmaps.environment_id = ${ctx.environmentId} and not ${byVariant}::boolean and facet = 'option' and layer = 0
          offset 0
        ) as option_counts
        group by value
        union all
        select 'option', option_group, value, sum(bit_count(bits & (select option from mask_lists)[chunk + 1]))
        from (
          select option_group, value, chunk, bit_or(bits) as bits
          from (
            select option_group, value, terms.chunk, bits & case option_group
              when 1 then except_1 when 2 then except_2 when 3 then except_3 when 4 then except_4 when 5 then except_5
              else all_filters end as bits
            from (
              select value, chunk, layer, bits, case
                when starts_with(value, (select option_prefixes[1] from params)) then 1
                when starts_with(value, (select option_prefixes[2] from params)) then 2
                when starts_with(value, (select option_prefixes[3] from params)) then 3
                when starts_with(value, (select option_prefixes[4] from params)) then 4
                when starts_with(value, (select option_prefixes[5] from params)) then 5
                else 0 end as option_group
              from facet_bitmaps
              where facet_bitmaps.environment_id = ${ctx.environmentId} and ${byVariant}::boolean and facet = 'option' and layer > 0
              offset 0
            ) as terms
            join matches on matches.chunk = terms.chunk and matches.layer = terms.layer
            offset 0
          ) as variant_terms
          group by option_group, value, chunk
        ) as product_terms
        group by option_group, value
        union all
        select 'available', 0, '', coalesce((select sum(bit_count(available)) from masks), 0) from params
        union all
        select extreme.facet, 0, (select currency from params), extreme.amount
        from (
          select min(amounts[1]) as lowest, max(amounts[2]) as highest
          from (
            select extreme_amounts(places, digits, priced & masks.price) as amounts
            from prices join masks on masks.chunk = prices.chunk
            offset 0
          ) as by_chunk
        ) as extremes
        cross join lateral (values ('lowest', lowest), ('highest', highest)) as extreme (facet, amount)
        union all
        select 'vendor', 0, vendor, count(*) from changed_products where failed in (0, 1) and matches and vendor <> '' group by vendor
        union all
        select 'type', 0, type, count(*) from changed_products where failed in (0, 2) and matches and type <> '' group by type
        union all
        select 'tag', 0, tag, count(*) from changed_products, unnest(tags) as tag where failed in (0, 4) and matches group by tag
        union all
        select 'option', option_group, term, count(distinct product_id)
        from (
          select product_id, term, failed_by_variant, case
            when starts_with(term, (select option_prefixes[1] from params)) then 1
            when starts_with(term, (select option_prefixes[2] from params)) then 2
            when starts_with(term, (select option_prefixes[3] from params)) then 3
            when starts_with(term, (select option_prefixes[4] from params)) then 4
            when starts_with(term, (select option_prefixes[5] from params)) then 5
            else 0 end as option_group
          from changed_variants, unnest(option_terms) as term
          where failed = 0
          offset 0
        ) as terms
        where failed_by_variant = 0 or (option_group > 0 and failed_by_variant = 16 << option_group)
        group by option_group, term
        union all
        select 'available', 0, '', count(*) from changed_products where failed in (0, 8) and is_available
        union all
        select 'lowest', 0, (select currency from params), min(lowest) from changed_products where failed = 0 and matches_except_price
        union all
        select 'highest', 0, (select currency from params), max(highest) from changed_products where failed = 0 and matches_except_price
      ),
      totals as (
        select facet, option_group, value,
          case facet when 'lowest' then min(count) when 'highest' then max(count) else sum(count) end::bigint as count
        from counts
        group by facet, option_group, value
      )
      select facet, value, count
      from (
        select *, row_number() over (partition by facet, option_group order by count desc, value) as rank
        from totals
        where count > 0 or (count = 0 and facet in ('available', 'lowest', 'highest'))
      ) as ranked
      where exists (select from params)
        and rank <= case facet when 'option' then ${MAX_OPTION_VALUES}::int else ${MAX_VALUES}::int end
      order by facet, count desc, value`),
  )
}
