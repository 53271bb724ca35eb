import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { quickRead, sql, withGenericPlan } from '../../db/sql.ts'
import { Id, OneOf } from '../../kit/schema.ts'
import { PublicCollectionRow } from './collection-schemas.ts'
import { PublicProductRow, SORTS } from './schemas.ts'

/**
 * Finds a published product by id, handle or previous handle, each by its own index. Prices are in the given currency,
 * or in the shop currency. A plan made for small shops would join products, prices and stock by reading all of a shop:
 * `limit 1` makes PostgreSQL look up each row instead.
 */
export const findPublicProduct = (ctx: Ctx, idOrHandle: string, currency: string | null) =>
  ctx.db.row(
    PublicProductRow,
    quickRead(
      withGenericPlan(sql`
      with candidates as (
        select id, 1 as rank from products where environment_id = ${ctx.environmentId} and id = ${idOrHandle}
        union all
        select id, 2 from products where environment_id = ${ctx.environmentId} and handle = ${idOrHandle}
        union all
        select product_id, 3 from product_redirects
        where environment_id = ${ctx.environmentId} and handle = ${idOrHandle}
      ),
      params as (
        select coalesce(${currency}, environments.currency) as currency,
          case when left(environments.storefront_url, 1) = '/' then ${ctx.publicUrl}::text || environments.storefront_url
            else environments.storefront_url end as storefront_url
        from environments where environments.id = ${ctx.environmentId}
      )
      select products.id, handle, title, description, vendor, type, tags,
        json_build_object('title', seo_title, 'description', seo_description) as seo, options, params.storefront_url,
        case when own_variants.lowest is null then null else json_build_object(
          'min', json_build_object('amount', own_variants.lowest, 'currency', params.currency),
          'max', json_build_object('amount', own_variants.highest, 'currency', params.currency)
        ) end as price_range,
        coalesce(own_variants.list, '[]') as variants, coalesce(own_images.list, '[]') as images,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = products.id and rating_count > 0
        ) as rating,
        coalesce(own_reviews.list, '[]') as reviews
      from candidates
      cross join lateral (
        select id, handle, title, description, vendor, type, tags, seo_title, seo_description, options, status,
          publish_at, unpublish_at
        from products
        where environment_id = ${ctx.environmentId} and products.id = candidates.id
        limit 1
      ) as products
      cross join params
      left join lateral (
        select min(amount) as lowest, max(amount) as highest, json_agg(json_build_object(
          'id', variants.id,
          'options', coalesce((
            select json_object_agg(option.value ->> 'name', variants.option_values[option.ordinal])
            from jsonb_array_elements(products.options) with ordinality as option (value, ordinal)
          ), '{}'),
          'sku', sku, 'barcode', barcode,
          'price', case when amount is null then null
            else json_build_object('amount', amount, 'currency', params.currency) end,
          'compareAtPrice', case when compare_at is null then null
            else json_build_object('amount', compare_at, 'currency', params.currency) end,
          'available', amount is not null and (stock.in_stock or inventory_policy = 'continue'),
          'availability', case when amount is null then 'out_of_stock' when stock.in_stock then 'in_stock' when inventory_policy = 'continue' then 'backorder'
            else 'out_of_stock' end,
          'requiresShipping', requires_shipping,
          'imageUrl', case when left(image_url, 1) = '/' then ${ctx.publicUrl}::text || image_url else image_url end
        ) order by variants.position) as list
        from variants
        left join lateral (
          select amount, compare_at from variant_prices
          where environment_id = ${ctx.environmentId} and variant_id = variants.id and variant_prices.currency = params.currency
          limit 1
        ) as price on true
        cross join lateral (
          select not variants.track_stock or coalesce((
            select true from stock_levels
            where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = variants.id
              and available > 0 and (
                select active from locations
                where locations.environment_id = ${ctx.environmentId} and locations.id = stock_levels.location_id
              )
            limit 1
          ), false) as in_stock
        ) as stock
        where variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      ) as own_variants on true
      left join lateral (
        select json_agg(json_build_object('id', product_images.id, 'url', case when left(url, 1) = '/' then ${ctx.publicUrl}::text || url else url end, 'alt', alt) order by position) as list
        from product_images
        where product_images.environment_id = ${ctx.environmentId} and product_images.product_id = products.id
      ) as own_images on true
      left join lateral (
        select json_agg(json_build_object('rating', rating, 'title', title, 'body', left(body, 1000), 'authorName', author_name,
          'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id desc) as list
        from (
          select id, rating, title, body, author_name, created_at from reviews
          where reviews.environment_id = ${ctx.environmentId} and reviews.product_id = products.id
            and reviews.status = 'published' and body <> ''
          order by id desc
          limit 5
        ) as latest
      ) as own_reviews on true
      where products.status = 'active'
        and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
      order by candidates.rank
      limit 1`),
    ),
  )

const CollectionId = Type.Object({ id: Id('col') })
const CollectionSort = Type.Object({ id: Id('col'), sort: OneOf(SORTS) })

/** No handle looks like an id, so there is at most one match. */
export const findPublicCollection = (ctx: Ctx, handleOrId: string) =>
  ctx.db.row(
    CollectionSort,
    sql`
      select id, sort from collections
      where environment_id = ${ctx.environmentId} and handle = ${handleOrId} and status = 'active'
      union all
      select id, sort from collections
      where environment_id = ${ctx.environmentId} and id = ${handleOrId} and status = 'active'`,
  )

export const listPublicCollectionIds = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    CollectionId,
    sql`
      select id from collections
      where environment_id = ${ctx.environmentId} and id < ${before} and status = 'active'
      order by id desc
      limit ${take}`,
  )

export const readPublicCollections = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    PublicCollectionRow,
    sql`
      select collections.id, collections.handle, collections.title, collections.description,
        case when image_url is null then null else json_build_object('id', image_id, 'url',
          case when starts_with(image_url, '/') then ${ctx.publicUrl}::text || image_url else image_url end, 'alt', image_alt) end as image, sort,
        json_build_object('title', collections.seo_title, 'description', collections.seo_description) as seo,
        coalesce(counts.total, 0) as product_count
      from collections
      left join (
        select collection_id, count(*) as total
        from collection_products
        join products on products.environment_id = ${ctx.environmentId} and products.id = product_id
        where collection_products.environment_id = ${ctx.environmentId} and collection_id = any(${ids}) and status = 'active'
          and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
        group by collection_id
      ) as counts on counts.collection_id = collections.id
      where collections.environment_id = ${ctx.environmentId} and collections.id = any(${ids})
      order by collections.id desc`,
  )
