import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable } from '../../kit/schema.ts'
import type { MatchBy } from './bulk-schemas.ts'
import { Product } from './schemas.ts'

export interface ProductRow {
  id: string
  handle: string
  title: string
  description: string
  vendor: string
  type: string
  tags: string[]
  status: string
  publish_at: string | null
  unpublish_at: string | null
  seo_title: string | null
  seo_description: string | null
  options: { name: string; values: string[] }[]
  custom_fields: Record<string, unknown>
  external_id: string | null
  tax_class: string
  gift_card: boolean
  category: string
}

export const insertProducts = (ctx: Ctx, rows: ProductRow[]) =>
  ctx.db.run(sql`
    insert into products (environment_id, id, handle, title, description, vendor, type, tags, status, publish_at, unpublish_at,
      seo_title, seo_description, options, custom_fields, external_id, tax_class, gift_card, category, version, created_at, updated_at)
    select ${ctx.environmentId}, id, handle, title, description, vendor, type, tags, status, publish_at, unpublish_at,
      seo_title, seo_description, options, custom_fields, external_id, tax_class, gift_card, category, 1, ${ctx.now}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (id text, handle text, title text, description text,
      vendor text, type text, tags text[], status text, publish_at timestamptz, unpublish_at timestamptz, seo_title text,
      seo_description text, options jsonb, custom_fields jsonb, external_id text, tax_class text, gift_card boolean,
      category text)`)

export const updateProducts = (ctx: Ctx, rows: ProductRow[]) =>
  ctx.db.run(sql`
    update products set handle = input.handle, title = input.title, description = input.description, vendor = input.vendor,
      type = input.type, tags = input.tags, status = input.status, publish_at = input.publish_at,
      unpublish_at = input.unpublish_at, seo_title = input.seo_title, seo_description = input.seo_description,
      options = input.options, custom_fields = input.custom_fields, external_id = input.external_id,
      tax_class = input.tax_class, gift_card = input.gift_card, category = input.category, version = version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (id text, handle text, title text, description text,
      vendor text, type text, tags text[], status text, publish_at timestamptz, unpublish_at timestamptz, seo_title text,
      seo_description text, options jsonb, custom_fields jsonb, external_id text, tax_class text, gift_card boolean,
      category text)
    where products.environment_id = ${ctx.environmentId} and products.id = input.id`)

const ShopCurrency = Type.Object({ currency: Type.String() })

export const getShopCurrency = (ctx: Ctx) =>
  ctx.db.one(ShopCurrency, sql`select currency from environments where id = ${ctx.environmentId}`)

/** Serializes identifier claims, so that no other transaction takes an identifier between the check and the write. */
export const lockIdentifiers = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock(53020010, hashtext(${ctx.environmentId}))`)

export const deleteProduct = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from products where environment_id = ${ctx.environmentId} and id = ${id}`)

const ProductId = Type.Object({ id: Id('prod') })

/**
 * Serializes changes to a product until the transaction ends. Not `for update`: concurrent writes of rows that
 * reference the product, such as collection memberships, must not block.
 */
export const lockProducts = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    ProductId,
    sql`
      select id from products
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id
      for no key update`,
  )

/** `for update` also blocks writes of rows that reference the product, which is about to be deleted. */
export const lockProductForDelete = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ProductId,
    sql`select id from products where environment_id = ${ctx.environmentId} and id = ${id} for update`,
  )

const ProductIdentifiers = Type.Object({ id: Id('prod'), handle: Type.String(), externalId: Nullable(Type.String()) })

export const findIdentifiers = (ctx: Ctx, handles: string[], externalIds: string[]) =>
  ctx.db.rows(
    ProductIdentifiers,
    sql`
      select id, handle, external_id from products
      where environment_id = ${ctx.environmentId} and handle = any(${handles})
      union
      select id, handle, external_id from products
      where environment_id = ${ctx.environmentId} and external_id = any(${externalIds})`,
  )

/** A handle that is in use again must resolve to its new product. */
export const deleteRedirects = (ctx: Ctx, handles: string[]) =>
  ctx.db.run(sql`
    delete from product_redirects where environment_id = ${ctx.environmentId} and handle = any(${handles})`)

export const insertRedirects = (ctx: Ctx, rows: { handle: string; product_id: string }[]) =>
  ctx.db.run(sql`
    insert into product_redirects (environment_id, handle, product_id, created_at)
    select ${ctx.environmentId}, handle, product_id, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (handle text, product_id text)
    on conflict (environment_id, handle) do update set product_id = excluded.product_id, created_at = excluded.created_at`)

export interface VariantRow {
  id: string
  product_id: string
  position: number
  option_values: string[]
  sku: string | null
  barcode: string | null
  cost: number | null
  cost_currency: string | null
  weight_grams: number | null
  requires_shipping: boolean
  track_stock: boolean
  inventory_policy: string
  max_quantity_per_order: number | null
  external_id: string | null
  taxable: boolean
  image_url: string | null
}

/** Writes thousands of rows in one statement; existing variants are updated. */
export const upsertVariants = (ctx: Ctx, rows: VariantRow[]) =>
  ctx.db.run(sql`
    insert into variants as existing (environment_id, id, product_id, position, option_values, sku, barcode, cost, cost_currency,
      weight_grams, requires_shipping, track_stock, inventory_policy, max_quantity_per_order, external_id, taxable, image_url,
      created_at, updated_at)
    select ${ctx.environmentId}, id, product_id, position, option_values, sku, barcode, cost, cost_currency, weight_grams,
      requires_shipping, track_stock, inventory_policy, max_quantity_per_order, external_id, taxable, image_url, ${ctx.now}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input (id text, product_id text, position integer,
      option_values text[], sku text, barcode text, cost bigint, cost_currency text, weight_grams integer,
      requires_shipping boolean, track_stock boolean, inventory_policy text,
      max_quantity_per_order integer, external_id text, taxable boolean, image_url text)
    on conflict (environment_id, id) do update set
      position = excluded.position, option_values = excluded.option_values, sku = excluded.sku, barcode = excluded.barcode,
      cost = excluded.cost, cost_currency = excluded.cost_currency, weight_grams = excluded.weight_grams,
      requires_shipping = excluded.requires_shipping, track_stock = excluded.track_stock, inventory_policy = excluded.inventory_policy,
      max_quantity_per_order = excluded.max_quantity_per_order,
      external_id = excluded.external_id, taxable = excluded.taxable, image_url = excluded.image_url,
      updated_at = excluded.updated_at
    where existing.product_id = excluded.product_id`)

export const deleteVariants = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`delete from variants where environment_id = ${ctx.environmentId} and id = any(${ids})`)

/** Cheap when statistics are up to date: see 0010_catalog.sql. */
export const analyzeCatalog = (ctx: Ctx) => ctx.db.run(sql`select analyze_catalog()`)

export interface PriceRow {
  variant_id: string
  currency: string
  amount: number
  compare_at: number | null
}

export const upsertPrices = (ctx: Ctx, rows: PriceRow[]) =>
  ctx.db.run(sql`
    insert into variant_prices (environment_id, variant_id, currency, amount, compare_at)
    select ${ctx.environmentId}, variant_id, currency, amount, compare_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input (variant_id text, currency text, amount bigint, compare_at bigint)
    on conflict (environment_id, variant_id, currency) do update set amount = excluded.amount, compare_at = excluded.compare_at`)

export const deletePrices = (ctx: Ctx, rows: Pick<PriceRow, 'variant_id' | 'currency'>[]) =>
  ctx.db.run(sql`
    delete from variant_prices
    using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as removed (variant_id text, currency text)
    where environment_id = ${ctx.environmentId}
      and variant_prices.variant_id = removed.variant_id and variant_prices.currency = removed.currency`)

export interface ImageRow {
  id: string
  product_id: string
  position: number
  url: string
  alt: string
}

export const deleteImages = (ctx: Ctx, productIds: string[]) =>
  ctx.db.run(sql`
    delete from product_images where environment_id = ${ctx.environmentId} and product_id = any(${productIds})`)

export const insertImages = (ctx: Ctx, rows: ImageRow[]) =>
  ctx.db.run(sql`
    insert into product_images (environment_id, id, product_id, position, url, alt)
    select ${ctx.environmentId}, id, product_id, position, url, alt
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input (id text, product_id text, position integer, url text, alt text)`)

/** `limit 1` keeps a plan made for small shops from reading all products of a large one. */
export const readProducts = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    Product,
    sql`
      select products.id, handle, title, description, vendor, type, tags, status, publish_at, unpublish_at,
        json_build_object('title', seo_title, 'description', seo_description) as seo, custom_fields, external_id, tax_class, gift_card,
        category, options,
        coalesce(own_variants.list, '[]') as variants, coalesce(own_images.list, '[]') as images,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = products.id and rating_count > 0
        ) as rating,
        version, created_at, updated_at
      from (select distinct id from unnest(${ids}::text[]) as id) as wanted
      cross join lateral (
        select id, handle, title, description, vendor, type, tags, status, publish_at, unpublish_at, seo_title, seo_description,
          custom_fields, external_id, tax_class, gift_card, category, options, version, created_at, updated_at
        from products
        where environment_id = ${ctx.environmentId} and products.id = wanted.id
        limit 1
      ) as products
      left join lateral (
        select json_agg(json_build_object(
          'id', variants.id,
          'options', coalesce((
            select json_object_agg(option.value ->> 'name', variants.option_values[option.ordinal])
            from jsonb_array_elements(products.options) with ordinality as option (value, ordinal)
          ), '{}'),
          'sku', sku, 'barcode', barcode,
          'prices', coalesce((
            select json_agg(json_build_object(
              'price', json_build_object('amount', amount, 'currency', currency),
              'compareAtPrice', case when compare_at is null then null
                else json_build_object('amount', compare_at, 'currency', currency) end
            ) order by currency)
            from variant_prices
            where variant_prices.environment_id = ${ctx.environmentId} and variant_prices.variant_id = variants.id
          ), '[]'),
          'cost', case when cost is null then null else json_build_object('amount', cost, 'currency', cost_currency) end,
          'weightGrams', weight_grams, 'requiresShipping', requires_shipping,
          'trackStock', track_stock, 'inventoryPolicy', inventory_policy, 'maxQuantityPerOrder', max_quantity_per_order, 'externalId', variants.external_id,
          'taxable', taxable,
          'imageUrl', case when left(image_url, 1) = '/' then ${ctx.publicUrl}::text || image_url else image_url end
        ) order by position) as list
        from variants
        where variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      ) as own_variants on true
      left join lateral (
        select json_agg(json_build_object(
          'id', product_images.id,
          'url', case when left(url, 1) = '/' then ${ctx.publicUrl}::text || url else url end,
          'alt', alt
        ) order by position) as list
        from product_images
        where product_images.environment_id = ${ctx.environmentId} and product_images.product_id = products.id
      ) as own_images on true
      order by products.id desc`,
  )

/** Each lookup uses its own index. */
export const FIND_PRODUCT_IDS: Record<MatchBy, (ctx: Ctx, names: string[]) => Promise<{ id: `prod_${string}` }[]>> = {
  handle: (ctx, names) =>
    ctx.db.rows(
      ProductId,
      sql`select id from products where environment_id = ${ctx.environmentId} and handle = any(${names})`,
    ),
  externalId: (ctx, names) =>
    ctx.db.rows(
      ProductId,
      sql`select id from products where environment_id = ${ctx.environmentId} and external_id = any(${names})`,
    ),
  sku: (ctx, names) =>
    ctx.db.rows(
      ProductId,
      sql`
        select distinct product_id as id from variants
        where environment_id = ${ctx.environmentId} and sku = any(${names})`,
    ),
}
