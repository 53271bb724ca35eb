import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { ProductRating } from '../../kit/rating.ts'
import { Id, Nullable } from '../../kit/schema.ts'
import type { Filters } from './filters.ts'
import { clampInteger, type ListPosition } from './product-list-cursor.ts'
import { ListedProduct } from './schemas.ts'

/** A row of a list, with its sort key in the requested order. */
export const ListRow = Type.Object({
  productId: Id('prod'),
  summary: Type.Omit(ListedProduct, ['priceRange', 'compareAtPrice', 'available', 'rating']),
  currency: Type.String(),
  lowest: Nullable(Type.Integer()),
  highest: Nullable(Type.Integer()),
  compareAt: Nullable(Type.Integer()),
  /** The first variant that can be bought in this currency. */
  offeredVariantId: Nullable(Id('var')),
  rating: ProductRating,
  textKey: Type.String(),
  numberKey: Type.Number(),
})
export type ListRow = Static<typeof ListRow>

/** The limit of the integer columns. */
export const MAX_INTEGER = 2_147_483_647

/**
 * Ids are ordered by time, so a page reads only its own rows by primary key. `offset 0` keeps PostgreSQL from reading all
 * members of the collection at once.
 */
export const listNewest = (ctx: Ctx, filters: Filters, { id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    withCustomPlan(sql`
      select listing.product_id, summary, coalesce(${filters.currency}, environments.currency) as currency,
        lowest, highest, compare_at, offered_variant_id, '' as text_key, 0::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from environments
      join listings as listing on listing.environment_id = ${ctx.environmentId}
      cross join lateral listing_price(listing.prices, coalesce(${filters.currency}, environments.currency)) as price
      where environments.id = ${ctx.environmentId} and listing.product_id < ${id}
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        and (${filters.search}::text is null or listing.search_vector @@ ${filters.search}::tsquery)
        and is_matching_listing(listing.vendor, listing.type, listing.tags, listing.option_terms, listing.prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, coalesce(${filters.currency}, environments.currency), ${filters.available})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = listing.product_id offset 0
        ))
        and ((${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null) or exists (
          select from listing_variants as variant
          where variant.environment_id = ${ctx.environmentId} and variant.product_id = listing.product_id
            and is_matching_variant(variant.option_terms, variant.available, variant.prices, ${filters.optionGroups},
              coalesce(${filters.currency}, environments.currency), ${filters.minPrice}, ${filters.maxPrice}, ${filters.available})
        ))
      order by listing.product_id desc
      limit ${take}`),
  )

/** By title; equal titles newest first. */
export const listByTitle = (ctx: Ctx, filters: Filters, { text, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    withCustomPlan(sql`
      select listing.product_id, summary, coalesce(${filters.currency}, environments.currency) as currency,
        lowest, highest, compare_at, offered_variant_id, title_key as text_key, 0::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from environments
      join listings as listing on listing.environment_id = ${ctx.environmentId}
      cross join lateral listing_price(listing.prices, coalesce(${filters.currency}, environments.currency)) as price
      where environments.id = ${ctx.environmentId}
        and title_key >= ${text} and (title_key > ${text} or listing.product_id < ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        and (${filters.search}::text is null or listing.search_vector @@ ${filters.search}::tsquery)
        and is_matching_listing(listing.vendor, listing.type, listing.tags, listing.option_terms, listing.prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, coalesce(${filters.currency}, environments.currency), ${filters.available})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = listing.product_id offset 0
        ))
        and ((${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null) or exists (
          select from listing_variants as variant
          where variant.environment_id = ${ctx.environmentId} and variant.product_id = listing.product_id
            and is_matching_variant(variant.option_terms, variant.available, variant.prices, ${filters.optionGroups},
              coalesce(${filters.currency}, environments.currency), ${filters.minPrice}, ${filters.maxPrice}, ${filters.available})
        ))
      order by title_key, listing.product_id desc
      limit ${take}`),
  )

/** By units sold; equal counts newest first. */
export const listBestSelling = (ctx: Ctx, filters: Filters, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    withCustomPlan(sql`
      select listing.product_id, summary, coalesce(${filters.currency}, environments.currency) as currency,
        lowest, highest, compare_at, offered_variant_id, '' as text_key, (-units_sold)::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from environments
      join listings as listing on listing.environment_id = ${ctx.environmentId}
      cross join lateral listing_price(listing.prices, coalesce(${filters.currency}, environments.currency)) as price
      where environments.id = ${ctx.environmentId}
        and (units_sold, listing.product_id) < (${clampInteger(-number, -1, MAX_INTEGER)}::integer, ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        and (${filters.search}::text is null or listing.search_vector @@ ${filters.search}::tsquery)
        and is_matching_listing(listing.vendor, listing.type, listing.tags, listing.option_terms, listing.prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, coalesce(${filters.currency}, environments.currency), ${filters.available})
        and (${filters.collectionId}::text is null or exists (
          select from collection_products as member
          where member.environment_id = ${ctx.environmentId} and member.collection_id = ${filters.collectionId}
            and member.product_id = listing.product_id offset 0
        ))
        and ((${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null) or exists (
          select from listing_variants as variant
          where variant.environment_id = ${ctx.environmentId} and variant.product_id = listing.product_id
            and is_matching_variant(variant.option_terms, variant.available, variant.prices, ${filters.optionGroups},
              coalesce(${filters.currency}, environments.currency), ${filters.minPrice}, ${filters.maxPrice}, ${filters.available})
        ))
      order by units_sold desc, listing.product_id desc
      limit ${take}`),
  )

/** In the manual order of a collection. */
export const listByPosition = (ctx: Ctx, filters: Filters, { number, id }: ListPosition, take: number) =>
  ctx.db.rows(
    ListRow,
    withCustomPlan(sql`
      select listing.product_id, summary, coalesce(${filters.currency}, environments.currency) as currency,
        lowest, highest, compare_at, offered_variant_id, '' as text_key, position::float8 as number_key,
        (
          select json_build_object('average', round(rating_sum::numeric / rating_count, 2), 'count', rating_count)
          from product_ratings
          where product_ratings.environment_id = ${ctx.environmentId} and product_ratings.product_id = listing.product_id and rating_count > 0
        ) as rating
      from environments
      join collection_products on collection_products.environment_id = ${ctx.environmentId}
        and collection_products.collection_id = ${filters.collectionId}
      join listings as listing on listing.environment_id = ${ctx.environmentId}
      cross join lateral listing_price(listing.prices, coalesce(${filters.currency}, environments.currency)) as price
      where environments.id = ${ctx.environmentId} and listing.product_id = collection_products.product_id
        and position >= ${clampInteger(number, 0, MAX_INTEGER)}::integer
        and (position > ${clampInteger(number, 0, MAX_INTEGER)}::integer or collection_products.product_id < ${id})
        and is_public_listing(listing.status, listing.publish_at, listing.unpublish_at, ${ctx.now})
        and (${filters.search}::text is null or listing.search_vector @@ ${filters.search}::tsquery)
        and is_matching_listing(listing.vendor, listing.type, listing.tags, listing.option_terms, listing.prices,
          ${filters.vendors}, ${filters.types}, ${filters.tags}, ${filters.optionGroups}, coalesce(${filters.currency}, environments.currency), ${filters.available})
        and ((${filters.optionGroups}::text[] is null and ${filters.minPrice}::bigint is null and ${filters.maxPrice}::bigint is null) or exists (
          select from listing_variants as variant
          where variant.environment_id = ${ctx.environmentId} and variant.product_id = listing.product_id
            and is_matching_variant(variant.option_terms, variant.available, variant.prices, ${filters.optionGroups},
              coalesce(${filters.currency}, environments.currency), ${filters.minPrice}, ${filters.maxPrice}, ${filters.available})
        ))
      order by position, collection_products.product_id desc
      limit ${take}`),
  )
