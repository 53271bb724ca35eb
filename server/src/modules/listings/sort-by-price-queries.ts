import type { Ctx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { type Filters, planFor } from './filters.ts'
import { ABOVE_ALL_PRICES, clampInteger, type ListPosition } from './product-list-cursor.ts'
import { ListRow } from './product-list-queries.ts'

/**
 * Cheapest first, equal prices newest first. An index scanned backwards has this order, so a page reads only its own
 * rows, and looks up each product. `listUnpriced` has the products without a price in the currency.
 */
export const listCheapestFirst = (ctx: Ctx, filters: Filters, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    withCustomPlan(sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency from environments where id = ${ctx.environmentId}
      )
      select listing.product_id, summary, params.currency, lowest, highest, compare_at,
        listing.prices -> params.currency ->> 3 as offered_variant_id, '' as text_key,
        lowest::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from listing_prices
      cross join params
      cross join lateral (
        select product_id, summary, prices, status, publish_at, unpublish_at, search_vector, vendor, type, tags, option_terms
        from listings
        where environment_id = ${ctx.environmentId} and product_id = listing_prices.product_id
        limit 1
      ) as listing
      where listing_prices.environment_id = ${ctx.environmentId} and listing_prices.currency = (select currency from params) and listing.prices -> params.currency is not null
        and (-lowest, listing_prices.product_id) < (${-clampInteger(number, -1, ABOVE_ALL_PRICES)}::bigint, ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        and (${filters.search}::text is null or listing.search_vector @@ ${filters.search}::tsquery)
        and is_matching_listing(listing.vendor, listing.type, listing.tags, listing.option_terms, listing.prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, params.currency, ${filters.available})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = listing.product_id offset 0
        ))
        and ((${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null) or exists (
          select from listing_variants as variant
          where variant.environment_id = ${ctx.environmentId} and variant.product_id = listing.product_id
            and is_matching_variant(variant.option_terms, variant.available, variant.prices, ${filters.optionGroups},
              params.currency, ${filters.minPrice}, ${filters.maxPrice}, ${filters.available})
        ))
      order by -lowest desc, listing_prices.product_id desc
      limit ${take}`),
  )

/** Most expensive first, equal prices newest first. */
export const listMostExpensiveFirst = (ctx: Ctx, filters: Filters, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    withCustomPlan(sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency from environments where id = ${ctx.environmentId}
      )
      select listing.product_id, summary, params.currency, lowest, highest, compare_at,
        listing.prices -> params.currency ->> 3 as offered_variant_id, '' as text_key,
        (-lowest)::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from listing_prices
      cross join params
      cross join lateral (
        select product_id, summary, prices, status, publish_at, unpublish_at, search_vector, vendor, type, tags, option_terms
        from listings
        where environment_id = ${ctx.environmentId} and product_id = listing_prices.product_id
        limit 1
      ) as listing
      where listing_prices.environment_id = ${ctx.environmentId} and listing_prices.currency = (select currency from params) and listing.prices -> params.currency is not null
        and (lowest, listing_prices.product_id) < (${clampInteger(-number, -1, ABOVE_ALL_PRICES)}::bigint, ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        and (${filters.search}::text is null or listing.search_vector @@ ${filters.search}::tsquery)
        and is_matching_listing(listing.vendor, listing.type, listing.tags, listing.option_terms, listing.prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, params.currency, ${filters.available})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = listing.product_id offset 0
        ))
        and ((${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null) or exists (
          select from listing_variants as variant
          where variant.environment_id = ${ctx.environmentId} and variant.product_id = listing.product_id
            and is_matching_variant(variant.option_terms, variant.available, variant.prices, ${filters.optionGroups},
              params.currency, ${filters.minPrice}, ${filters.maxPrice}, ${filters.available})
        ))
      order by lowest desc, listing_prices.product_id desc
      limit ${take}`),
  )

/**
 * Products without a price come after all others, newest first. A shop has few sets of currencies, such as EUR alone, and EUR
 * with USD. A recursive query finds each set in the index and reads one page of each set without the currency.
 */
export const listUnpriced = (ctx: Ctx, filters: Filters, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    planFor(
      filters,
      sql`
      with recursive params as materialized (
        select coalesce(${filters.currency}, currency) as currency from environments where id = ${ctx.environmentId}
      ),
      currency_sets (currencies) as (
        select min_currencies.currencies from (
          select currencies from listings
          where environment_id = ${ctx.environmentId} and status = 'active'
          order by currencies
          limit 1
        ) as min_currencies
        union all
        select next_currencies.currencies
        from currency_sets
        cross join lateral (
          select currencies from listings
          where environment_id = ${ctx.environmentId} and status = 'active' and listings.currencies > currency_sets.currencies
          order by currencies
          limit 1
        ) as next_currencies
      )
      select listing.product_id, summary, params.currency,
        null::bigint as lowest, null::bigint as highest, null::bigint as compare_at,
        null as offered_variant_id, '' as text_key,
        ${ABOVE_ALL_PRICES}::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from params
      join currency_sets on not params.currency = any(currencies)
      cross join lateral (
        select candidate.product_id, summary
        from listings as candidate
        where candidate.environment_id = ${ctx.environmentId} and candidate.currencies = currency_sets.currencies
          and not candidate.prices ? params.currency
          and candidate.product_id < ${number < ABOVE_ALL_PRICES ? LAST_ID : id}
          and is_public_listing(candidate.status, candidate.publish_at, candidate.unpublish_at, ${ctx.now})
          and (${filters.search}::text is null or candidate.search_vector @@ ${filters.search}::tsquery)
          and is_matching_listing(candidate.vendor, candidate.type, candidate.tags, candidate.option_terms, candidate.prices,
            ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, params.currency, ${filters.available})
          and (${filters.collectionId}::text is null or exists (
            select from collection_products as member
            where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
              and member.product_id = candidate.product_id offset 0
          ))
          and ((${filters.optionGroups}::text[] is null) or exists (
            select from listing_variants as variant
            where variant.environment_id = ${ctx.environmentId} and variant.product_id = candidate.product_id
              and is_matching_variant(variant.option_terms, variant.available, variant.prices, ${filters.optionGroups},
                params.currency, null, null, ${filters.available})
          ))
        order by candidate.product_id desc
        limit ${take}
      ) as listing
      order by listing.product_id desc
      limit ${take}`,
    ),
  )
