import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { RankedKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { ProductsQuery } from './schemas.ts'

const ProductId = Type.Object({ id: Id('prod') })
const RankedProduct = Type.Object({ id: Id('prod'), rank: Type.Number() })

const CodeMatch = Type.Object({ id: Id('prod'), isExact: Type.Boolean() })

/** If a product has this SKU or barcode: the products with that, and those with a longer one that match the filters. */
export const listCodeMatches = (ctx: Ctx, code: string, { status, vendor, type, tag }: ProductsQuery, limit: number) =>
  ctx.db.rows(
    CodeMatch,
    withCustomPlan(sql`
      with code as materialized (
        select search_prefix(lower(trim(${code}))) as prefix
      ), exact as materialized (
        select product_id as id from listings
        where environment_id = ${ctx.environmentId} and search_vector @@ (select left(prefix, -2)::tsquery from code)
        limit ${limit}
      ), longer as (
        select product_id as id from listings
        where environment_id = ${ctx.environmentId} and search_vector @@ (select prefix::tsquery from code)
          and exists (select from exact)
          and (${status ?? null}::text is null or status = ${status ?? null})
          and (${vendor ?? null}::text is null or vendor = ${vendor ?? null})
          and (${type ?? null}::text is null or type = ${type ?? null})
          and (${tag ?? null}::text is null or ${tag ?? null} = any(tags))
        limit ${limit}
      )
      select id, true as is_exact from exact
      union all
      select id, false from longer`),
  )

/** Those of the newest products that match the search and the filters. */
export const listNewestMatches = (
  ctx: Ctx,
  q: string,
  { status, vendor, type, tag }: ProductsQuery,
  scanned: number,
  limit: number,
) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      with search as materialized (
        select search_query(search_languages, ${q}) as query from environments where id = ${ctx.environmentId}
      )
      select product_id as id from (
        select product_id, vendor, type, tags, search_vector from listings
        where environment_id = ${ctx.environmentId} and (${status ?? null}::text is null or status = ${status ?? null})
        order by product_id desc
        limit ${scanned}
      ) as newest
      where search_vector @@ (select query from search)
        and (${vendor ?? null}::text is null or vendor = ${vendor ?? null})
        and (${type ?? null}::text is null or type = ${type ?? null})
        and (${tag ?? null}::text is null or ${tag ?? null} = any(tags))
      limit ${limit}`),
  )

/** Products that match the search and the filters, those that the index finds first. */
export const listSomeMatches = (ctx: Ctx, q: string, { status, vendor, type, tag }: ProductsQuery, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      with search as materialized (
        select search_query(search_languages, ${q}) as query from environments where id = ${ctx.environmentId}
      )
      select product_id as id from listings
      where environment_id = ${ctx.environmentId} and search_vector @@ (select query from search)
        and (${status ?? null}::text is null or status = ${status ?? null})
        and (${vendor ?? null}::text is null or vendor = ${vendor ?? null})
        and (${type ?? null}::text is null or type = ${type ?? null})
        and (${tag ?? null}::text is null or ${tag ?? null} = any(tags))
      limit ${limit}`),
  )

/** Products with a title that begins with the query: they are the best matches. */
export const listTitleMatches = (ctx: Ctx, q: string, limit: number) =>
  ctx.db.rows(
    ProductId,
    sql`
      select product_id as id from listings
      where environment_id = ${ctx.environmentId}
        and title_key >= search_fold(${q}) and title_key < search_fold(${q}) || chr(1114111)
      order by title_key, product_id desc
      limit ${limit}`,
  )

/**
 * Those of the candidates that match, ordered by rank, then newest first. Includes drafts and archived products. `is true` keeps
 * PostgreSQL from reading all products that match the search.
 */
export const rankProductIds = (
  ctx: Ctx,
  { rank, before, take }: RankedKeyset,
  q: string,
  { status, vendor, type, tag, sku }: ProductsQuery,
  candidateIds: string[],
) =>
  ctx.db.rows(
    RankedProduct,
    withCustomPlan(sql`
      with search as materialized (
        select search_query(search_languages, ${q}) as query, search_fold(${q}) as folded
        from environments where id = ${ctx.environmentId}
      )
      select id, rank from (
        select product_id as id, search_rank(search_vector, title_key, (select query from search), (select folded from search)) as rank
        from unnest(${candidateIds}::text[]) as candidate (id)
        join listings on environment_id = ${ctx.environmentId} and product_id = candidate.id
        where (search_vector @@ (select query from search)) is true
          and (${status ?? null}::text is null or status = ${status ?? null})
          and (${vendor ?? null}::text is null or vendor = ${vendor ?? null})
          and (${type ?? null}::text is null or type = ${type ?? null})
          and (${tag ?? null}::text is null or ${tag ?? null} = any(tags))
          and (${sku ?? null}::text is null or exists (
            select from variants
            where variants.environment_id = ${ctx.environmentId} and variants.product_id = listings.product_id and sku = ${sku ?? null}
          ))
      ) as matches
      where rank < ${rank} or (rank = ${rank} and id < ${before})
      order by rank desc, id desc
      limit ${take}`),
  )
