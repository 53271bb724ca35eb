import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { TimeKeyset } from '../../db/page.ts'
import { sql, withCustomPlan, withGenericPlan } from '../../db/sql.ts'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import type { ContentFilter } from './candidate-queries.ts'
import type { OrderKeyset } from './pagination.ts'
import type { PaymentDetails } from './payments/schemas.ts'
import type { OrderSnapshot, OrdersQuery, SnapshotItem } from './schemas.ts'
import {
  ORDER_FULFILLMENT_STATUSES,
  ORDER_PAYMENT_STATUSES,
  ORDER_RETURN_STATUSES,
  ORDER_STATUSES,
  PAYMENT_KINDS,
  PAYMENT_STATUSES,
} from './statuses.ts'

export type ItemDetails = Omit<
  SnapshotItem,
  'id' | 'variantId' | 'productId' | 'quantity' | 'requiresShipping' | 'total'
>

const ItemRow = Type.Object({
  id: Type.String(),
  variantId: Nullable(Id('var')),
  productId: Nullable(Id('prod')),
  ordered: Type.Integer(),
  current: Type.Integer(),
  fulfilled: Type.Integer(),
  returned: Type.Integer(),
  refunded: Type.Integer(),
  requiresShipping: Type.Boolean(),
  total: Type.Integer(),
  details: Type.Unsafe<ItemDetails>({ type: 'object' }),
})
export type ItemRow = Static<typeof ItemRow>

const PaymentRow = Type.Object({
  id: Id('pay'),
  kind: OneOf(PAYMENT_KINDS),
  provider: Nullable(Type.String()),
  status: OneOf(PAYMENT_STATUSES),
  details: Type.Unsafe<PaymentDetails>({ type: 'object' }),
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
  amount: Nullable(Money),
})
export type DisputeRow = Static<typeof DisputeRow>

/** The part of a refund that the amount due depends on. */
export interface RefundSummary {
  status: 'pending' | 'completed' | 'failed'
  items: { quantity: number; removed: number; amount: number }[]
  tenders: { amount: number }[]
}

export const OrderRow = Type.Object({
  id: Id('ord'),
  number: Type.Integer(),
  status: OneOf(ORDER_STATUSES),
  paymentStatus: OneOf(ORDER_PAYMENT_STATUSES),
  fulfillmentStatus: OneOf(ORDER_FULFILLMENT_STATUSES),
  returnStatus: OneOf(ORDER_RETURN_STATUSES),
  currency: Type.String(),
  total: Type.Integer(),
  refunded: Type.Integer(),
  email: Nullable(Type.String()),
  customerId: Nullable(Id('cus')),
  source: Type.Unsafe<OrderSnapshot['source']>({ type: 'string' }),
  contents: Type.Unsafe<Omit<OrderSnapshot, 'id' | 'currency' | 'email' | 'customerId' | 'source' | 'items'>>({
    type: 'object',
  }),
  tags: Type.Array(Type.String()),
  staffNote: Nullable(Type.String()),
  version: Type.Integer(),
  placedAt: Timestamp,
  canceledAt: Nullable(Timestamp),
  updatedAt: Timestamp,
  items: Type.Array(ItemRow),
  payments: Type.Array(PaymentRow),
  disputes: Type.Array(DisputeRow),
  refunds: Type.Unsafe<RefundSummary[]>({ type: 'array' }),
})
export type OrderRow = Static<typeof OrderRow>

/**
 * Complete orders, with their items and payments, in any order. Each subquery names the environment, as all statements that
 * a distributed database shall execute on one node. A join, because for `id = any(…)` PostgreSQL may read the whole index of
 * another column that ends with the ID.
 */
export const readOrders = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    OrderRow,
    withGenericPlan(sql`
      select id, number, status, payment_status, fulfillment_status, return_status, currency, total, refunded, email, customer_id,
        source, contents, tags, staff_note, version, placed_at, canceled_at, updated_at, (
          select json_agg(json_build_object('id', item.id, 'variantId', item.variant_id, 'productId', item.product_id,
            'ordered', item.ordered, 'current', item.current, 'fulfilled', item.fulfilled, 'returned', item.returned,
            'refunded', item.refunded, 'requiresShipping', item.requires_shipping, 'total', item.total,
            'details', item.details) order by item.position)
          from order_items as item where item.environment_id = ${ctx.environmentId} and item.order_id = orders.id
        ) as items, coalesce((
          select json_agg(json_build_object('id', payment.id, 'kind', payment.kind, 'provider', payment.provider,
            'ref', payment.ref, 'status', payment.status, 'amount', payment.amount, 'captured', payment.captured,
            'refunded', payment.refunded, 'details', payment.details,
            'createdAt', to_char(payment.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by payment.id)
          from order_payments as payment
          where payment.environment_id = ${ctx.environmentId} and payment.order_id = orders.id
        ), '[]') as payments, coalesce((
          select json_agg(json_build_object('id', dispute.id, 'ref', dispute.ref, 'status', dispute.status,
            'amount', dispute.amount) order by dispute.id)
          from order_disputes as dispute
          where dispute.environment_id = ${ctx.environmentId} and dispute.order_id = orders.id
        ), '[]') as disputes, coalesce((
          select json_agg(json_build_object('status', refund.status, 'items', refund.items, 'tenders', refund.tenders)
            order by refund.id)
          from order_refunds as refund where refund.environment_id = ${ctx.environmentId} and refund.order_id = orders.id
        ), '[]') as refunds
      from unnest(${ids}::text[]) as requested (order_id)
      join orders on orders.environment_id = ${ctx.environmentId} and orders.id = requested.order_id`),
  )

export const findOrder = async (ctx: Ctx, id: string) => (await readOrders(ctx, [id]))[0]

const PlacedOrder = Type.Object({ id: Id('ord'), placedAt: Timestamp })
const ChangedOrder = Type.Object({ id: Id('ord'), at: Timestamp })

/** What the list is looked up by, apart from the values of columns. */
export interface OrderLookup {
  content: ContentFilter
  /** Null: all orders. */
  candidateIds: string[] | null
}

/**
 * One page, newest first. The plan is made for these filters: each has an index of its own. Candidates are
 * sorted, since `+ interval '0'` has no index: PostgreSQL would rather read all orders until it has found a page of them.
 */
export const listOrders = (
  ctx: Ctx,
  { placedAt, id, take }: OrderKeyset,
  filter: OrdersQuery,
  { content, candidateIds }: OrderLookup,
) =>
  ctx.db.rows(
    PlacedOrder,
    withCustomPlan(sql`
      select id, placed_at from orders
      where environment_id = ${ctx.environmentId} and (placed_at, id) < (${placedAt}::timestamptz, ${id})
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.paymentStatus ?? null}::text is null or payment_status = ${filter.paymentStatus ?? null})
        and (${filter.fulfillmentStatus ?? null}::text is null or fulfillment_status = ${filter.fulfillmentStatus ?? null})
        and (${filter.returnStatus ?? null}::text is null or return_status = ${filter.returnStatus ?? null})
        and (${filter.toFulfill ?? false} = false or (status = 'open'
          and fulfillment_status in ('unfulfilled', 'partially_fulfilled')
          and payment_status in ('authorized', 'paid', 'partially_refunded')))
        and (${filter.email ?? null}::text is null or lower(email) = lower(${filter.email ?? null}))
        and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
        and (${filter.number ?? null}::integer is null or number = ${filter.number ?? null})
        and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
        and (${filter.externalId ?? null}::text is null or contents ->> 'externalId' = ${filter.externalId ?? null})
        and (${content.tag}::text is null or ${content.tag} = any(tags))
        and (${filter.placedFrom ?? null}::timestamptz is null or placed_at >= ${filter.placedFrom ?? null})
        and (${filter.placedTo ?? null}::timestamptz is null or placed_at < ${filter.placedTo ?? null})
        and (${content.searchPattern}::text is null or search like ${content.searchPattern})
        and (${content.wordPattern}::text is null or search ~ ${content.wordPattern})
        and (${candidateIds}::text[] is null or id = any(${candidateIds}))
      order by case when ${candidateIds}::text[] is null then placed_at else placed_at + interval '0' end desc, id desc
      limit ${take}`),
  )

/** One page, oldest change first. The plan is made for these filters, so that it reads the changes only. */
export const listChangedOrders = (
  ctx: Ctx,
  { at, id, take }: TimeKeyset,
  filter: OrdersQuery,
  { content, candidateIds }: OrderLookup,
) =>
  ctx.db.rows(
    ChangedOrder,
    withCustomPlan(sql`
      select id, updated_at as at from orders
      where environment_id = ${ctx.environmentId} and (updated_at, id) > (${at}::timestamptz, ${id})
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.paymentStatus ?? null}::text is null or payment_status = ${filter.paymentStatus ?? null})
        and (${filter.fulfillmentStatus ?? null}::text is null or fulfillment_status = ${filter.fulfillmentStatus ?? null})
        and (${filter.returnStatus ?? null}::text is null or return_status = ${filter.returnStatus ?? null})
        and (${filter.toFulfill ?? false} = false or (status = 'open'
          and fulfillment_status in ('unfulfilled', 'partially_fulfilled')
          and payment_status in ('authorized', 'paid', 'partially_refunded')))
        and (${filter.email ?? null}::text is null or lower(email) = lower(${filter.email ?? null}))
        and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
        and (${filter.number ?? null}::integer is null or number = ${filter.number ?? null})
        and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
        and (${filter.externalId ?? null}::text is null or contents ->> 'externalId' = ${filter.externalId ?? null})
        and (${content.tag}::text is null or ${content.tag} = any(tags))
        and (${filter.placedFrom ?? null}::timestamptz is null or placed_at >= ${filter.placedFrom ?? null})
        and (${filter.placedTo ?? null}::timestamptz is null or placed_at < ${filter.placedTo ?? null})
        and (${content.searchPattern}::text is null or search like ${content.searchPattern})
        and (${content.wordPattern}::text is null or search ~ ${content.wordPattern})
        and (${candidateIds}::text[] is null or id = any(${candidateIds}))
      order by case when ${candidateIds}::text[] is null then updated_at else updated_at + interval '0' end, id
      limit ${take}`),
  )

const OrderIdRow = Type.Object({ id: Id('ord') })

export const findByExternalId = (ctx: Ctx, externalId: string) =>
  ctx.db.row(
    OrderIdRow,
    sql`
      select id from orders
      where environment_id = ${ctx.environmentId} and contents ->> 'externalId' = ${externalId}`,
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

type OrderDetails = Pick<OrderRow, 'id' | 'email' | 'contents' | 'tags' | 'staffNote'>

export const updateOrderDetails = (ctx: Ctx, { id, email, contents, tags, staffNote }: OrderDetails, search: string) =>
  ctx.db.run(sql`
    update orders
    set email = ${email}, contents = ${JSON.stringify(contents)}, tags = ${tags}, staff_note = ${staffNote}, search = ${search}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

interface OrderFields {
  status: OrderRow['status']
  tags: string[]
  staffNote: string | null
  canceledAt: string | null
}

/** Canceling zeroes `current` on every item so that nothing is left to fulfill. */
export const updateOrderFields = async (
  ctx: Ctx,
  id: string,
  { status, tags, staffNote, canceledAt }: OrderFields,
): Promise<void> => {
  await ctx.db.run(sql`
    update orders set status = ${status}, tags = ${tags}, staff_note = ${staffNote}, canceled_at = ${canceledAt}
    where environment_id = ${ctx.environmentId} and id = ${id}`)
  if (canceledAt === null) return
  await ctx.db.run(sql`
    update order_items set current = 0 where environment_id = ${ctx.environmentId} and order_id = ${id}`)
}

/** Zeroes `current` on every item so that nothing is left to fulfill. */
export const cancelOrder = (
  ctx: Ctx,
  id: string,
  { reason, staffNote, requestKey }: { reason: string; staffNote: string | null; requestKey: string | null },
) =>
  ctx.db.run(sql`
    with updated_order as (
      update orders set canceled_at = ${ctx.now} where environment_id = ${ctx.environmentId} and id = ${id}
    ), updated_items as (
      update order_items set current = 0 where environment_id = ${ctx.environmentId} and order_id = ${id}
    )
    insert into order_cancellations (environment_id, order_id, reason, staff_note, request_key, created_at)
    values (${ctx.environmentId}, ${id}, ${reason}, ${staffNote}, ${requestKey}, ${ctx.now})`)

const CancellationRow = Type.Object({ requestKey: Nullable(Type.String()) })

export const findCancellation = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    CancellationRow,
    sql`select request_key from order_cancellations where environment_id = ${ctx.environmentId} and order_id = ${orderId}`,
  )

const ExchangeCreditRow = Type.Object({ amount: Type.Integer() })

/** The order's money that paid for its exchange orders, less what was refunded there. */
export const getExchangeCredit = (ctx: Ctx, orderId: string) =>
  ctx.db.one(
    ExchangeCreditRow,
    sql`
      select coalesce(sum(captured - refunded), 0)::bigint as amount from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'external' and ref = ${orderId}
        and details ->> 'exchangeOf' is not null`,
  )

const LostDisputeRow = Type.Object({ ref: Type.String(), amount: Type.Integer() })

/** Amounts lost to disputes, per payment. */
export const listLostDisputes = (ctx: Ctx, orderId: string, currency: string) =>
  ctx.db.rows(
    LostDisputeRow,
    sql`
      select ref, sum((amount ->> 'amount')::bigint)::bigint as amount
      from order_disputes
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and status = 'lost' and amount ->> 'currency' = ${currency}
      group by ref`,
  )

const Variant = Type.Object({ id: Id('var'), productId: Id('prod'), sku: Nullable(Type.String()) })

export const listVariants = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.rows(
    Variant,
    sql`select id, product_id, sku from variants where environment_id = ${ctx.environmentId} and id = any(${ids})`,
  )
