import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import type { RefundedItem, RefundTender } from './refunds/plan-refund.ts'
import { REFUND_STATUSES } from './state-schemas.ts'

/* Money paid for an order that the shop no longer has: refunded, exchanged, or lost to a dispute. */

export const RefundRow = Type.Object({
  id: Id('rf'),
  orderId: Id('ord'),
  status: OneOf(REFUND_STATUSES),
  currency: Type.String(),
  amount: Type.Integer(),
  shipping: Type.Integer(),
  items: Type.Unsafe<RefundedItem[]>({ type: 'array' }),
  tenders: Type.Unsafe<RefundTender[]>({ type: 'array' }),
  reason: Nullable(Type.String()),
  staffNote: Nullable(Type.String()),
  /** Who requested it. */
  actor: Type.String(),
  createdAt: Timestamp,
})
export type RefundRow = Static<typeof RefundRow>

/** All refunds of an order, oldest first. */
export const listAllRefunds = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    RefundRow,
    sql`
      select id, order_id, status, currency, amount, shipping, items, tenders, reason, staff_note, actor, created_at
      from order_refunds
      where environment_id = ${ctx.environmentId} and order_id = ${orderId}
      order by id`,
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

const ExchangedUnitsRow = Type.Object({ itemId: Type.String(), quantity: Type.Integer(), received: Type.Integer() })

/** Units of an order exchanged for other items, and how many of them were received back. */
export const listExchangedUnits = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    ExchangedUnitsRow,
    sql`
      select item_id, sum(quantity)::integer as quantity, sum(received)::integer as received
      from order_payments as payment
      join orders on orders.environment_id = ${ctx.environmentId} and orders.id = payment.order_id
      join return_items on return_items.environment_id = ${ctx.environmentId}
        and return_id = contents -> 'exchangeOf' ->> 'returnId'
      where payment.environment_id = ${ctx.environmentId} and kind = 'external' and ref = ${orderId}
        and details ->> 'exchangeOf' is not null and captured > payment.refunded
      group by item_id`,
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
