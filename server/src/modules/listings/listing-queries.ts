import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'

/**
 * Everything that a list displays, filters, sorts and searches by. Each CTE is `materialized`: the number of products
 * is unknown to the planner, and for few of them PostgreSQL would recompute the CTEs per product.
 */
export const writeListings = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`
    with own_variants as (
      select variants.product_id, variants.id, variants.position, variants.sku, variants.barcode,
        (
          select array_agg((products.options -> (ordinal - 1)::int ->> 'name') || ':' || value order by ordinal)
          from unnest(variants.option_values) with ordinality as option_value (value, ordinal)
        ) as option_terms,
        not track_stock or inventory_policy = 'continue' or exists (
          select from stock_levels
          join locations on locations.environment_id = ${ctx.environmentId} and locations.id = stock_levels.location_id
          where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = variants.id
            and locations.active and stock_levels.available > 0
        ) as available,
        coalesce((
          select jsonb_object_agg(currency, amount) from variant_prices
          where variant_prices.environment_id = ${ctx.environmentId} and variant_prices.variant_id = variants.id
        ), '{}') as prices
      from variants
      join products on products.environment_id = ${ctx.environmentId} and products.id = variants.product_id
      where variants.environment_id = ${ctx.environmentId} and variants.product_id = any(${ids})
    ),
    variant_stats as materialized (
      select product_id, count(*)::int as variant_count, count(*) filter (where available) as available_count,
        (array_agg(id order by available desc, position))[1] as default_variant_id,
        array_remove(array_agg(distinct lower(sku)), null) || array_remove(array_agg(distinct lower(barcode)), null) as codes
      from own_variants group by product_id
    ),
    option_stats as materialized (
      select product_id, array_agg(distinct term) as option_terms,
        array_agg(distinct term) filter (where available) as available_terms,
        string_agg(distinct substr(term, strpos(term, ':') + 1), ' ') as option_words
      from own_variants, unnest(option_terms) as term group by product_id
    ),
    price_stats as materialized (
      select product_id,
        jsonb_object_agg(currency, jsonb_build_array(lowest, highest, compare_at, offered_id, offered < available_count)) as prices
      from (
        select own_variants.product_id, currency, min(amount) as lowest, max(amount) as highest,
          (array_agg(compare_at order by amount, compare_at desc nulls last))[1] as compare_at,
          (array_agg(own_variants.id order by position) filter (where available))[1] as offered_id,
          count(*) filter (where available) as offered
        from own_variants
        join variant_prices on variant_prices.environment_id = ${ctx.environmentId}
          and variant_prices.variant_id = own_variants.id
        group by own_variants.product_id, currency
      ) as in_currency
      join variant_stats using (product_id)
      group by product_id
    ),
    variant_rows as (
      insert into listing_variants (environment_id, product_id, variant_id, option_terms, available, prices)
      select ${ctx.environmentId}, product_id, id, coalesce(option_terms, '{}'), available, prices from own_variants
      on conflict (environment_id, product_id, variant_id) do update
      set option_terms = excluded.option_terms, available = excluded.available, prices = excluded.prices
      where (listing_variants.option_terms, listing_variants.available, listing_variants.prices)
        is distinct from (excluded.option_terms, excluded.available, excluded.prices)
    ),
    deleted as (
      delete from listing_variants
      where environment_id = ${ctx.environmentId} and product_id = any(${ids})
        and variant_id not in (select id from own_variants)
    )
    insert into listings as existing (environment_id, product_id, status, publish_at, unpublish_at, title_key, vendor, type, tags,
      option_terms, available_terms, units_sold, prices, currencies, search_vector, summary)
    select ${ctx.environmentId}, products.id, products.status, products.publish_at, products.unpublish_at,
      search_fold(products.title), products.vendor, products.type, products.tags,
      coalesce(option_stats.option_terms, '{}'), coalesce(option_stats.available_terms, '{}'), 0, coalesce(price_stats.prices, '{}'),
      array(select jsonb_object_keys(price_stats.prices)),
      search_document(environments.search_languages, products.title,
        concat_ws(' ', products.vendor, products.type, array_to_string(products.tags, ' ')),
        concat_ws(' ', option_stats.option_words, products.seo_title, products.seo_description), left(products.description, 20000))
        || array_to_tsvector(coalesce(variant_stats.codes, '{}')),
      jsonb_build_object(
        'id', products.id, 'handle', products.handle, 'title', products.title, 'vendor', products.vendor,
        'type', products.type, 'tags', products.tags, 'options', products.options,
        'image', (
          select jsonb_build_object('id', product_images.id, 'url', url, 'alt', alt) from product_images
          where product_images.environment_id = ${ctx.environmentId} and product_images.product_id = products.id
          order by position limit 1
        ),
        'available', coalesce(available_count > 0, false), 'variantCount', coalesce(variant_stats.variant_count, 0),
        'defaultVariantId', variant_stats.default_variant_id
      )
    from products
    join environments on environments.id = ${ctx.environmentId}
    left join variant_stats on variant_stats.product_id = products.id
    left join option_stats on option_stats.product_id = products.id
    left join price_stats on price_stats.product_id = products.id
    where products.environment_id = ${ctx.environmentId} and products.id = any(${ids})
    on conflict (environment_id, product_id) do update set
      status = excluded.status, publish_at = excluded.publish_at, unpublish_at = excluded.unpublish_at,
      title_key = excluded.title_key, vendor = excluded.vendor, type = excluded.type, tags = excluded.tags,
      option_terms = excluded.option_terms, available_terms = excluded.available_terms,
      prices = excluded.prices, currencies = excluded.currencies, search_vector = excluded.search_vector, summary = excluded.summary`)

/** Returns the number of products with other currencies than those of their prices. */
export const repairCurrencies = (ctx: Ctx): Promise<number> =>
  ctx.db.run(sql`
    update listings set currencies = array(select jsonb_object_keys(listings.prices))
    where environment_id = ${ctx.environmentId} and currencies <> array(select jsonb_object_keys(listings.prices))`)

/** Sorted, so that transactions adding the same words wait for one another without a deadlock. */
export const addVocabulary = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`
    insert into search_vocabulary (environment_id, word)
    select distinct ${ctx.environmentId}::uuid, word
    from listings
    cross join lateral (
      select string_agg(substr(term, strpos(term, ':') + 1), ' ') as option_words from unnest(option_terms) as term
    ) as options
    cross join lateral unnest(string_to_array(
      search_fold(concat_ws(' ', title_key, vendor, type, array_to_string(tags, ' '), option_words)), ' ')) as word
    where environment_id = ${ctx.environmentId} and product_id = any(${ids}) and status = 'active'
      and length(word) between 3 and 50 and word !~ '[0-9]'
    order by word
    on conflict (environment_id, word) do nothing`)

/** One row per price of an active product, for sorting by price. */
export const writeListingPrices = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`
    with current_prices as (
      select product_id, currency, (price ->> 0)::bigint as lowest, (price ->> 1)::bigint as highest,
        (price ->> 2)::bigint as compare_at
      from listings, jsonb_each(prices) as in_currency (currency, price)
      where environment_id = ${ctx.environmentId} and product_id = any(${ids}) and status = 'active'
    ),
    deleted as (
      delete from listing_prices
      where environment_id = ${ctx.environmentId} and product_id = any(${ids})
        and (product_id, currency) not in (select product_id, currency from current_prices)
    )
    insert into listing_prices as existing (environment_id, product_id, currency, lowest, highest, compare_at)
    select ${ctx.environmentId}, product_id, currency, lowest, highest, compare_at from current_prices
    on conflict (environment_id, product_id, currency) do update
    set lowest = excluded.lowest, highest = excluded.highest, compare_at = excluded.compare_at
    where (existing.lowest, existing.highest, existing.compare_at) is distinct from (excluded.lowest, excluded.highest, excluded.compare_at)`)

/** Removes words that no product contains anymore. */
export const pruneVocabulary = (ctx: Ctx) =>
  ctx.db.run(sql`
    delete from search_vocabulary
    where environment_id = ${ctx.environmentId} and not exists (
      select from listings
      where listings.environment_id = ${ctx.environmentId} and listings.search_vector @@ plainto_tsquery('simple', search_vocabulary.word)
    )`)

const ProductId = Type.Object({ id: Id('prod') })

export const listProductIdsAfter = (ctx: Ctx, after: string, take: number) =>
  ctx.db.rows(
    ProductId,
    sql`select id from products where environment_id = ${ctx.environmentId} and id > ${after} order by id limit ${take}`,
  )

const NextChange = Type.Object({ next: Nullable(Timestamp) })

export const findNextPublicationChange = (ctx: Ctx) =>
  ctx.db.one(
    NextChange,
    sql`
      select least(
        (select min(publish_at) from listings where environment_id = ${ctx.environmentId} and publish_at > ${ctx.now}),
        (select min(unpublish_at) from listings where environment_id = ${ctx.environmentId} and unpublish_at > ${ctx.now})
      ) as next`,
  )

/**
 * The variant data that carts read. Rows of deleted variants are removed by cascade. `prices` are price and compare-at
 * price by currency: {"EUR": [1999, 2499]}.
 */
export const writeOffers = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`
    insert into offers as existing (environment_id, variant_id, product_id, status, publish_at, unpublish_at, limited_by_stock, data)
    select variants.environment_id, variants.id, products.id, products.status, products.publish_at, products.unpublish_at,
      track_stock and inventory_policy = 'deny',
      json_build_object(
        'variantId', variants.id, 'productId', products.id, 'title', title, 'handle', handle,
        'options', coalesce((
          select json_object_agg(option.value ->> 'name', variants.option_values[option.ordinal])
          from jsonb_array_elements(products.options) with ordinality as option (value, ordinal)
        ), '{}'),
        'sku', sku,
        'image', (
          select json_build_object('id', id, 'url', url, 'alt', alt) from product_images
          where product_images.environment_id = ${ctx.environmentId} and product_images.product_id = products.id
          order by url is distinct from variants.image_url, position limit 1
        ),
        'prices', coalesce((
          select json_object_agg(currency, json_build_array(amount, compare_at)) from variant_prices
          where variant_prices.environment_id = ${ctx.environmentId} and variant_prices.variant_id = variants.id
        ), '{}'),
        'weightGrams', coalesce(weight_grams, 0), 'requiresShipping', requires_shipping, 'taxClass', case when taxable then tax_class else 'none' end,
        'giftCard', gift_card, 'tags', tags, 'vendor', vendor, 'type', type,
        'maxQuantityPerOrder', max_quantity_per_order
      )
    from variants
    join products on products.environment_id = ${ctx.environmentId} and products.id = variants.product_id
    where variants.environment_id = ${ctx.environmentId} and variants.product_id = any(${ids})
    on conflict (environment_id, variant_id) do update set
      status = excluded.status, publish_at = excluded.publish_at, unpublish_at = excluded.unpublish_at,
      limited_by_stock = excluded.limited_by_stock, data = excluded.data
    where (existing.status, existing.publish_at, existing.unpublish_at, existing.limited_by_stock, existing.data::text)
      is distinct from (excluded.status, excluded.publish_at, excluded.unpublish_at, excluded.limited_by_stock, excluded.data::text)`)
