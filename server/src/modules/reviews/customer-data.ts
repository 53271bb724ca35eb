import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'
import { announceCatalogChange } from '../listings/listings.ts'

/** The stars stay and count, without a text and a name. Later versions of the review are ignored. */
export async function eraseReviews(ctx: Ctx, { customerKeys }: Person): Promise<RowCounts> {
  const reviews = await ctx.db.run(sql`
    update reviews set title = '', body = '', author_name = null, customer_key = null, erased_at = ${ctx.now},
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and customer_key = any(${customerKeys})`)
  // Pages of products show texts of reviews.
  if (reviews > 0) announceCatalogChange(ctx)
  return { reviews }
}
