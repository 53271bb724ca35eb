import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { MatchBy } from './bulk-schemas.ts'

const ProductId = Type.Object({ id: Id('prod') })

/** Each lookup uses its own index. */
export const FIND_PRODUCT_IDS: Record<MatchBy, (ctx: Ctx, names: string[]) => Promise<{ id: `prod_${string}` }[]>> = {
  handle: (ctx, names) =>
    ctx.db.rows(
      ProductId,
      sql`select id from products where environment_id = ${ctx.environmentId} and handle = any(${names})`,
    ),
  externalId: (ctx, names) =>
    ctx.db.rows(
      ProductId,
      sql`select id from products where environment_id = ${ctx.environmentId} and external_id = any(${names})`,
    ),
  sku: (ctx, names) =>
    ctx.db.rows(
      ProductId,
      sql`
        select distinct product_id as id from variants
        where environment_id = ${ctx.environmentId} and sku = any(${names})`,
    ),
}
