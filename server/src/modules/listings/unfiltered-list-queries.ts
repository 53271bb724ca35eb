import type { Ctx } from '../../ctx.ts'
import { quickRead, sql, withGenericPlan } from '../../db/sql.ts'
import { ABOVE_ALL_PRICES, clampInteger, type ListPosition } from './product-list-cursor.ts'
import { ListRow, MAX_INTEGER } from './product-list-queries.ts'

/*
 * Lists without filters, which storefronts request most, with one plan for all shops. PostgreSQL knows neither the shop
 * nor the limit then. From optional filters it would conclude that hardly any product matches, and read all of a shop to
 * sort them; without filters it reads the index that has the order.
 */

type Currency = string | null

export const listAllNewest = (ctx: Ctx, currency: Currency, { id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    quickRead(
      withGenericPlan(sql`
      select listing.product_id, summary, coalesce(${currency}, environments.currency) as currency,
        lowest, highest, compare_at, offered_variant_id, '' as text_key, 0::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from environments
      join listings as listing on listing.environment_id = ${ctx.environmentId}
      cross join lateral listing_price(listing.prices, coalesce(${currency}, environments.currency)) as price
      where environments.id = ${ctx.environmentId} and listing.product_id < ${id}
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
      order by listing.product_id desc
      limit ${take}`),
    ),
  )

/** Equal titles newest first. */
export const listAllByTitle = (ctx: Ctx, currency: Currency, { text, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    quickRead(
      withGenericPlan(sql`
      select listing.product_id, summary, coalesce(${currency}, environments.currency) as currency,
        lowest, highest, compare_at, offered_variant_id, title_key as text_key, 0::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from environments
      join listings as listing on listing.environment_id = ${ctx.environmentId}
      cross join lateral listing_price(listing.prices, coalesce(${currency}, environments.currency)) as price
      where environments.id = ${ctx.environmentId}
        and title_key >= ${text} and (title_key > ${text} or listing.product_id < ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
      order by title_key, listing.product_id desc
      limit ${take}`),
    ),
  )

/** Equal counts newest first. */
export const listAllBestSelling = (ctx: Ctx, currency: Currency, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    quickRead(
      withGenericPlan(sql`
      select listing.product_id, summary, coalesce(${currency}, environments.currency) as currency,
        lowest, highest, compare_at, offered_variant_id, '' as text_key, (-units_sold)::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from environments
      join listings as listing on listing.environment_id = ${ctx.environmentId}
      cross join lateral listing_price(listing.prices, coalesce(${currency}, environments.currency)) as price
      where environments.id = ${ctx.environmentId}
        and (units_sold, listing.product_id) < (${clampInteger(-number, -1, MAX_INTEGER)}::integer, ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
      order by units_sold desc, listing.product_id desc
      limit ${take}`),
    ),
  )

/** Only products with a price, as `listCheapestFirst`; each is looked up by its key. */
export const listAllCheapestFirst = (ctx: Ctx, currency: Currency, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    quickRead(
      withGenericPlan(sql`
      with params as materialized (
        select coalesce(${currency}, currency) as currency from environments where id = ${ctx.environmentId}
      )
      select listing.product_id, summary, params.currency, lowest, highest, compare_at,
        listing.prices -> params.currency ->> 3 as offered_variant_id, '' as text_key,
        lowest::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from listing_prices
      cross join params
      cross join lateral (
        select product_id, summary, prices, status, publish_at, unpublish_at from listings
        where environment_id = ${ctx.environmentId} and product_id = listing_prices.product_id
        limit 1
      ) as listing
      where listing_prices.environment_id = ${ctx.environmentId}
        and listing_prices.currency = (select currency from params) and listing.prices -> params.currency is not null
        and (-lowest, listing_prices.product_id) < (${-clampInteger(number, -1, ABOVE_ALL_PRICES)}::bigint, ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
      order by -lowest desc, listing_prices.product_id desc
      limit ${take}`),
    ),
  )

export const listAllMostExpensiveFirst = (ctx: Ctx, currency: Currency, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    quickRead(
      withGenericPlan(sql`
      with params as materialized (
        select coalesce(${currency}, currency) as currency from environments where id = ${ctx.environmentId}
      )
      select listing.product_id, summary, params.currency, lowest, highest, compare_at,
        listing.prices -> params.currency ->> 3 as offered_variant_id, '' as text_key,
        (-lowest)::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from listing_prices
      cross join params
      cross join lateral (
        select product_id, summary, prices, status, publish_at, unpublish_at from listings
        where environment_id = ${ctx.environmentId} and product_id = listing_prices.product_id
        limit 1
      ) as listing
      where listing_prices.environment_id = ${ctx.environmentId}
        and listing_prices.currency = (select currency from params) and listing.prices -> params.currency is not null
        and (lowest, listing_prices.product_id) < (${clampInteger(-number, -1, ABOVE_ALL_PRICES)}::bigint, ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
      order by lowest desc, listing_prices.product_id desc
      limit ${take}`),
    ),
  )
