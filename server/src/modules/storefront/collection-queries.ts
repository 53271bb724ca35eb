import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, OneOf } from '../../kit/schema.ts'
import { ShownCollectionRow } from './collection-schemas.ts'
import { SORTS } from './schemas.ts'

const Found = Type.Object({ id: Id('col') })
const Named = Type.Object({ id: Id('col'), sort: OneOf(SORTS) })

/** No handle looks like an id, so it is never two. */
export const findShownCollection = (ctx: Ctx, handleOrId: string) =>
  ctx.db.row(
    Named,
    sql`
      select id, sort from collections
      where environment_id = ${ctx.environmentId} and handle = ${handleOrId} and status = 'active'
      union all
      select id, sort from collections
      where environment_id = ${ctx.environmentId} and id = ${handleOrId} and status = 'active'`,
  )

export const listShownCollectionIds = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    Found,
    sql`
      select id from collections
      where environment_id = ${ctx.environmentId} and id < ${before} and status = 'active'
      order by id desc
      limit ${take}`,
  )

export const readShownCollections = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    ShownCollectionRow,
    sql`
      select collections.id, collections.handle, collections.title, collections.description,
        case when image_url is null then null else json_build_object('url',
          case when starts_with(image_url, '/') then ${ctx.publicUrl}::text || image_url else image_url end, 'alt', image_alt) end as image, sort,
        json_build_object('title', collections.seo_title, 'description', collections.seo_description) as seo,
        coalesce(counted.total, 0) as product_count
      from collections
      left join (
        select collection_id, count(*) as total
        from collection_products
        join products on products.environment_id = ${ctx.environmentId} and products.id = product_id
        where collection_products.environment_id = ${ctx.environmentId} and collection_id = any(${ids}) and status = 'active'
          and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
        group by collection_id
      ) as counted on counted.collection_id = collections.id
      where collections.environment_id = ${ctx.environmentId} and collections.id = any(${ids})
      order by collections.id desc`,
  )
