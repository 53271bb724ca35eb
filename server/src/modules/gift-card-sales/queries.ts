import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { eventSchemas } from '../../events/event-schemas.ts'
import { Id, Nullable } from '../../kit/schema.ts'

const GiftCardItemId = Type.Object({ id: Type.String() })

/** A cheap first check: most orders contain no gift card. */
export const findGiftCardItem = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    GiftCardItemId,
    sql`
      select id from order_lines
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and (facts ->> 'isGiftCard')::boolean
        and not handed_over
      limit 1`,
  )

const PaidSale = Type.Object({ id: Id('ord') })

/**
 * Gift card orders that items of this order were exchanged for, directly or through other exchanges: its payment paid
 * for them.
 */
export const listSalesPaidBy = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    PaidSale,
    sql`
      with recursive paid as (
        select order_id from order_payments
        where environment_id = ${ctx.environmentId} and kind = 'external' and ref = ${orderId}
          and details ->> 'exchangeOf' is not null and captured > refunded
        union
        select next.order_id from paid
        join order_payments as next on next.environment_id = ${ctx.environmentId} and next.kind = 'external'
          and next.ref = paid.order_id and next.details ->> 'exchangeOf' is not null and next.captured > next.refunded
      )
      select order_id as id from paid
      where exists (
        select from order_lines
        where environment_id = ${ctx.environmentId} and order_lines.order_id = paid.order_id
          and (facts ->> 'isGiftCard')::boolean and not handed_over
      )
      order by order_id`,
  )

const Sale = Type.Object({
  status: Type.String(),
  source: Type.String(),
  email: Nullable(Type.String()),
  lines: Type.Array(
    Type.Object({ id: Type.String(), ordered: Type.Integer(), refunded: Type.Integer(), total: Type.Integer() }),
  ),
})
export type Sale = Static<typeof Sale>

/** Blocks refunds and cancellations until the transaction ends. */
export const lockSale = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    Sale,
    sql`
      select status, source, email, coalesce((
        select json_agg(json_build_object('id', line.id, 'ordered', ordered, 'refunded', line.refunded, 'total', line.total)
          order by position)
        from order_lines as line
        where line.environment_id = ${ctx.environmentId} and line.order_id = orders.id and (facts ->> 'isGiftCard')::boolean
          and not handed_over
      ), '[]') as lines
      from orders
      where environment_id = ${ctx.environmentId} and id = ${orderId}
      for no key update`,
  )

const DisputeVerdict = Type.Object({ id: Type.String(), status: Type.String() })

/** The bank's latest final decision on a dispute. Uses the index `events_of_order`. */
export const findVerdict = (ctx: Ctx, orderId: string, disputeId: string) =>
  ctx.db.row(
    DisputeVerdict,
    sql`
      select id, data ->> 'status' as status from events
      where environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId}
        and type = 'payment.disputed' and coalesce(data ->> 'disputeId', data ->> 'ref') = ${disputeId}
        and data ->> 'status' in ('lost', 'won', 'warning_closed', 'prevented')
      order by id desc
      limit 1`,
  )

const CardReview = Type.Object({ id: Type.String(), data: eventSchemas['order.gift_cards_checked'] })
export type CardReview = Static<typeof CardReview>

/** Earlier reviews of the order's cards, newest first. Uses the index `events_of_order`. */
export const listCardReviews = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    CardReview,
    sql`
      select id, data from events
      where environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId}
        and type = 'order.gift_cards_checked'
      order by id desc`,
  )
