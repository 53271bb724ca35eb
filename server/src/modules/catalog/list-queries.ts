import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset, SortedKeyset, TimeKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id, Timestamp } from '../../kit/schema.ts'
import type { ProductsQuery } from './schemas.ts'

/** Which products a list reads to fill its page. */
export interface ProductLookup {
  /** How many products to read, in the order of the list. */
  scanned: number
  /** Those that may match, if they are few: they are sorted, since `left(id, 0)` has no index. Null: any. */
  candidateIds: string[] | null
}

const ProductId = Type.Object({ id: Id('prod') })

/**
 * Each list is in the order of an index, for all products and for those of each status. The plan is made for these filters:
 * PostgreSQL drops the others.
 */
export const listProductIds = (
  ctx: Ctx,
  { before, take }: Keyset,
  filter: ProductsQuery,
  { scanned, candidateIds }: ProductLookup,
) =>
  ctx.db.rows(
    ProductId,
    withCustomPlan(sql`
      select id from (
        select id, vendor, type, tags from products
        where environment_id = ${ctx.environmentId} and id < ${before}
          and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
          and (${candidateIds}::text[] is null or id = any(${candidateIds}))
        order by case when ${candidateIds}::text[] is not null then left(id, 0) end, id desc
        limit ${scanned}
      ) as listed
      where (${filter.vendor ?? null}::text is null or vendor = ${filter.vendor ?? null})
        and (${filter.type ?? null}::text is null or type = ${filter.type ?? null})
        and (${filter.tag ?? null}::text is null or ${filter.tag ?? null} = any(tags))
        and (${filter.sku ?? null}::text is null or exists (
          select from variants
          where variants.environment_id = ${ctx.environmentId} and variants.product_id = listed.id and sku = ${filter.sku ?? null}
        ))
      order by id desc
      limit ${take}`),
  )

const SortedProduct = Type.Object({ id: Id('prod'), value: Type.String() })

export const listSortedProductIds = (
  ctx: Ctx,
  { value, id, take }: SortedKeyset,
  sort: NonNullable<ProductsQuery['sort']>,
  filter: ProductsQuery,
  { scanned, candidateIds }: ProductLookup,
) => {
  const at = sort === 'updated' ? value : null
  return ctx.db.rows(
    SortedProduct,
    withCustomPlan(sql`
      select id, case ${sort}::text
        when 'updated' then to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        when 'oldest' then '' else title end as value
      from (
        select id, title, updated_at, vendor, type, tags from products
        where environment_id = ${ctx.environmentId}
          and (${value}::text is null or ${sort} <> 'oldest' or id > ${id})
          and (${value}::text is null or ${sort} <> 'title' or (title, id) > (${value}, ${id}))
          and (${value}::text is null or ${sort} <> '-title' or (title, id) < (${value}, ${id}))
          and (${at}::timestamptz is null or (updated_at, id) < (${at}::timestamptz, ${id}))
          and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
          and (${candidateIds}::text[] is null or id = any(${candidateIds}))
        order by case when ${candidateIds}::text[] is not null then left(id, 0) end,
          case when ${sort} = '-title' then title end desc, case when ${sort} = 'updated' then updated_at end desc,
          case when ${sort} in ('-title', 'updated') then id end desc, case when ${sort} = 'title' then title end, id
        limit ${scanned}
      ) as listed
      where (${filter.vendor ?? null}::text is null or vendor = ${filter.vendor ?? null})
        and (${filter.type ?? null}::text is null or type = ${filter.type ?? null})
        and (${filter.tag ?? null}::text is null or ${filter.tag ?? null} = any(tags))
        and (${filter.sku ?? null}::text is null or exists (
          select from variants
          where variants.environment_id = ${ctx.environmentId} and variants.product_id = listed.id and sku = ${filter.sku ?? null}
        ))
      order by
        case when ${sort} = '-title' then title end desc, case when ${sort} = 'updated' then updated_at end desc,
        case when ${sort} in ('-title', 'updated') then id end desc, case when ${sort} = 'title' then title end, id
      limit ${take}`),
  )
}

const ChangedProduct = Type.Object({ id: Id('prod'), at: Timestamp })

/** Oldest change first. */
export const listChangedProductIds = (
  ctx: Ctx,
  { at, id, take }: TimeKeyset,
  filter: ProductsQuery,
  { scanned, candidateIds }: ProductLookup,
) =>
  ctx.db.rows(
    ChangedProduct,
    withCustomPlan(sql`
      select id, updated_at as at from (
        select id, updated_at, vendor, type, tags from products
        where environment_id = ${ctx.environmentId} and (updated_at, id) > (${at}::timestamptz, ${id})
          and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
          and (${candidateIds}::text[] is null or id = any(${candidateIds}))
        order by case when ${candidateIds}::text[] is not null then left(id, 0) end, updated_at, id
        limit ${scanned}
      ) as listed
      where (${filter.vendor ?? null}::text is null or vendor = ${filter.vendor ?? null})
        and (${filter.type ?? null}::text is null or type = ${filter.type ?? null})
        and (${filter.tag ?? null}::text is null or ${filter.tag ?? null} = any(tags))
        and (${filter.sku ?? null}::text is null or exists (
          select from variants
          where variants.environment_id = ${ctx.environmentId} and variants.product_id = listed.id and sku = ${filter.sku ?? null}
        ))
      order by updated_at, id
      limit ${take}`),
  )
