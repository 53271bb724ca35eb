import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { CollectionProduct } from './schemas.ts'

/** Selects products after this position. */
export interface CollectionProductKeyset {
  position: number
  productId: string
  take: number
}

export const listCollectionProducts = (
  ctx: Ctx,
  collectionId: string,
  { position, productId, take }: CollectionProductKeyset,
) =>
  ctx.db.rows(
    CollectionProduct,
    sql`
      select products.id, title, handle, status, position
      from collection_products
      join products on products.environment_id = ${ctx.environmentId} and products.id = collection_products.product_id
      where collection_products.environment_id = ${ctx.environmentId} and collection_id = ${collectionId}
        and (position, product_id) > (${position}::integer, ${productId})
      order by position, product_id
      limit ${take}`,
  )

const ProductPosition = Type.Object({ productId: Id('prod'), position: Type.Integer() })
export type ProductPosition = { productId: string; position: number }

export const readPositions = (ctx: Ctx, collectionId: string) =>
  ctx.db.rows(
    ProductPosition,
    sql`
      select product_id, position from collection_products
      where environment_id = ${ctx.environmentId} and collection_id = ${collectionId}
      order by position, product_id`,
  )

const ProductId = Type.Object({ id: Id('prod') })

/** Returns the ids that exist; these products can't be deleted until the transaction ends. */
export const lockProductsShared = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const rows = await ctx.db.rows(
    ProductId,
    sql`
      select id from products
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id
      for key share`,
  )
  return new Set(rows.map(({ id }) => id))
}

export const deleteCollectionProducts = (ctx: Ctx, collectionId: string, productIds: string[]) =>
  ctx.db.run(sql`
    delete from collection_products
    where environment_id = ${ctx.environmentId} and collection_id = ${collectionId} and product_id = any(${productIds})`)

/** Existing entries move. The lock waits for a concurrent deletion of a product, which is then skipped. */
export const upsertCollectionProducts = (ctx: Ctx, collectionId: string, positions: ProductPosition[]) =>
  ctx.db.run(sql`
    insert into collection_products (environment_id, collection_id, product_id, position)
    select ${ctx.environmentId}, ${collectionId}, placement.product_id, placement.position
    from unnest(${positions.map(({ productId }) => productId)}::text[], ${positions.map(({ position }) => position)}::integer[])
      as placement (product_id, position)
    join products on products.environment_id = ${ctx.environmentId} and products.id = placement.product_id
    for key share of products
    on conflict (environment_id, collection_id, product_id) do update set position = excluded.position`)
