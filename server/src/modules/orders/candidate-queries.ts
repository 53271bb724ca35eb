import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { OrdersQuery } from './schemas.ts'

const OrderId = Type.Object({ id: Id('ord') })
const CountRow = Type.Object({ count: Type.Integer() })

/** What `search` and `tags` must contain; null: anything. */
export interface ContentFilter {
  searchPattern: string | null
  /** A regular expression. */
  wordPattern: string | null
  tag: string | null
}

/** How many of the newest orders match. */
export const countNewestMatches = async (ctx: Ctx, filter: ContentFilter, scanned: number): Promise<number> => {
  const { count } = await ctx.db.one(
    CountRow,
    withCustomPlan(sql`
      select count(*) as count from (
        select search, tags from orders where environment_id = ${ctx.environmentId}
        order by placed_at desc, id desc
        limit ${scanned}
      ) as newest
      where (${filter.searchPattern}::text is null or search like ${filter.searchPattern})
        and (${filter.wordPattern}::text is null or search ~ ${filter.wordPattern})
        and (${filter.tag}::text is null or tags @> array[${filter.tag}::text])`),
  )
  return count
}

/**
 * Orders that match, by the indexes of texts and tags. An expression has no index, so PostgreSQL can't read the orders in their
 * order until it has found as many as it expects.
 */
export const listContentMatches = (ctx: Ctx, filter: ContentFilter, limit: number) =>
  ctx.db.rows(
    OrderId,
    withCustomPlan(sql`
      select id from orders
      where environment_id = ${ctx.environmentId}
        and (${filter.searchPattern}::text is null or search like ${filter.searchPattern})
        and (${filter.wordPattern}::text is null or search ~ ${filter.wordPattern})
        and (${filter.tag}::text is null or (tags <> '{}' and tags @> array[${filter.tag}::text]))
      order by id || ''
      limit ${limit}`),
  )

/** The order with this number or external id. Both are unique, but PostgreSQL expects hundreds in a large shop. */
export const listUniqueMatches = (ctx: Ctx, { number, externalId }: OrdersQuery) =>
  ctx.db.rows(
    OrderId,
    withCustomPlan(sql`
      select id from orders
      where environment_id = ${ctx.environmentId}
        and (${number ?? null}::integer is null or number = ${number ?? null})
        and (${externalId ?? null}::text is null or contents ->> 'externalId' = ${externalId ?? null})
      order by id || ''`),
  )

/** Orders with these values, by the indexes of these. */
export const listValueMatches = (ctx: Ctx, filter: OrdersQuery, limit: number) =>
  ctx.db.rows(
    OrderId,
    withCustomPlan(sql`
      select id from orders
      where environment_id = ${ctx.environmentId}
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.paymentStatus ?? null}::text is null or payment_status = ${filter.paymentStatus ?? null})
        and (${filter.fulfillmentStatus ?? null}::text is null or fulfillment_status = ${filter.fulfillmentStatus ?? null})
        and (${filter.returnStatus ?? null}::text is null or return_status = ${filter.returnStatus ?? null})
        and (${filter.toFulfill ?? false} = false or (status = 'open'
          and fulfillment_status in ('unfulfilled', 'partially_fulfilled')
          and payment_status in ('authorized', 'paid', 'partially_refunded')))
        and (${filter.email ?? null}::text is null or lower(email) = lower(${filter.email ?? null}))
        and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
        and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
        and (${filter.placedFrom ?? null}::timestamptz is null or placed_at >= ${filter.placedFrom ?? null})
        and (${filter.placedTo ?? null}::timestamptz is null or placed_at < ${filter.placedTo ?? null})
      order by placed_at desc, id desc
      limit ${limit}`),
  )
