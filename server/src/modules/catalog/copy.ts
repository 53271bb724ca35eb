import type { Ctx } from '../../ctx.ts'
import type { IdRange } from '../../db/id-range.ts'
import { sql } from '../../db/sql.ts'

/** Stock, listings and collection memberships are deleted by cascade. */
export const clearCatalog = (ctx: Ctx, { after, upTo }: IdRange): Promise<number> =>
  ctx.db.run(sql`delete from products where environment_id = ${ctx.environmentId} and id > ${after} and id <= ${upTo}`)

/** Copies products from another environment under the same ids. Returns the number of products. */
export async function copyCatalog(ctx: Ctx, from: string, range: IdRange): Promise<number> {
  const products = await copyProducts(ctx, from, range)
  await copyVariants(ctx, from, range)
  await copyPrices(ctx, from, range)
  await copyImages(ctx, from, range)
  await copyRedirects(ctx, from, range)
  return products
}

const copyProducts = (ctx: Ctx, from: string, { after, upTo }: IdRange) =>
  ctx.db.run(sql`
    insert into products (environment_id, id, handle, title, description, vendor, type, tags, status, publish_at, unpublish_at,
      seo_title, seo_description, options, custom_fields, external_id, tax_class, gift_card, category, version, created_at, updated_at)
    select ${ctx.environmentId}, id, handle, title, description, vendor, type, tags, status, publish_at, unpublish_at,
      seo_title, seo_description, options, custom_fields, external_id, tax_class, gift_card, category, version, created_at, updated_at
    from products
    where environment_id = ${from} and id > ${after} and id <= ${upTo}`)

/** As in `copyImages`, the URLs of uploaded files get the new environment. */
const copyVariants = (ctx: Ctx, from: string, { after, upTo }: IdRange) =>
  ctx.db.run(sql`
    insert into variants (environment_id, id, product_id, position, option_values, sku, barcode, cost, cost_currency,
      weight_grams, requires_shipping, external_id, track_stock, inventory_policy, max_quantity_per_order, taxable,
      image_url, created_at, updated_at)
    select ${ctx.environmentId}, id, product_id, position, option_values, sku, barcode, cost, cost_currency,
      weight_grams, requires_shipping, external_id, track_stock, inventory_policy, max_quantity_per_order, taxable,
      replace(image_url, ${`/files/${from}/`}, ${`/files/${ctx.environmentId}/`}), created_at, updated_at
    from variants
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)

/**
 * The lateral join forces one index lookup per variant, because planner statistics are stale right after the tables
 * have grown.
 */
const copyPrices = (ctx: Ctx, from: string, { after, upTo }: IdRange) =>
  ctx.db.run(sql`
    insert into variant_prices (environment_id, variant_id, currency, amount, compare_at)
    select ${ctx.environmentId}, variants.id, price.currency, price.amount, price.compare_at
    from variants
    cross join lateral (
      select * from variant_prices where variant_prices.environment_id = ${from} and variant_id = variants.id offset 0
    ) as price
    where variants.environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)

/** URLs of uploaded files contain the environment id, so it is replaced. */
const copyImages = (ctx: Ctx, from: string, { after, upTo }: IdRange) =>
  ctx.db.run(sql`
    insert into product_images (environment_id, id, product_id, position, url, alt)
    select ${ctx.environmentId}, id, product_id, position,
      replace(url, ${`/files/${from}/`}, ${`/files/${ctx.environmentId}/`}), alt
    from product_images
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)

const copyRedirects = (ctx: Ctx, from: string, { after, upTo }: IdRange) =>
  ctx.db.run(sql`
    insert into product_redirects (environment_id, handle, product_id, created_at)
    select ${ctx.environmentId}, handle, product_id, created_at
    from product_redirects
    where environment_id = ${from} and product_id > ${after} and product_id <= ${upTo}`)
