import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { ExportQuery } from './export-schemas.ts'

const Found = Type.Object({ id: Id('prod'), variantCount: Type.Integer() })

/** Oldest first, so that who imports the file elsewhere makes them in the order in which they were made here. */
export const listForExport = (ctx: Ctx, after: string, take: number, filter: ExportQuery) =>
  ctx.db.rows(
    Found,
    sql`
      select id, (
        select count(*)::int from variants
        where variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      ) as variant_count
      from products
      where environment_id = ${ctx.environmentId} and id > ${after}
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.vendor ?? null}::text is null or vendor = ${filter.vendor ?? null})
        and (${filter.type ?? null}::text is null or type = ${filter.type ?? null})
        and (${filter.tag ?? null}::text is null or ${filter.tag ?? null} = any(tags))
      order by id
      limit ${take}`,
  )

const Stocked = Type.Object({ variantId: Id('var'), total: Type.Integer() })

/** At all locations together: a file has one number. */
export const listOnHand = (ctx: Ctx, productIds: string[]) =>
  ctx.db.rows(
    Stocked,
    sql`
      select variant_id, sum(on_hand)::bigint as total
      from variants
      join stock_levels on stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = variants.id
      where variants.environment_id = ${ctx.environmentId} and product_id = any(${productIds})
      group by variant_id`,
  )

const Used = Type.Object({ currency: Type.String() })

export const listPriceCurrencies = (ctx: Ctx) =>
  ctx.db.rows(
    Used,
    sql`select distinct currency from variant_prices where environment_id = ${ctx.environmentId} order by currency`,
  )
