import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Currency } from '../../kit/money.ts'
import { Id } from '../../kit/schema.ts'
import { Collection, type CollectionsQuery, SampleProduct } from './schemas.ts'

export type CollectionRow = Omit<Collection, 'productCount' | 'updating' | 'version' | 'createdAt' | 'updatedAt'>

export const insertCollection = (ctx: Ctx, row: CollectionRow) =>
  ctx.db.run(sql`
    insert into collections (environment_id, id, handle, title, description, image_id, image_url, image_alt, status, kind, match,
      rules, sort, seo_title, seo_description, version, created_at, updated_at)
    values (${ctx.environmentId}, ${row.id}, ${row.handle}, ${row.title}, ${row.description}, ${row.image?.id ?? null},
      ${row.image?.url ?? null}, ${row.image?.alt ?? ''}, ${row.status}, ${row.kind}, ${row.match}, ${JSON.stringify(row.rules)}, ${row.sort},
      ${row.seo.title}, ${row.seo.description}, 1, ${ctx.now}, ${ctx.now})`)

export const updateCollection = (ctx: Ctx, row: CollectionRow) =>
  ctx.db.run(sql`
    update collections set handle = ${row.handle}, title = ${row.title}, description = ${row.description},
      image_id = ${row.image?.id ?? null}, image_url = ${row.image?.url ?? null}, image_alt = ${row.image?.alt ?? ''}, status = ${row.status},
      match = ${row.match}, rules = ${JSON.stringify(row.rules)}, sort = ${row.sort}, seo_title = ${row.seo.title},
      seo_description = ${row.seo.description}, version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${row.id}`)

export const incrementVersion = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update collections set version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const deleteCollection = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from collections where environment_id = ${ctx.environmentId} and id = ${id}`)

const CollectionId = Type.Object({ id: Id('col') })

/** Held until the transaction ends. Not `for update`, which would block inserts of products into the collection. */
export const lockCollection = (ctx: Ctx, id: string) =>
  ctx.db.row(
    CollectionId,
    sql`select id from collections where environment_id = ${ctx.environmentId} and id = ${id} for no key update`,
  )

const HandleRow = Type.Object({ handle: Type.String() })

export const listUsedHandles = async (ctx: Ctx, handles: string[]): Promise<Set<string>> => {
  const rows = await ctx.db.rows(
    HandleRow,
    sql`select handle from collections where environment_id = ${ctx.environmentId} and handle = any(${handles})`,
  )
  return new Set(rows.map(({ handle }) => handle))
}

const ShopCurrency = Type.Object({ currency: Currency })

export const getShopCurrency = async (ctx: Ctx): Promise<string> =>
  (await ctx.db.one(ShopCurrency, sql`select currency from environments where id = ${ctx.environmentId}`)).currency

export const listCollectionIds = (ctx: Ctx, { before, take }: Keyset, { kind, status }: CollectionsQuery) =>
  ctx.db.rows(
    CollectionId,
    sql`
      select id from collections
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${kind ?? null}::text is null or kind = ${kind ?? null})
        and (${status ?? null}::text is null or status = ${status ?? null})
      order by id desc
      limit ${take}`,
  )

export const readCollections = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    Collection,
    sql`
      select collections.id, handle, title, description,
        case when image_url is null then null else json_build_object('id', image_id, 'url',
          case when starts_with(image_url, '/') then ${ctx.publicUrl}::text || image_url else image_url end, 'alt', image_alt) end as image,
        status, kind, match, rules, sort, json_build_object('title', seo_title, 'description', seo_description) as seo,
        counts.total as product_count, evaluated_down_to is not null as updating, version, created_at, updated_at
      from collections
      cross join lateral (
        select count(*) as total from collection_products
        where collection_products.environment_id = ${ctx.environmentId} and collection_id = collections.id
      ) as counts
      where collections.environment_id = ${ctx.environmentId} and collections.id = any(${ids})
      order by collections.id desc`,
  )

export const readSample = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    SampleProduct,
    sql`
      select products.id, title, handle, status
      from unnest(${ids}::text[]) as sample (id)
      join products on products.environment_id = ${ctx.environmentId} and products.id = sample.id
      order by products.id desc`,
  )
