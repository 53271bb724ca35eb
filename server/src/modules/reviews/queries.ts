import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'
import {
  type ProductReviewsQuery,
  Review,
  ReviewRating,
  ReviewSettings,
  ReviewSource,
  type ReviewsQuery,
} from './schemas.ts'
import type { ProductReference } from './source-review.ts'

/** As stored, deleted ones too. */
export const ReviewRow = Type.Object({
  id: Id('rev'),
  source: ReviewSource,
  externalId: Type.String(),
  productId: Nullable(Id('prod')),
  productExternalId: Nullable(Type.String()),
  productHandle: Nullable(Type.String()),
  productSku: Nullable(Type.String()),
  rating: Nullable(ReviewRating),
  title: Type.String(),
  body: Type.String(),
  authorName: Nullable(Type.String()),
  customerKey: Nullable(Type.String()),
  verified: Type.Boolean(),
  status: OneOf(['published', 'hidden', 'deleted'] as const),
  sourceVersion: Type.Integer(),
  ticketId: Nullable(Id('tkt')),
  erasedAt: Nullable(Timestamp),
  createdAt: Timestamp,
})
export type ReviewRow = Static<typeof ReviewRow>

/** Does nothing if the review exists. The row counts as deleted until `saveReview` fills it. */
export const insertReview = (ctx: Ctx, { id, source, externalId }: Pick<ReviewRow, 'id' | 'source' | 'externalId'>) =>
  ctx.db.run(sql`
    insert into reviews (environment_id, id, source, external_id, title, body, verified, status, source_version, created_at, updated_at)
    values (${ctx.environmentId}, ${id}, ${source}, ${externalId}, '', '', false, 'deleted', -1, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, source, external_id) do nothing`)

export const lockReview = (ctx: Ctx, source: ReviewSource, externalId: string) =>
  ctx.db.one(
    ReviewRow,
    sql`
      select id, source, external_id, product_id, product_external_id, product_handle, product_sku, rating, title, body,
        author_name, customer_key, verified, status, source_version, ticket_id, erased_at, created_at
      from reviews
      where environment_id = ${ctx.environmentId} and source = ${source} and external_id = ${externalId}
      for no key update`,
  )

const ReviewTicket = Type.Object({ ticketId: Nullable(Id('tkt')), sourceVersion: Type.Integer() })

export const findReviewTicket = (ctx: Ctx, source: ReviewSource, externalId: string) =>
  ctx.db.row(
    ReviewTicket,
    sql`
      select ticket_id, source_version from reviews
      where environment_id = ${ctx.environmentId} and source = ${source} and external_id = ${externalId}`,
  )

export const saveReview = (ctx: Ctx, row: ReviewRow) =>
  ctx.db.run(sql`
    update reviews set product_id = ${row.productId}, product_external_id = ${row.productExternalId},
      product_handle = ${row.productHandle}, product_sku = ${row.productSku}, rating = ${row.rating}, title = ${row.title},
      body = ${row.body}, author_name = ${row.authorName}, customer_key = ${row.customerKey}, verified = ${row.verified},
      status = ${row.status}, source_version = ${row.sourceVersion}, ticket_id = ${row.ticketId},
      created_at = ${row.createdAt}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${row.id}`)

export const detachReviews = (ctx: Ctx, productId: string) =>
  ctx.db.run(sql`
    update reviews set product_id = null where environment_id = ${ctx.environmentId} and product_id = ${productId}`)

/** It was sent again without a change that we store. */
export const saveVersion = (ctx: Ctx, { id, sourceVersion }: Pick<ReviewRow, 'id' | 'sourceVersion'>) =>
  ctx.db.run(sql`
    update reviews set source_version = ${sourceVersion} where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Counted at once by the row's lock: concurrent reviews of a product add up. */
export const addToRating = (ctx: Ctx, productId: string, change: { count: number; sum: number }) =>
  ctx.db.run(sql`
    insert into product_ratings as existing (environment_id, product_id, rating_count, rating_sum)
    values (${ctx.environmentId}, ${productId}, greatest(${change.count}::integer, 0), greatest(${change.sum}::integer, 0))
    on conflict (environment_id, product_id) do update
    set rating_count = existing.rating_count + ${change.count}::integer, rating_sum = existing.rating_sum + ${change.sum}::integer`)

const ProductId = Type.Object({ id: Id('prod') })

/** By the ID in the shop system, then by handle, then by SKU. Shopify's IDs are also known with their `gid` prefix. */
export const findReviewedProduct = (ctx: Ctx, { externalId, handle, sku }: ProductReference) =>
  ctx.db.row(
    ProductId,
    sql`
      select id from (
        select id, 1 as rank from products
        where environment_id = ${ctx.environmentId}
          and external_id in (${externalId}::text, 'gid://shopify/Product/' || ${externalId}::text)
        union all
        select id, 2 from products where environment_id = ${ctx.environmentId} and id = ${externalId}
        union all
        select id, 3 from products where environment_id = ${ctx.environmentId} and handle = ${handle}
        union all
        select product_id, 4 from product_redirects where environment_id = ${ctx.environmentId} and handle = ${handle}
        union all
        select product_id, 5 from variants where environment_id = ${ctx.environmentId} and sku = ${sku}
      ) as candidates
      order by rank, id
      limit 1`,
  )

export const productExists = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.row(
    ProductId,
    sql`select id from products where environment_id = ${ctx.environmentId} and id = ${id}`,
  )) !== undefined

const ReviewedOrder = Type.Object({ id: Id('ord'), customerId: Nullable(Id('cus')), email: Nullable(Type.String()) })

export const findReviewedOrder = (ctx: Ctx, number: string) =>
  ctx.db.row(
    ReviewedOrder,
    sql`
      select id, customer_id, lower(email) as email from orders
      where environment_id = ${ctx.environmentId} and number = ${number}::bigint and status <> 'draft'`,
  )

export const findReview = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Review,
    sql`
      select id, source, external_id, product_id, rating, title, body, author_name, verified, status, ticket_id, created_at,
        updated_at
      from reviews
      where environment_id = ${ctx.environmentId} and id = ${id} and status <> 'deleted'`,
  )

export const listReviews = (ctx: Ctx, { before, take }: Keyset, filter: ReviewsQuery) =>
  ctx.db.rows(
    Review,
    sql`
      select id, source, external_id, product_id, rating, title, body, author_name, verified, status, ticket_id, created_at,
        updated_at
      from reviews
      where environment_id = ${ctx.environmentId} and id < ${before} and status <> 'deleted'
        and (${filter.productId ?? null}::text is null or product_id = ${filter.productId ?? null})
        and (${filter.rating ?? null}::smallint is null or rating = ${filter.rating ?? null})
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
      order by id desc
      limit ${take}`,
  )

export const listProductReviews = (
  ctx: Ctx,
  { before, take }: Keyset,
  productId: string,
  { rating = null }: Omit<ProductReviewsQuery, 'rating'> & { rating?: number | null },
) =>
  ctx.db.rows(
    Review,
    sql`
      select id, source, external_id, product_id, rating, title, body, author_name, verified, status, ticket_id, created_at,
        updated_at
      from reviews
      where environment_id = ${ctx.environmentId} and product_id = ${productId} and id < ${before} and status = 'published'
        and (${rating}::smallint is null or rating = ${rating})
      order by id desc
      limit ${take}`,
  )

export const findSettings = (ctx: Ctx) =>
  ctx.db.row(
    ReviewSettings,
    sql`select ticket_max_rating, updated_at from review_settings where environment_id = ${ctx.environmentId}`,
  )

export const saveSettings = (ctx: Ctx, ticketMaxRating: number) =>
  ctx.db.one(
    ReviewSettings,
    sql`
      insert into review_settings (environment_id, ticket_max_rating, updated_at)
      values (${ctx.environmentId}, ${ticketMaxRating}, ${ctx.now})
      on conflict (environment_id) do update set ticket_max_rating = excluded.ticket_max_rating, updated_at = excluded.updated_at
      returning ticket_max_rating, updated_at`,
  )

const WaitingEnvironment = Type.Object({
  environmentId: Uuid,
  workspaceId: Uuid,
  mode: OneOf(['live', 'test'] as const),
})

export const listWaitingEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    WaitingEnvironment,
    sql`
      /* all environments: one schedule serves them all */
      select id as environment_id, workspace_id, mode from environments
      where id in (
        select environment_id from reviews
        where product_id is null
          and (product_external_id is not null or product_handle is not null or product_sku is not null)
      )
      order by id`,
  )

const WaitingReview = Type.Object({ id: Id('rev'), source: ReviewSource, externalId: Type.String() })

export const listWaitingReviews = (ctx: Ctx, after: string, take: number) =>
  ctx.db.rows(
    WaitingReview,
    sql`
      select id, source, external_id from reviews
      where environment_id = ${ctx.environmentId} and id > ${after} and product_id is null
        and (product_external_id is not null or product_handle is not null or product_sku is not null)
      order by id
      limit ${take}`,
  )
