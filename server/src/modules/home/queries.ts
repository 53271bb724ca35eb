import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Money } from '../../kit/money.ts'
import { Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { ACTIVITY_TYPES, MAX_COUNT, WaitingWork } from './schemas.ts'

/**
 * Each count stops at a thousand, and what it reads has an index of its own, so that it takes the same time with a million
 * orders. Low levels have none, which every sale would have to update: it looks only at the newest with a threshold.
 */
export const countWaitingWork = (ctx: Ctx) =>
  ctx.db.one(
    WaitingWork,
    sql`
      select
        (select count(*) from (
          select from orders
          where environment_id = ${ctx.environmentId} and status = 'open'
            and fulfillment_status in ('unfulfilled', 'partially_fulfilled')
            and payment_status in ('authorized', 'paid', 'partially_refunded')
          limit ${MAX_COUNT + 1}) as to_fulfill)::int as orders_to_fulfill,
        (select count(*) from (
          select from orders
          where environment_id = ${ctx.environmentId} and status = 'open' and payment_status = 'authorized'
          limit ${MAX_COUNT + 1}) as to_capture)::int as payments_to_capture,
        (select count(*) from (
          select from orders
          where environment_id = ${ctx.environmentId} and return_status = 'requested'
          limit ${MAX_COUNT + 1}) as to_review)::int as returns_to_review,
        (select count(*) from (
          select from orders
          where environment_id = ${ctx.environmentId} and payment_status = 'disputed'
          limit ${MAX_COUNT + 1}) as disputed)::int as disputes,
        (select count(*) from (
          select from stock_levels
          where environment_id = ${ctx.environmentId} and is_low and available <= low_stock_threshold
          limit ${MAX_COUNT + 1}) as low)::int as low_stock,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and waiting_since is not null and category = 'open'
            and merged_into_id is null and not is_spam and (snoozed_until is null or snoozed_until <= ${ctx.now})
          limit ${MAX_COUNT + 1}) as waiting)::int as waiting_tickets,
        (select count(*) from (
          select from tickets
          where environment_id = ${ctx.environmentId} and category = 'open'
            and merged_into_id is null and not is_spam and (snoozed_until is null or snoozed_until <= ${ctx.now})
          limit ${MAX_COUNT + 1}) as unresolved)::int as open_tickets,
        (select count(*) from (
          select from chat_conversations
          where environment_id = ${ctx.environmentId} and owner = 'assistant' and status = 'open' and channel <> 'dashboard'
          limit ${MAX_COUNT + 1}) as live)::int as live_chats`,
  )

const SetupRow = Type.Object({
  product: Type.Boolean(),
  payments: Type.Boolean(),
  shipping: Type.Boolean(),
  taxes: Type.Boolean(),
  email: Type.Boolean(),
})

export const loadSetup = (ctx: Ctx) =>
  ctx.db.one(
    SetupRow,
    sql`
      select
        exists (select from products where environment_id = ${ctx.environmentId}) as product,
        exists (select from payment_connections where environment_id = ${ctx.environmentId}) as payments,
        exists (select from shipping_rates where environment_id = ${ctx.environmentId}) as shipping,
        exists (select from tax_regions where environment_id = ${ctx.environmentId})
          or exists (select from tax_engines where environment_id = ${ctx.environmentId}) as taxes,
        exists (select from mailboxes where environment_id = ${ctx.environmentId} and is_active) as email`,
  )

const OrderExists = Type.Object({ exists: Type.Boolean() })

/** Only what went through a checkout: staff and imports test nothing. */
export const hasPlacedOrder = async (ctx: Ctx): Promise<boolean> => {
  const { exists } = await ctx.db.one(
    OrderExists,
    sql`
      select exists (
        select from orders
        where environment_id = ${ctx.environmentId} and source in ('storefront', 'api', 'agent')
      ) as exists`,
  )
  return exists
}

const EnvironmentRow = Type.Object({ id: Type.String() })

export const findSandbox = (ctx: Ctx) =>
  ctx.db.row(EnvironmentRow, sql`select id from environments where workspace_id = ${ctx.workspaceId} and mode = 'test'`)

const ActivityRow = Type.Object({
  id: Type.String(),
  type: OneOf(ACTIVITY_TYPES),
  orderId: Nullable(Type.String()),
  number: Nullable(Type.Integer()),
  ticketId: Nullable(Type.String()),
  ticketSubject: Nullable(Type.String()),
  leadId: Nullable(Type.String()),
  reviewId: Nullable(Type.String()),
  productId: Nullable(Type.String()),
  productTitle: Nullable(Type.String()),
  person: Nullable(Type.String()),
  amount: Nullable(Money),
  rating: Nullable(Type.Integer()),
  createdAt: Timestamp,
})
export type ActivityRow = Static<typeof ActivityRow>

/** The newest of each type are a few entries of an index, however many events there are of other types. */
export const listActivity = (ctx: Ctx, types: readonly string[], limit: number) =>
  ctx.db.rows(
    ActivityRow,
    sql`
      with newest as (
        select event.id, event.type, event.data, event.created_at
        from unnest(${types}::text[]) as wanted (type)
        cross join lateral (
          select id, type, data, created_at from events
          where environment_id = ${ctx.environmentId} and events.type = wanted.type
          order by id desc
          limit ${limit}
        ) as event
        order by event.id desc
        limit ${limit}
      )
      select newest.id, newest.type, newest.data ->> 'orderId' as order_id, orders.number,
        newest.data ->> 'ticketId' as ticket_id, tickets.subject as ticket_subject, newest.data ->> 'leadId' as lead_id,
        newest.data ->> 'reviewId' as review_id, newest.data ->> 'productId' as product_id, products.title as product_title,
        coalesce(customers.name, orders.contents -> 'shippingAddress' ->> 'name', orders.email, tickets.requester_name, tickets.requester_email, lead_customers.name) as person,
        coalesce(newest.data -> 'total', newest.data -> 'amount') as amount, (newest.data ->> 'rating')::int as rating,
        newest.created_at
      from newest
      left join orders on orders.environment_id = ${ctx.environmentId} and orders.id = newest.data ->> 'orderId'
      left join customers on customers.environment_id = ${ctx.environmentId} and customers.id = orders.customer_id
      left join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.id = newest.data ->> 'ticketId'
      left join customers as lead_customers on lead_customers.environment_id = ${ctx.environmentId}
        and newest.type = 'lead.created' and lead_customers.id = newest.data ->> 'customerId'
      left join products on products.environment_id = ${ctx.environmentId} and products.id = newest.data ->> 'productId'
      order by newest.id desc`,
  )
