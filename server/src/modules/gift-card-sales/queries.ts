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
      select id from order_items
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and (details ->> 'giftCard')::boolean
       
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
        select from order_items
        where environment_id = ${ctx.environmentId} and order_items.order_id = paid.order_id
          and (details ->> 'giftCard')::boolean
      )
      order by order_id`,
  )

const Sale = Type.Object({
  status: Type.String(),
  source: Type.String(),
  email: Nullable(Type.String()),
  items: Type.Array(
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
        select json_agg(json_build_object('id', item.id, 'ordered', ordered, 'refunded', item.refunded, 'total', item.total)
          order by position)
        from order_items as item
        where item.environment_id = ${ctx.environmentId} and item.order_id = orders.id and (details ->> 'giftCard')::boolean
         
      ), '[]') as items
      from orders
      where environment_id = ${ctx.environmentId} and id = ${orderId}
      for no key update`,
  )

const DisputeVerdict = Type.Object({ id: Type.String(), status: Type.String() })

/** The bank's latest final decision on a dispute. */
export const findVerdict = (ctx: Ctx, orderId: string, disputeId: string) =>
  ctx.db.row(
    DisputeVerdict,
    sql`
      select event_id as id, status from order_disputes
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = ${disputeId}
        and status in ('lost', 'won', 'warning_closed', 'prevented')`,
  )

const CardReview = Type.Object({ id: Type.String(), data: eventSchemas['order.gift_cards_reviewed'] })
export type CardReview = Static<typeof CardReview>

/** Earlier reviews of the order's cards, newest first. */
export const listCardReviews = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    CardReview,
    sql`
      select id, data from events
      where environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and type = 'order.gift_cards_reviewed'
      order by id desc`,
  )
