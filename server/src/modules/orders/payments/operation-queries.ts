import { type Static, Type } from 'typebox'
import { actorOf, type Ctx, type SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { eventSchemas } from '../../../events/event-schemas.ts'
import { PendingItem } from '../../../jobs/reconcile.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../../kit/schema.ts'
import type { PaymentRow } from '../queries.ts'

/** A capture or void of an authorized payment. */
export const OperationRow = Type.Object({
  id: Id('pop'),
  orderId: Id('ord'),
  paymentId: Id('pay'),
  kind: OneOf(['capture', 'void'] as const),
  status: OneOf(['pending', 'completed', 'failed'] as const),
  amount: Type.Integer(),
  /** Who requested it. */
  actor: Type.String(),
  /** Why it failed. */
  failure: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type OperationRow = Static<typeof OperationRow>

export type NewOperation = Omit<OperationRow, 'status' | 'createdAt' | 'orderId' | 'actor' | 'failure'>

export const insertOperations = (
  ctx: Ctx,
  orderId: string,
  operations: NewOperation[],
  { requestKey, checkAt }: { requestKey: string | null; checkAt: Date },
) =>
  ctx.db.rows(
    OperationRow,
    sql`
      insert into payment_operations (environment_id, id, order_id, payment_id, kind, status, amount, actor, request_key, check_at,
        created_at, updated_at)
      select ${ctx.environmentId}, id, ${orderId}, "paymentId", kind, 'pending', amount, ${actorOf(ctx.caller)}, ${requestKey},
        ${checkAt}, ${ctx.now}, ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(operations)}::jsonb) as operation (id text, "paymentId" text, kind text, amount bigint)
      returning id, order_id, payment_id, kind, status, amount, actor, failure, created_at`,
  )

export const findOperation = (ctx: Ctx, id: string) =>
  ctx.db.row(
    OperationRow,
    sql`
      select id, order_id, payment_id, kind, status, amount, actor, failure, created_at from payment_operations
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listPendingOperations = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    OperationRow,
    sql`
      select id, order_id, payment_id, kind, status, amount, actor, failure, created_at from payment_operations
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and status = 'pending'
      order by id`,
  )

/** What this request began before it was interrupted. An idempotency key expires after 24 hours. */
export const listOperationsOfRequest = (ctx: Ctx, orderId: string, requestKey: string) =>
  ctx.db.rows(
    OperationRow,
    sql`
      select id, order_id, payment_id, kind, status, amount, actor, failure, created_at from payment_operations
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and request_key = ${requestKey} and kind = 'capture'
        and created_at > ${ctx.now}::timestamptz - interval '24 hours'
      order by id`,
  )

/** Returns whether it was still pending: the second caller finds it closed. */
export const closeOperation = async (ctx: Ctx, id: string, status: 'completed' | 'failed', failure: string | null) => {
  const count = await ctx.db.run(sql`
    update payment_operations set status = ${status}, failure = ${failure}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'pending'`)
  return count === 1
}

export const rescheduleOperationCheck = (ctx: Ctx, id: string, checkAt: Date) =>
  ctx.db.run(sql`
    update payment_operations set check_at = ${checkAt}
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'pending'`)

/** The oldest due operations of each environment, so that one shop can't starve the others. */
export const listDueOperations = (ctx: SystemCtx, limitPerEnvironment: number, limit: number) =>
  ctx.db.rows(
    PendingItem,
    sql`
      /* all environments: one schedule serves them all */
      select environment_id, workspace_id, mode, due.id
      from (
        select environment_id, id, check_at, row_number() over (partition by environment_id order by check_at) as rank
        from payment_operations where status = 'pending' and check_at <= ${ctx.now}
      ) as due
      join environments on environments.id = environment_id
      where rank <= ${limitPerEnvironment}
      order by check_at
      limit ${limit}`,
  )

export const updatePaymentStatus = (
  ctx: Ctx,
  id: string,
  { status, captured }: Pick<PaymentRow, 'status' | 'captured'>,
) =>
  ctx.db.run(sql`
    update order_payments set status = ${status}, captured = ${captured}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const AuthorizedPaymentRow = Type.Object({ orderId: Id('ord'), id: Id('pay') })

/** A payment that is authorized according to our records. */
export const findAuthorizedPayment = (ctx: Ctx, provider: string, ref: string) =>
  ctx.db.row(
    AuthorizedPaymentRow,
    sql`
      select order_id, id from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'provider' and provider = ${provider} and ref = ${ref}
        and status = 'authorized'`,
  )

const PaidOrderRow = Type.Object({ orderId: Type.String() })

export const findOrderPaidBy = (ctx: Ctx, provider: string, ref: string) =>
  ctx.db.row(
    PaidOrderRow,
    sql`
      select order_id from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'provider' and provider = ${provider} and ref = ${ref}`,
  )

const GiftCardReviewRow = Type.Object({ data: eventSchemas['order.gift_cards_reviewed'] })

/** The gift cards that a refund deactivated. */
export const findGiftCardsDeactivatedBy = (ctx: Ctx, orderId: string, refundId: string) =>
  ctx.db.row(
    GiftCardReviewRow,
    sql`
      select data from events
      where environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and type = 'order.gift_cards_reviewed' and data ->> 'refundId' = ${refundId} and data ->> 'outcome' = 'deactivated'
      order by id desc
      limit 1`,
  )
