import type { Ctx } from '../../ctx.ts'
import type { IdRange } from '../../db/id-range.ts'
import { sql } from '../../db/sql.ts'
import { continueUpdates } from './memberships/rule-changes.ts'

/** Replaces all collections with those of another environment, without products. */
export async function copyCollections(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from collections where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into collections (environment_id, id, handle, title, description, image_id, image_url, image_alt, status, kind, match,
      rules, sort, seo_title, seo_description, evaluated_down_to, version, created_at, updated_at)
    select ${ctx.environmentId}, id, handle, title, description, image_id,
      replace(image_url, ${`/files/${from}/`}, ${`/files/${ctx.environmentId}/`}), image_alt, status, kind, match, rules,
      sort, seo_title, seo_description, evaluated_down_to, version, created_at, updated_at
    from collections
    where environment_id = ${from}`)
  await continueUpdates(ctx)
}

/** Copies the memberships of the products in this id range. */
export const copyMemberships = (ctx: Ctx, from: string, { after, upTo }: IdRange): Promise<number> =>
  ctx.db.run(sql`
    insert into collection_products (environment_id, collection_id, product_id, position)
    select ${ctx.environmentId}, collection_id, product_id, position
    from collection_products
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)
