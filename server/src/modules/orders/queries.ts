import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Event } from '../../events/subscriber.ts'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import type { OrderKeyset } from './pagination.ts'
import {
  FULFILLMENT_STATUSES,
  ORDER_STATUSES,
  OrderPayment,
  type OrdersQuery,
  PAYMENT_STATUSES,
  RETURN_STATUSES,
} from './schemas.ts'
import type { OrderSnapshot, SnapshotLineItem } from './snapshot.ts'

export type LineItemDetails = Omit<
  SnapshotLineItem,
  'id' | 'variantId' | 'productId' | 'quantity' | 'requiresShipping' | 'total'
>

const LineItemRow = Type.Object({
  id: Type.String(),
  variantId: Nullable(Type.String()),
  productId: Nullable(Type.String()),
  ordered: Type.Integer(),
  current: Type.Integer(),
  fulfilled: Type.Integer(),
  returned: Type.Integer(),
  refunded: Type.Integer(),
  requiresShipping: Type.Boolean(),
  total: Type.Integer(),
  facts: Type.Unsafe<LineItemDetails>({ type: 'object' }),
})
export type LineItemRow = Static<typeof LineItemRow>

const { id, kind, provider, status, details } = OrderPayment.properties
const PaymentRow = Type.Object({
  id,
  kind,
  provider,
  status,
  details,
  ref: Nullable(Type.String()),
  amount: Type.Integer(),
  captured: Type.Integer(),
  refunded: Type.Integer(),
  createdAt: Timestamp,
})
export type PaymentRow = Static<typeof PaymentRow>

const DisputeRow = Type.Object({
  id: Type.String(),
  ref: Type.String(),
  /** Stripe's dispute status, verbatim. */
  status: Type.String(),
  /** Null for older events, which have no amount. */
  amount: Nullable(Money),
})
export type DisputeRow = Static<typeof DisputeRow>

/** The part of a refund that the amount due depends on. */
export interface RefundSummary {
  status: 'pending' | 'completed' | 'failed'
  lines: { quantity: number; removed: number; amount: number }[]
  tenders: { amount: number }[]
}

export const OrderRow = Type.Object({
  id: Id('ord'),
  number: Type.Integer(),
  status: OneOf(ORDER_STATUSES),
  paymentStatus: OneOf(PAYMENT_STATUSES),
  fulfillmentStatus: OneOf(FULFILLMENT_STATUSES),
  returnStatus: OneOf(RETURN_STATUSES),
  currency: Type.String(),
  total: Type.Integer(),
  refunded: Type.Integer(),
  email: Nullable(Type.String()),
  customerId: Nullable(Type.String()),
  source: Type.Unsafe<OrderSnapshot['source']>({ type: 'string' }),
  contents: Type.Unsafe<Omit<OrderSnapshot, 'id' | 'currency' | 'email' | 'customerId' | 'source' | 'lines'>>({
    type: 'object',
  }),
  tags: Type.Array(Type.String()),
  staffNote: Nullable(Type.String()),
  version: Type.Integer(),
  placedAt: Timestamp,
  canceledAt: Nullable(Timestamp),
  updatedAt: Timestamp,
  lines: Type.Array(LineItemRow),
  payments: Type.Array(PaymentRow),
  /**
   * The latest status of each dispute. A decided dispute stays decided: late events never reopen it. Older events
   * identify the payment instead of the dispute; they are dropped once the dispute itself is known.
   */
  disputes: Type.Array(DisputeRow),
  refunds: Type.Unsafe<RefundSummary[]>({ type: 'array' }),
})
export type OrderRow = Static<typeof OrderRow>

/** The complete order, with its items and payments. */
export const findOrder = (ctx: Ctx, id: string) =>
  ctx.db.row(
    OrderRow,
    sql`
      select id, number, status, payment_status, fulfillment_status, return_status, currency, total, refunded, email, customer_id,
        source, contents, tags, staff_note, version, placed_at, canceled_at, updated_at,
        (
          select json_agg(json_build_object('id', line.id, 'variantId', variant_id, 'productId', product_id, 'ordered', ordered,
            'current', current, 'fulfilled', fulfilled, 'returned', returned, 'refunded', line.refunded,
            'requiresShipping', requires_shipping, 'total', line.total, 'facts', facts) order by position)
          from order_lines as line where line.environment_id = ${ctx.environmentId} and line.order_id = orders.id
        ) as lines,
        coalesce((
          select json_agg(json_build_object('id', payment.id, 'kind', kind, 'provider', provider, 'ref', ref,
            'status', payment.status, 'amount', amount, 'captured', captured, 'refunded', payment.refunded, 'details', details,
            'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by payment.id)
          from order_payments as payment
          where payment.environment_id = ${ctx.environmentId} and payment.order_id = orders.id
        ), '[]') as payments,
        coalesce((
          select json_agg(json_build_object('id', dispute.id, 'ref', ref, 'status', dispute.status, 'amount', dispute.amount)
            order by dispute.id) filter (where is_current)
          from (
            select distinct on (coalesce(data ->> 'disputeId', data ->> 'ref'))
              coalesce(data ->> 'disputeId', data ->> 'ref') as id, data ->> 'ref' as ref, data ->> 'status' as status,
              data -> 'amount' as amount,
              data ? 'disputeId' or not bool_or(data ? 'disputeId') over (partition by data ->> 'ref') as is_current
            from events
            where events.environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = orders.id
              and type = 'payment.disputed'
            order by coalesce(data ->> 'disputeId', data ->> 'ref'),
              (data ->> 'status') in ('lost', 'won', 'warning_closed', 'prevented') desc, events.id desc
          ) as dispute
        ), '[]') as disputes,
        coalesce((
          select json_agg(json_build_object('status', refund.status, 'lines', refund.lines,
            'tenders', tenders) order by refund.id)
          from order_refunds as refund
          where refund.environment_id = ${ctx.environmentId} and refund.order_id = orders.id
        ), '[]') as refunds
      from orders
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** One page of complete orders, newest first, using the index `orders_by_time`. */
export const listOrders = (ctx: Ctx, { placedAt, id, take }: OrderKeyset, filter: OrdersQuery) =>
  ctx.db.rows(
    OrderRow,
    sql`
      select id, number, status, payment_status, fulfillment_status, return_status, currency, total, refunded, email, customer_id,
        source, contents, tags, staff_note, version, placed_at, canceled_at, updated_at,
        (
          select json_agg(json_build_object('id', line.id, 'variantId', variant_id, 'productId', product_id, 'ordered', ordered,
            'current', current, 'fulfilled', fulfilled, 'returned', returned, 'refunded', line.refunded,
            'requiresShipping', requires_shipping, 'total', line.total, 'facts', facts) order by position)
          from order_lines as line where line.environment_id = ${ctx.environmentId} and line.order_id = orders.id
        ) as lines,
        coalesce((
          select json_agg(json_build_object('id', payment.id, 'kind', kind, 'provider', provider, 'ref', ref,
            'status', payment.status, 'amount', amount, 'captured', captured, 'refunded', payment.refunded, 'details', details,
            'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by payment.id)
          from order_payments as payment
          where payment.environment_id = ${ctx.environmentId} and payment.order_id = orders.id
        ), '[]') as payments,
        coalesce((
          select json_agg(json_build_object('id', dispute.id, 'ref', ref, 'status', dispute.status, 'amount', dispute.amount)
            order by dispute.id) filter (where is_current)
          from (
            select distinct on (coalesce(data ->> 'disputeId', data ->> 'ref'))
              coalesce(data ->> 'disputeId', data ->> 'ref') as id, data ->> 'ref' as ref, data ->> 'status' as status,
              data -> 'amount' as amount,
              data ? 'disputeId' or not bool_or(data ? 'disputeId') over (partition by data ->> 'ref') as is_current
            from events
            where events.environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = orders.id
              and type = 'payment.disputed'
            order by coalesce(data ->> 'disputeId', data ->> 'ref'),
              (data ->> 'status') in ('lost', 'won', 'warning_closed', 'prevented') desc, events.id desc
          ) as dispute
        ), '[]') as disputes,
        coalesce((
          select json_agg(json_build_object('status', refund.status, 'lines', refund.lines,
            'tenders', tenders) order by refund.id)
          from order_refunds as refund
          where refund.environment_id = ${ctx.environmentId} and refund.order_id = orders.id
        ), '[]') as refunds
      from orders
      where environment_id = ${ctx.environmentId} and (placed_at, id) < (${placedAt}::timestamptz, ${id})
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.paymentStatus ?? null}::text is null or payment_status = ${filter.paymentStatus ?? null})
        and (${filter.fulfillmentStatus ?? null}::text is null or fulfillment_status = ${filter.fulfillmentStatus ?? null})
        and (${filter.returnStatus ?? null}::text is null or return_status = ${filter.returnStatus ?? null})
        and (${filter.email ?? null}::text is null or lower(email) = lower(${filter.email ?? null}))
        and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
        and (${filter.number ?? null}::integer is null or number = ${filter.number ?? null})
        and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
        and (${filter.externalId ?? null}::text is null or contents ->> 'externalId' = ${filter.externalId ?? null})
        and (${filter.tag ?? null}::text is null or ${filter.tag ?? null} = any(tags))
        and (${filter.placedFrom ?? null}::timestamptz is null or placed_at >= ${filter.placedFrom ?? null})
        and (${filter.placedTo ?? null}::timestamptz is null or placed_at < ${filter.placedTo ?? null})
        and (${filter.search ?? null}::text is null or strpos(search, lower(trim(${filter.search ?? null}))) > 0)
      order by placed_at desc, id desc
      limit ${take}`,
  )

/** Blocks other changes to the order until the transaction ends. */
export const lockOrder = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select id from orders where environment_id = ${ctx.environmentId} and id = ${id} for no key update`)

export const updateStatuses = (
  ctx: Ctx,
  id: string,
  next: Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfillmentStatus' | 'version'>,
) =>
  ctx.db.run(sql`
    update orders
    set status = ${next.status}, payment_status = ${next.paymentStatus}, fulfillment_status = ${next.fulfillmentStatus},
      version = ${next.version}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** `data ? 'orderId'` is there to use the index `events_of_order`. */
export const listOrderEvents = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

type OrderDetails = Pick<OrderRow, 'id' | 'email' | 'contents' | 'tags' | 'staffNote'>

export const updateOrderDetails = (ctx: Ctx, { id, email, contents, tags, staffNote }: OrderDetails, search: string) =>
  ctx.db.run(sql`
    update orders
    set email = ${email}, contents = ${JSON.stringify(contents)}, tags = ${tags}, staff_note = ${staffNote}, search = ${search}
    where environment_id = ${ctx.environmentId} and id = ${id}`)
