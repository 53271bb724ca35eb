import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { SearchQuery } from '../search/search.ts'
import { type Filters, optionValuesAt } from './filters.ts'

const ProductId = Type.Object({ productId: Id('prod') })

/**
 * Some of the products that match the search and the filters, by their own values (whether one variant matches all filters is not
 * checked): those that the indexes find first. Vendors, types, tags and options are compared twice, once for their index. The search
 * is hidden from the planner, which would rather read products one by one until enough of them match.
 */
export const listSomeMatches = (ctx: Ctx, filters: Filters, { loose }: SearchQuery, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency from environments where id = ${ctx.environmentId}
      )
      select product_id
      from params
      join listings on environment_id = ${ctx.environmentId}
      where search_vector @@ (select ${loose}::tsquery)
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
        and is_public_listing(status, publish_at, unpublish_at, ${ctx.now})
        and is_matching_listing(vendor, type, tags, option_terms, prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, params.currency, ${filters.available})
        and (${filters.minPrice}::bigint is null or (prices -> params.currency ->> 1)::bigint >= ${filters.minPrice})
        and (${filters.maxPrice}::bigint is null or (prices -> params.currency ->> 0)::bigint <= ${filters.maxPrice})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = listings.product_id offset 0
        ))
      limit ${limit}`),
  )

/** Those of the newest products that match the search and the filters, by their own values. */
export const listNewestMatches = (ctx: Ctx, filters: Filters, { loose }: SearchQuery, scanned: number, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency from environments where id = ${ctx.environmentId}
      )
      select product_id
      from params
      cross join lateral (
        select product_id, search_vector, vendor, type, tags, option_terms, prices from listings
        where environment_id = ${ctx.environmentId} and is_public_listing(status, publish_at, unpublish_at, ${ctx.now})
        order by product_id desc
        limit ${scanned}
      ) as newest
      where search_vector @@ ${loose}::tsquery
        and is_matching_listing(vendor, type, tags, option_terms, prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, params.currency, ${filters.available})
        and (${filters.minPrice}::bigint is null or (prices -> params.currency ->> 1)::bigint >= ${filters.minPrice})
        and (${filters.maxPrice}::bigint is null or (prices -> params.currency ->> 0)::bigint <= ${filters.maxPrice})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = newest.product_id offset 0
        ))
      limit ${limit}`),
  )

/**
 * Products that are likely to be the best matches: those whose title begins with the query, and what matches among the
 * best-selling and the newest. May return a product more than once.
 */
export const listLikelyMatches = (ctx: Ctx, filters: Filters, q: string, { loose }: SearchQuery, scanned: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      with params as materialized (
        select coalesce(${filters.currency}, currency) as currency from environments where id = ${ctx.environmentId}
      ), titled as (
        select product_id, search_vector, vendor, type, tags, option_terms, prices from listings
        where environment_id = ${ctx.environmentId} and status = 'active'
          and title_key >= search_fold(${q}) and title_key < search_fold(${q}) || chr(1114111)
        order by title_key, product_id desc
        limit ${scanned}
      ), best_selling as (
        select product_id, search_vector, vendor, type, tags, option_terms, prices from listings
        where environment_id = ${ctx.environmentId} and status = 'active'
        order by units_sold desc, product_id desc
        limit ${scanned}
      ), newest as (
        select product_id, search_vector, vendor, type, tags, option_terms, prices from listings
        where environment_id = ${ctx.environmentId} and status = 'active'
        order by product_id desc
        limit ${scanned}
      )
      select product_id
      from params
      cross join (select * from titled union all select * from best_selling union all select * from newest) as likely
      where search_vector @@ ${loose}::tsquery
        and is_matching_listing(vendor, type, tags, option_terms, prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, params.currency, ${filters.available})
        and (${filters.minPrice}::bigint is null or (prices -> params.currency ->> 1)::bigint >= ${filters.minPrice})
        and (${filters.maxPrice}::bigint is null or (prices -> params.currency ->> 0)::bigint <= ${filters.maxPrice})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = likely.product_id offset 0
        ))`),
  )
