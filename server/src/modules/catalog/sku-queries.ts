import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'

/** Shared by all transactions that write SKUs; `lockSkuSetting` waits for them. */
export const lockSkuSettingShared = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock_shared(53020053, hashtext(${ctx.environmentId}))`)

export const lockSkuSetting = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock(53020053, hashtext(${ctx.environmentId}))`)

const SkuSetting = Type.Object({ uniqueSkus: Type.Boolean() })

export const hasUniqueSkus = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.db.one(SkuSetting, sql`select unique_skus from environments where id = ${ctx.environmentId}`)).uniqueSkus

const SkuOwner = Type.Object({ sku: Type.String(), id: Id('var') })

export const findSkuOwners = (ctx: Ctx, skus: string[]) =>
  ctx.db.rows(
    SkuOwner,
    sql`select sku, id from variants where environment_id = ${ctx.environmentId} and sku = any(${skus})`,
  )

const SharedSku = Type.Object({
  sku: Type.String(),
  titles: Type.Array(Type.String()),
  variantIds: Type.Array(Id('var')),
  variantCount: Type.Integer(),
})

export const listSharedSkus = (ctx: Ctx, limit: number) =>
  ctx.db.rows(
    SharedSku,
    sql`
      select sku, (array_agg(title order by variants.id))[1:10] as titles,
        (array_agg(variants.id order by variants.id))[1:10] as variant_ids, count(*)::integer as variant_count
      from variants
      join products on products.environment_id = ${ctx.environmentId} and products.id = product_id
      where variants.environment_id = ${ctx.environmentId} and sku is not null
      group by sku having count(*) > 1
      order by sku
      limit ${limit}`,
  )
