import type { Ctx } from '../../ctx.ts'
import type { IdRange } from '../../db/id-range.ts'
import { sql } from '../../db/sql.ts'

/** Copies the listings of products from another environment. */
export async function copyListings(ctx: Ctx, from: string, { after, upTo }: IdRange): Promise<void> {
  // The units sold are those of the other environment until the sales are counted again, from the beginning.
  await ctx.db.run(sql`delete from sales_positions where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into listings (environment_id, product_id, status, publish_at, unpublish_at, title_key, vendor, type, tags,
      option_terms, available_terms, units_sold, prices, currencies, search_vector, summary)
    select ${ctx.environmentId}, product_id, status, publish_at, unpublish_at, title_key, vendor, type, tags,
      option_terms, available_terms, units_sold, prices, currencies, search_vector,
      replace(summary::text, ${`/files/${from}/`}, ${`/files/${ctx.environmentId}/`})::jsonb
    from listings
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)
  await ctx.db.run(sql`
    insert into listing_prices (environment_id, product_id, currency, lowest, highest, compare_at)
    select ${ctx.environmentId}, product_id, currency, lowest, highest, compare_at
    from listing_prices
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)
  await ctx.db.run(sql`
    insert into listing_variants (environment_id, product_id, variant_id, option_terms, available, prices)
    select ${ctx.environmentId}, product_id, variant_id, option_terms, available, prices
    from listing_variants
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)
  await ctx.db.run(sql`
    insert into offers (environment_id, variant_id, product_id, status, publish_at, unpublish_at, limited_by_stock, data)
    select ${ctx.environmentId}, variant_id, product_id, status, publish_at, unpublish_at, limited_by_stock,
      replace(data::text, ${`/files/${from}/`}, ${`/files/${ctx.environmentId}/`})::json
    from offers
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)
  // Invalidates cached responses.
  ctx.db.notify('catalog_changed', ctx.environmentId)
}

export async function copyVocabulary(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from search_vocabulary where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into search_vocabulary (environment_id, word)
    select ${ctx.environmentId}, word from search_vocabulary where environment_id = ${from}`)
}
