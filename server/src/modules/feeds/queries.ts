import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { FeedCounts } from './schemas.ts'

const FeedShop = Type.Object({
  name: Type.String(),
  currency: Type.String(),
  storefrontUrl: Nullable(Type.String()),
})

export const getFeedShop = (ctx: Ctx) =>
  ctx.db.one(
    FeedShop,
    sql`
      select name, currency,
        case when left(storefront_url, 1) = '/' then ${ctx.publicUrl}::text || storefront_url else storefront_url end as storefront_url
      from environments where id = ${ctx.environmentId}`,
  )

const FeedProductId = Type.Object({ id: Id('prod'), variantCount: Type.Integer() })

/** Published products with a price in the currency, by id. */
export const listFeedProductIds = (ctx: Ctx, currency: string, after: string, take: number) =>
  ctx.db.rows(
    FeedProductId,
    sql`
      select product_id as id, (summary ->> 'variantCount')::int as variant_count
      from listings
      where environment_id = ${ctx.environmentId} and product_id > ${after} and status = 'active' and prices ? ${currency}
        and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
      order by product_id
      limit ${take}`,
  )

const FeedVariant = Type.Object({
  id: Id('var'),
  options: Type.Record(Type.String(), Type.String()),
  barcode: Nullable(Type.String()),
  amount: Type.Integer(),
  compareAt: Nullable(Type.Integer()),
  availability: OneOf(['in_stock', 'backorder', 'out_of_stock']),
  weightGrams: Nullable(Type.Integer()),
  imageUrl: Nullable(Type.String()),
})
export type FeedVariant = Static<typeof FeedVariant>

/** Only what feeds publish: no costs, stock quantities or other custom fields. */
const FeedProduct = Type.Object({
  id: Id('prod'),
  handle: Type.String(),
  title: Type.String(),
  description: Type.String(),
  vendor: Type.String(),
  type: Type.String(),
  category: Type.String(),
  fields: Type.Record(Type.String(), Nullable(Type.String())),
  images: Type.Array(Type.String()),
  variants: Type.Array(FeedVariant),
})
export type FeedProduct = Static<typeof FeedProduct>

/** Checks again that they are published, and omits variants without a price: free products can't be advertised. */
export const readFeedProducts = (ctx: Ctx, ids: string[], currency: string, fieldNames: string[]) =>
  ctx.db.rows(
    FeedProduct,
    sql`
      select products.id, handle, title, description, vendor, type, category,
        coalesce((
          select json_object_agg(field.name, field.value) from jsonb_each_text(custom_fields) as field (name, value)
          where field.name = any(${fieldNames})
        ), '{}') as fields,
        coalesce((
          select json_agg(case when left(url, 1) = '/' then ${ctx.publicUrl}::text || url else url end order by position)
          from product_images
          where product_images.environment_id = ${ctx.environmentId} and product_images.product_id = products.id
        ), '[]') as images,
        own_variants.list as variants
      from products
      cross join lateral (
        select json_agg(json_build_object(
          'id', variants.id,
          'options', coalesce((
            select json_object_agg(option.value ->> 'name', variants.option_values[option.ordinal])
            from jsonb_array_elements(products.options) with ordinality as option (value, ordinal)
          ), '{}'),
          'barcode', barcode, 'amount', amount, 'compareAt', compare_at,
          'availability', case when stock.in_stock then 'in_stock' when inventory_policy = 'continue' then 'backorder'
            else 'out_of_stock' end,
          'weightGrams', case when requires_shipping then weight_grams end,
          'imageUrl', case when left(image_url, 1) = '/' then ${ctx.publicUrl}::text || image_url else image_url end
        ) order by variants.position) as list
        from variants
        join variant_prices on variant_prices.environment_id = ${ctx.environmentId}
          and variant_prices.variant_id = variants.id and variant_prices.currency = ${currency} and amount > 0
        cross join lateral (
          select not variants.track_stock or exists (
            select from stock_levels
            join locations on locations.environment_id = ${ctx.environmentId} and locations.id = stock_levels.location_id
            where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = variants.id
              and locations.active and stock_levels.available > 0
          ) as in_stock
        ) as stock
        where variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      ) as own_variants
      where products.environment_id = ${ctx.environmentId} and products.id = any(${ids}) and own_variants.list is not null
        and status = 'active' and (publish_at is null or publish_at <= ${ctx.now})
        and (unpublish_at is null or unpublish_at > ${ctx.now})
      order by products.id`,
  )

const SitemapEntry = Type.Object({ id: Id('prod'), handle: Type.String(), updatedAt: Timestamp })

export const listSitemapEntries = (ctx: Ctx, after: string, take: number) =>
  ctx.db.rows(
    SitemapEntry,
    sql`
      select id, handle, updated_at
      from products
      where environment_id = ${ctx.environmentId} and id > ${after} and status = 'active'
        and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
      order by id
      limit ${take}`,
  )

const SitemapPage = Type.Object({ page: Type.Integer(), lastId: Id('prod'), updatedAt: Timestamp })

/** The pages of the sitemap: where each ends, and its latest change. */
export const listSitemapPages = (ctx: Ctx, pageSize: number) =>
  ctx.db.rows(
    SitemapPage,
    sql`
      select page, max(id) as last_id, max(updated_at) as updated_at
      from (
        select id, updated_at, ((row_number() over (order by id) - 1) / ${pageSize}::int + 1)::int as page
        from products
        where environment_id = ${ctx.environmentId} and status = 'active'
          and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
      ) as numbered
      group by page
      order by page`,
  )

/** Published variants, and why some are in no feed. */
export const countFeedItems = (ctx: Ctx, currency: string) =>
  ctx.db.one(
    FeedCounts,
    sql`
      select count(distinct products.id)::int as products,
        count(*) filter (where amount > 0 and image.exists)::int as items,
        count(*) filter (where amount is null or amount = 0)::int as without_price,
        count(*) filter (where amount > 0 and not image.exists)::int as without_image
      from products
      join variants on variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      left join variant_prices on variant_prices.environment_id = ${ctx.environmentId}
        and variant_prices.variant_id = variants.id and variant_prices.currency = ${currency}
      cross join lateral (
        select exists (
          select from product_images
          where product_images.environment_id = ${ctx.environmentId} and product_images.product_id = products.id
        ) as exists
      ) as image
      where products.environment_id = ${ctx.environmentId} and status = 'active'
        and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})`,
  )
