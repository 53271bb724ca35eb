import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { SearchQuery } from '../search/search.ts'
import { type Filters, optionValuesAt } from './filters.ts'
import { ABOVE_ALL_PRICES, type ListPosition } from './product-list-cursor.ts'
import { ListRow } from './product-list-queries.ts'
import type { Sort } from './schemas.ts'

const ProductId = Type.Object({ productId: Id('prod') })
const CountRow = Type.Object({ count: Type.Integer() })

/** How many of the newest products match, by their own values: whether one variant matches all filters is not checked. */
export const countNewestMatches = async (ctx: Ctx, filters: Filters, scanned: number): Promise<number> => {
  const { count } = await ctx.db.one(
    CountRow,
    withCustomPlan(sql`
      select count(*) as count
      from environments
      cross join lateral (
        select vendor, type, tags, option_terms, prices -> coalesce(${filters.currency}, environments.currency) as price
        from listings
        where listings.environment_id = ${ctx.environmentId} and status = 'active'
        order by product_id desc
        limit ${scanned}
      ) as newest
      where environments.id = ${ctx.environmentId}
        and (${filters.vendors}::text[] is null or vendor = any(${filters.vendors}))
        and (${filters.types}::text[] is null or type = any(${filters.types}))
        and (${filters.tags}::text[] is null or tags && ${filters.tags}::text[])
        and (${optionValuesAt(filters, 0)}::text[] is null or option_terms && ${optionValuesAt(filters, 0)}::text[])
        and (${optionValuesAt(filters, 1)}::text[] is null or option_terms && ${optionValuesAt(filters, 1)}::text[])
        and (${filters.minPrice}::bigint is null or (price ->> 1)::bigint >= ${filters.minPrice})
        and (${filters.maxPrice}::bigint is null or (price ->> 0)::bigint <= ${filters.maxPrice})`),
  )
  return count
}

/** Products that may match the vendors, types, tags and options. An expression has no order, so PostgreSQL uses the index. */
export const listTermMatches = (ctx: Ctx, filters: Filters, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      select product_id from listings
      where environment_id = ${ctx.environmentId} and status = 'active'
        and (${filters.vendors}::text[] is null
          or fold_terms(tags || option_terms || array[vendor, type]) && fold_terms(${filters.vendors}))
        and (${filters.types}::text[] is null
          or fold_terms(tags || option_terms || array[vendor, type]) && fold_terms(${filters.types}))
        and (${filters.tags}::text[] is null
          or fold_terms(tags || option_terms || array[vendor, type]) && fold_terms(${filters.tags}))
        and (${optionValuesAt(filters, 0)}::text[] is null
          or fold_terms(tags || option_terms || array[vendor, type]) && fold_terms(${optionValuesAt(filters, 0)}))
        and (${optionValuesAt(filters, 1)}::text[] is null
          or fold_terms(tags || option_terms || array[vendor, type]) && fold_terms(${optionValuesAt(filters, 1)}))
      order by product_id || ''
      limit ${limit}`),
  )

/** Products with a variant in the range, or with variants on both sides of it. */
export const listPriceMatches = (ctx: Ctx, filters: Filters, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      select product_id from listing_prices
      where environment_id = ${ctx.environmentId}
        and currency = coalesce(${filters.currency}, (select currency from environments where id = ${ctx.environmentId}))
        and (${filters.minPrice}::bigint is null or highest >= ${filters.minPrice})
        and (${filters.maxPrice}::bigint is null or lowest <= ${filters.maxPrice})
      limit ${limit}`),
  )

export const listMembers = (ctx: Ctx, collectionId: string, limit: number) =>
  ctx.db.rows(
    ProductId,
    sql`
      select product_id from collection_products
      where environment_id = ${ctx.environmentId} and collection_id = ${collectionId}
      limit ${limit}`,
  )

/**
 * A page of those products that match all filters, in any order: they are few enough to be sorted. `is true` keeps PostgreSQL
 * from reading all products that match the search.
 */
export const listCandidates = (
  ctx: Ctx,
  filters: Filters,
  candidateIds: string[],
  sort: Sort,
  position: ListPosition,
  take: number,
  search: SearchQuery & { q: string } = { q: '', strict: '', loose: '' },
) =>
  ctx.db.rows(
    ListRow,
    withCustomPlan(sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency, ${search.strict}::tsquery as strict, ${search.loose}::tsquery as loose,
          search_fold(${search.corrected ?? search.q}) as folded
        from environments where id = ${ctx.environmentId}
      )
      select product_id, summary, currency, lowest, highest, compare_at, offered_variant_id, text_key, number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = matches.product_id and rating_count > 0
        ) as rating
      from (
        select listing.product_id, summary, params.currency, lowest, highest, compare_at, offered_variant_id,
          case when ${sort} = 'title' then title_key else '' end collate "C" as text_key,
          case ${sort}
            when 'relevance' then -search_rank(search_vector, title_key, loose, folded) - case when search_vector @@ strict then 0.5 else 0 end
            when 'price' then coalesce(lowest, ${ABOVE_ALL_PRICES}::bigint)
            when '-price' then coalesce(-lowest, ${ABOVE_ALL_PRICES}::bigint)
            when 'best_selling' then -units_sold
            else 0
          end::float8 as number_key
        from params
        cross join unnest(${candidateIds}::text[]) as candidate (id)
        join listings as listing on listing.environment_id = ${ctx.environmentId} and listing.product_id = candidate.id
        cross join lateral listing_price(listing.prices, params.currency) as price
        where (${search.loose} = '' or (listing.search_vector @@ params.loose) is true)
          and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
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
      ) as matches
      where text_key > ${position.text} or (text_key = ${position.text} and (number_key > ${position.number}
        or (number_key = ${position.number} and product_id < ${position.id})))
      order by text_key, number_key, product_id desc
      limit ${take}`),
  )
