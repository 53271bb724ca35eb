import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { TimeKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { LibraryImage, type LibraryQuery } from './library-schemas.ts'

const ImageRow = Type.Omit(LibraryImage, ['url'])

/**
 * Whether a text shows an image, and whether a product stopped to show it, is known since the file was last checked (`jobs.ts`);
 * `findUse` is exact.
 */
export const listImages = (ctx: Ctx, { at, id, take }: TimeKeyset, { q, used }: LibraryQuery) =>
  ctx.db.rows(
    ImageRow,
    withCustomPlan(sql`
      with images as (
        select name, title, size_bytes, width, height, is_mentioned, created_at, (
          select count(distinct product_id)::integer from product_images
          where product_images.environment_id = ${ctx.environmentId} and product_images.file_name = files.name
        ) as product_count
        from files
        where environment_id = ${ctx.environmentId} and is_stored and (created_at, name) < (${at}::timestamptz, ${id})
          and (${used ?? null}::boolean is distinct from false or not is_used)
          and (${q ?? null}::text is null or position(lower(trim(${q ?? null})) in lower(coalesce(title, ''))) > 0 or exists (
            select from product_images
            join products on products.environment_id = ${ctx.environmentId} and products.id = product_images.product_id
            where product_images.environment_id = ${ctx.environmentId} and product_images.file_name = files.name
              and position(lower(trim(${q ?? null})) in lower(concat_ws(' ', product_images.alt, products.title))) > 0
          ))
      )
      select name, title, size_bytes, width, height, product_count, product_count > 0 or is_mentioned as used, created_at
      from images
      where (${used ?? null}::boolean is null or (product_count > 0 or is_mentioned) = ${used ?? null})
      order by created_at desc, name desc
      limit ${take}`),
  )

export const lockImage = (ctx: Ctx, name: string) =>
  ctx.db.row(
    Type.Object({ name: Type.String() }),
    sql`
      select name from files
      where environment_id = ${ctx.environmentId} and name = ${name} and is_stored
      for update`,
  )

/** Reads all texts: only before a deletion. */
export const findUse = (ctx: Ctx, name: string) =>
  ctx.db.one(
    Type.Object({ used: Type.Boolean() }),
    sql`
      select exists (
        select from product_images where environment_id = ${ctx.environmentId} and file_name = ${name}
      ) or exists (
        select from products where environment_id = ${ctx.environmentId} and strpos(description, ${name}) > 0
      ) or exists (
        select from collections
        where environment_id = ${ctx.environmentId} and strpos(concat_ws(' ', image_url, description), ${name}) > 0
      ) or exists (
        select from themes where environment_id = ${ctx.environmentId} and strpos(settings::text, ${name}) > 0
      ) or exists (
        select from policy_versions where environment_id = ${ctx.environmentId} and strpos(body, ${name}) > 0
      ) or exists (
        select from article_versions where environment_id = ${ctx.environmentId} and strpos(body, ${name}) > 0
      ) as used`,
  )

/** As if unused for long: the next cleanup deletes it. */
export const retireImage = (ctx: Ctx, name: string) =>
  ctx.db.run(sql`
    update files set is_stored = false, title = null, unused_since = 'epoch'
    where environment_id = ${ctx.environmentId} and name = ${name}`)
