import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { ShownProduct, type ShownQuery } from './schemas.ts'

const Found = Type.Object({ id: Id('prod') })

/** By id, by handle, or by a handle that it had before, each by its own index; only what is on show. */
export const findShown = (ctx: Ctx, idOrHandle: string) =>
  ctx.db.row(
    Found,
    sql`
      with named as (
        select id, 1 as rank from products where environment_id = ${ctx.environmentId} and id = ${idOrHandle}
        union all
        select id, 2 from products where environment_id = ${ctx.environmentId} and handle = ${idOrHandle}
        union all
        select product_id, 3 from product_redirects
        where environment_id = ${ctx.environmentId} and handle = ${idOrHandle}
      )
      select products.id
      from named join products on products.environment_id = ${ctx.environmentId} and products.id = named.id
      where status = 'active'
        and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
      order by named.rank
      limit 1`,
  )

export const listShownIds = (ctx: Ctx, { before, take }: Keyset, { tag, vendor, type }: ShownQuery) =>
  ctx.db.rows(
    Found,
    sql`
      select id from products
      where environment_id = ${ctx.environmentId} and id < ${before} and status = 'active'
        and (publish_at is null or publish_at <= ${ctx.now}) and (unpublish_at is null or unpublish_at > ${ctx.now})
        and (${vendor ?? null}::text is null or vendor = ${vendor ?? null})
        and (${type ?? null}::text is null or type = ${type ?? null})
        and (${tag ?? null}::text is null or ${tag ?? null} = any(tags))
      order by id desc
      limit ${take}`,
  )

/** In the wanted currency, or in the shop's own. */
export const readShown = (ctx: Ctx, ids: string[], currency: string | undefined) =>
  ctx.db.rows(
    ShownProduct,
    sql`
      with wanted as (
        select coalesce(${currency ?? null}::text, environments.currency) as currency
        from environments where environments.id = ${ctx.environmentId}
      )
      select products.id, handle, title, description, vendor, type, tags,
        json_build_object('title', seo_title, 'description', seo_description) as seo, options,
        case when own.lowest is null then null else json_build_object(
          'min', json_build_object('amount', own.lowest, 'currency', wanted.currency),
          'max', json_build_object('amount', own.highest, 'currency', wanted.currency)
        ) end as price_range,
        coalesce(own.list, '[]') as variants, coalesce(own_images.list, '[]') as images
      from products
      cross join wanted
      left join lateral (
        select min(amount) as lowest, max(amount) as highest, json_agg(json_build_object(
          'id', variants.id,
          'options', coalesce((
            select json_object_agg(option.value ->> 'name', variants.option_values[option.place])
            from jsonb_array_elements(products.options) with ordinality as option (value, place)
          ), '{}'),
          'sku', sku, 'barcode', barcode,
          'price', case when amount is null then null
            else json_build_object('amount', amount, 'currency', wanted.currency) end,
          'compareAtPrice', case when compare_at is null then null
            else json_build_object('amount', compare_at, 'currency', wanted.currency) end,
          'requiresShipping', requires_shipping
        ) order by position) as list
        from variants
        left join variant_prices on variant_prices.environment_id = ${ctx.environmentId}
          and variant_prices.variant_id = variants.id and variant_prices.currency = wanted.currency
        where variants.environment_id = ${ctx.environmentId} and variants.product_id = products.id
      ) as own on true
      left join lateral (
        select json_agg(json_build_object('id', product_images.id, 'url', case when left(url, 1) = '/' then ${ctx.publicUrl}::text || url else url end, 'alt', alt) order by position) as list
        from product_images
        where product_images.environment_id = ${ctx.environmentId} and product_images.product_id = products.id
      ) as own_images on true
      where products.environment_id = ${ctx.environmentId} and products.id = any(${ids})
      order by products.id desc`,
  )
