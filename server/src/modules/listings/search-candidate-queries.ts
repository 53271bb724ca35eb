import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { SearchQuery } from '../search/search.ts'
import { type Filters, optionValuesAt } from './filters.ts'

const ProductId = Type.Object({ productId: Id('prod') })

/**
 * Some of the products that match the search: those that the index finds first. The search is hidden from the planner, which
 * would rather read products one by one until enough of them match.
 */
export const listSomeMatches = (ctx: Ctx, { loose }: SearchQuery, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      select product_id from listings
      where environment_id = ${ctx.environmentId} and search_vector @@ (select ${loose}::tsquery)
        and is_public_listing(status, publish_at, unpublish_at, ${ctx.now})
      limit ${limit}`),
  )

/**
 * Those of the newest that match the search and the vendors, types, tags and options, for a search that many products match:
 * the index would return all of them.
 */
export const listNewestMatches = (ctx: Ctx, filters: Filters, { loose }: SearchQuery, scanned: number, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      select product_id
      from (
        select product_id, search_vector, vendor, type, tags, option_terms from listings
        where environment_id = ${ctx.environmentId} and is_public_listing(status, publish_at, unpublish_at, ${ctx.now})
        order by product_id desc
        limit ${scanned}
      ) as newest
      where (${filters.vendors}::text[] is null or vendor = any(${filters.vendors}))
        and (${filters.types}::text[] is null or type = any(${filters.types}))
        and (${filters.tags}::text[] is null or tags && ${filters.tags}::text[])
        and (${optionValuesAt(filters, 0)}::text[] is null or option_terms && ${optionValuesAt(filters, 0)}::text[])
        and (${optionValuesAt(filters, 1)}::text[] is null or option_terms && ${optionValuesAt(filters, 1)}::text[])
        and search_vector @@ ${loose}::tsquery
      limit ${limit}`),
  )

/**
 * Products that are likely to be the best matches: those whose title begins with the query, and what matches among the
 * best-selling and the newest.
 */
export const listLikelyMatches = (ctx: Ctx, q: string, { loose }: SearchQuery, scanned: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      with titled as (
        select product_id, search_vector from listings
        where environment_id = ${ctx.environmentId} and status = 'active'
          and title_key >= search_fold(${q}) and title_key < search_fold(${q}) || chr(1114111)
        order by title_key, product_id desc
        limit ${scanned}
      ), best_selling as (
        select product_id, search_vector from listings
        where environment_id = ${ctx.environmentId} and status = 'active'
        order by units_sold desc, product_id desc
        limit ${scanned}
      ), newest as (
        select product_id, search_vector from listings
        where environment_id = ${ctx.environmentId} and status = 'active'
        order by product_id desc
        limit ${scanned}
      )
      select product_id from titled where search_vector @@ ${loose}::tsquery
      union
      select product_id from best_selling where search_vector @@ ${loose}::tsquery
      union
      select product_id from newest where search_vector @@ ${loose}::tsquery`),
  )
