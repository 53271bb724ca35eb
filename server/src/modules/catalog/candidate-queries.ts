import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { ProductsQuery } from './schemas.ts'

const ProductId = Type.Object({ id: Id('prod') })
const CountRow = Type.Object({ count: Type.Integer() })

/** How many of the newest products match the vendor, type and tag. */
export const countNewestMatches = async (
  ctx: Ctx,
  { status, vendor, type, tag }: ProductsQuery,
  scanned: number,
): Promise<number> => {
  const { count } = await ctx.db.one(
    CountRow,
    withCustomPlan(sql`
      select count(*) as count from (
        select vendor, type, tags from products
        where environment_id = ${ctx.environmentId} and (${status ?? null}::text is null or status = ${status ?? null})
        order by id desc
        limit ${scanned}
      ) as newest
      where (${vendor ?? null}::text is null or vendor = ${vendor ?? null})
        and (${type ?? null}::text is null or type = ${type ?? null})
        and (${tag ?? null}::text is null or ${tag ?? null} = any(tags))`),
  )
  return count
}

export const listSkuMatches = (ctx: Ctx, sku: string, limit: number) =>
  ctx.db.rows(
    ProductId,
    sql`
      select distinct product_id as id from variants
      where environment_id = ${ctx.environmentId} and sku = ${sku}
      limit ${limit}`,
  )

export const listStatusMatches = (ctx: Ctx, status: string, limit: number) =>
  ctx.db.rows(
    ProductId,
    sql`
      select id from products
      where environment_id = ${ctx.environmentId} and status = ${status}
      order by id desc
      limit ${limit}`,
  )

/**
 * Products that match the vendor, type and tag, by the index of terms. It ignores case, so they are compared again. What the index
 * looks for is hidden from the planner, which would rather read products one by one until enough of them match.
 */
export const listTermMatches = (ctx: Ctx, { status, vendor, type, tag }: ProductsQuery, limit: number) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      select product_id as id from listings
      where environment_id = ${ctx.environmentId} and (${status ?? null}::text is null or status = ${status ?? null})
        and (${vendor ?? null}::text is null or (vendor = ${vendor ?? null}
          and fold_terms(tags || option_terms || array[vendor, type]) && (select fold_terms(array[${vendor ?? null}::text]))))
        and (${type ?? null}::text is null or (type = ${type ?? null}
          and fold_terms(tags || option_terms || array[vendor, type]) && (select fold_terms(array[${type ?? null}::text]))))
        and (${tag ?? null}::text is null or (${tag ?? null} = any(tags)
          and fold_terms(tags || option_terms || array[vendor, type]) && (select fold_terms(array[${tag ?? null}::text]))))
      limit ${limit}`),
  )
