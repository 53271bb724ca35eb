import { type Static, Type } from 'typebox'
import { actorOf, type Ctx, type SystemCtx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { PendingItem } from '../../../jobs/reconcile.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../../kit/schema.ts'
import { REFUND_STATUSES } from '../statuses.ts'
import type { RefundedItem, RefundTender } from './plan-refund.ts'

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

export type NewRefundRow = Omit<RefundRow, 'status' | 'createdAt' | 'actor'> & {
  requestKey: string | null
  checkAt: Date
  /** The caller, unless the refund was made outside this server. */
  actor?: string
}

export const insertRefund = (ctx: Ctx, refund: NewRefundRow) =>
  ctx.db.one(
    RefundRow,
    sql`
      insert into order_refunds (environment_id, id, order_id, status, currency, amount, shipping, items, tenders, reason, staff_note,
        actor, request_key, check_at, created_at, updated_at)
      values (${ctx.environmentId}, ${refund.id}, ${refund.orderId}, 'pending', ${refund.currency}, ${refund.amount},
        ${refund.shipping}, ${JSON.stringify(refund.items)}, ${JSON.stringify(refund.tenders)}, ${refund.reason}, ${refund.staffNote},
        ${refund.actor ?? actorOf(ctx.caller)}, ${refund.requestKey}, ${refund.checkAt}, ${ctx.now}, ${ctx.now})
      returning id, order_id, status, currency, amount, shipping, items, tenders, reason, staff_note, actor, created_at`,
  )

export const findRefund = (ctx: Ctx, id: string) =>
  ctx.db.row(
    RefundRow,
    sql`
      select id, order_id, status, currency, amount, shipping, items, tenders, reason, staff_note, actor, created_at
      from order_refunds
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** What this request began before it was interrupted. An idempotency key expires after 24 hours. */
export const findRefundOfRequest = (ctx: Ctx, orderId: string, requestKey: string) =>
  ctx.db.row(
    RefundRow,
    sql`
      select id, order_id, status, currency, amount, shipping, items, tenders, reason, staff_note, actor, created_at
      from order_refunds
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and request_key = ${requestKey}
        and created_at > ${ctx.now}::timestamptz - interval '24 hours'
      order by id desc
      limit 1`,
  )

export const listRefunds = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    RefundRow,
    sql`
      select id, order_id, status, currency, amount, shipping, items, tenders, reason, staff_note, actor, created_at
      from order_refunds
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

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

/** The oldest due refunds of each environment, so that one shop can't starve the others. */
export const listDueRefunds = (ctx: SystemCtx, limitPerEnvironment: number, limit: number) =>
  ctx.db.rows(
    PendingItem,
    sql`
      /* all environments: one schedule serves them all */
      select environment_id, workspace_id, mode, due.id
      from (
        select environment_id, id, check_at, row_number() over (partition by environment_id order by check_at) as rank
        from order_refunds where status = 'pending' and check_at <= ${ctx.now}
      ) as due
      join environments on environments.id = environment_id
      where rank <= ${limitPerEnvironment}
      order by check_at
      limit ${limit}`,
  )

/** Returns whether it was still pending: the second caller finds it closed. */
export const closeRefund = async (ctx: Ctx, id: string, status: 'completed' | 'failed', tenders: RefundTender[]) => {
  const count = await ctx.db.run(sql`
    update order_refunds set status = ${status}, tenders = ${JSON.stringify(tenders)}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'pending'`)
  return count === 1
}

/** The provider failed a refund that it had reported as completed. */
export const failRefund = (ctx: Ctx, id: string, tenders: RefundTender[]) =>
  ctx.db.run(sql`
    update order_refunds set status = 'failed', tenders = ${JSON.stringify(tenders)}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const rescheduleRefundCheck = (ctx: Ctx, id: string, checkAt: Date) =>
  ctx.db.run(sql`
    update order_refunds set check_at = ${checkAt}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'pending'`)

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

interface ItemQuantityChange {
  id: string
  refunded: number
  current: number
}

/** Changes are relative and may be negative. */
export const adjustItemQuantities = (ctx: Ctx, orderId: string, changes: ItemQuantityChange[]) =>
  ctx.db.run(sql`
    update order_items as item set refunded = item.refunded + change.refunded, current = item.current + change.current
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id text, refunded integer, current integer)
    where item.environment_id = ${ctx.environmentId} and item.order_id = ${orderId} and item.id = change.id`)

/** Adds to `refunded` on the payments and on the order. */
export const addRefundedAmounts = (ctx: Ctx, orderId: string, tenders: RefundTender[]) =>
  ctx.db.run(sql`
    with refunded_tenders as (
      select "paymentId" as id, amount
      from jsonb_to_recordset(${JSON.stringify(tenders)}::jsonb) as refunded_tenders ("paymentId" text, amount bigint)
    ), updated_payments as (
      update order_payments as payment set refunded = payment.refunded + refunded_tenders.amount
      from refunded_tenders
      where payment.environment_id = ${ctx.environmentId} and payment.id = refunded_tenders.id
    )
    update orders set refunded = refunded + (select coalesce(sum(amount), 0) from refunded_tenders)
    where environment_id = ${ctx.environmentId} and id = ${orderId}`)
