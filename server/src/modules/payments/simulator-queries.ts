import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import { Nullable, OneOf } from '../../kit/schema.ts'
import type { OpenPayment } from '../../ports/payment-provider.ts'

const STATUSES = ['requires_payment_method', 'requires_action', 'processing', 'authorized', 'paid', 'canceled'] as const
type Status = (typeof STATUSES)[number]

const SimulatedPayment = Type.Object({
  ref: Type.String(),
  currency: Type.String(),
  status: OneOf(STATUSES),
  amount: Type.Integer(),
  method: Nullable(Type.String()),
  decline: Nullable(Type.String()),
  returnUrl: Nullable(Type.String()),
  captured: Type.Integer(),
})
export type SimulatedPayment = Type.Static<typeof SimulatedPayment>

interface AttemptResult {
  status: Status
  method: string
  key: string
  decline: string | null
  returnUrl: string | null
}

/**
 * Returns nothing if this attempt was made before or the payment is final. Another card replaces one that waits for its
 * bank.
 */
export const attemptPayment = (
  ctx: Ctx,
  { ref, amount, currency, captureMethod }: OpenPayment,
  attempt: AttemptResult,
) =>
  ctx.db.row(
    SimulatedPayment,
    withGenericPlan(sql`
      insert into simulated_payments (environment_id, ref, currency, amount, capture_method, status, method, attempt_key, decline,
        return_url, captured, created_at)
      values (${ctx.environmentId}, ${ref}, ${currency}, ${amount}, ${captureMethod}, ${attempt.status}, ${attempt.method}, ${attempt.key},
        ${attempt.decline}, ${attempt.returnUrl},
        ${attempt.status === 'paid' ? amount : 0}, ${ctx.now})
      on conflict (environment_id, ref) do update set status = excluded.status, method = excluded.method,
        attempt_key = excluded.attempt_key, decline = excluded.decline, return_url = excluded.return_url,
        captured = excluded.captured
      where simulated_payments.status in ('requires_payment_method', 'requires_action') and simulated_payments.attempt_key <> excluded.attempt_key
      returning ref, currency, status, amount, method, decline, return_url, captured`),
  )

export const findPayment = (ctx: Ctx, ref: string) =>
  ctx.db.row(
    SimulatedPayment,
    withGenericPlan(sql`
      select ref, currency, status, amount, method, decline, return_url, captured from simulated_payments
      where environment_id = ${ctx.environmentId} and ref = ${ref}`),
  )

/** Decided once, by the buyer on the bank's page or by the bank after its delay. */
export const decidePayment = (ctx: Ctx, ref: string, from: 'requires_action' | 'processing', isApproved: boolean) =>
  ctx.db.row(
    SimulatedPayment,
    sql`
      update simulated_payments
      set status = case when not ${isApproved}::boolean then 'requires_payment_method' when capture_method = 'automatic' then 'paid' else 'authorized' end,
        captured = case when ${isApproved}::boolean and capture_method = 'automatic' then amount else 0 end,
        decline = case when ${isApproved}::boolean then null else coalesce(decline, 'authentication_failed') end
      where environment_id = ${ctx.environmentId} and ref = ${ref} and status = ${from}
      returning ref, currency, status, amount, method, decline, return_url, captured`,
  )

/** A payment without an attempt is inserted as canceled, so that no attempt can follow. */
export const cancelPayment = (ctx: Ctx, { ref, amount, currency, captureMethod }: OpenPayment) =>
  ctx.db.row(
    SimulatedPayment,
    withGenericPlan(sql`
      insert into simulated_payments (environment_id, ref, currency, amount, capture_method, status, created_at)
      values (${ctx.environmentId}, ${ref}, ${currency}, ${amount}, ${captureMethod}, 'canceled', ${ctx.now})
      on conflict (environment_id, ref) do update set status = 'canceled'
      where simulated_payments.status in ('requires_payment_method', 'requires_action', 'processing', 'authorized')
      returning ref, currency, status, amount, method, decline, return_url, captured`),
  )

/** Captures once: the rest of the authorization is released. */
export const capturePayment = (ctx: Ctx, ref: string, amount: number) =>
  ctx.db.row(
    SimulatedPayment,
    sql`
      update simulated_payments set status = 'paid', captured = ${amount}
      where environment_id = ${ctx.environmentId} and ref = ${ref} and status = 'authorized' and ${amount}::bigint <= amount
      returning ref, currency, status, amount, method, decline, return_url, captured`,
  )

const RefundedAmount = Type.Object({ amount: Type.Integer() })

/** Never refunds more than was captured, and the same key only once. */
export const refundPayment = (ctx: Ctx, ref: string, key: string, amount: number) =>
  ctx.db.row(
    RefundedAmount,
    sql`
      with existing as (
        select amount from simulated_refunds
        where environment_id = ${ctx.environmentId} and ref = ${ref} and key = ${key}
      ), updated_payment as (
        update simulated_payments set refunded = refunded + ${amount}::bigint
        where environment_id = ${ctx.environmentId} and ref = ${ref} and refunded + ${amount}::bigint <= captured
          and not exists (select from existing)
        returning ref
      ), inserted_refund as (
        insert into simulated_refunds (environment_id, ref, key, amount, created_at)
        select ${ctx.environmentId}, ref, ${key}, ${amount}, ${ctx.now} from updated_payment
        returning amount
      )
      select amount from existing
      union all
      select amount from inserted_refund`,
  )

export const findRefund = (ctx: Ctx, ref: string, key: string) =>
  ctx.db.row(
    RefundedAmount,
    sql`
      select amount from simulated_refunds
      where environment_id = ${ctx.environmentId} and ref = ${ref} and key = ${key}`,
  )

export const findRefundable = (ctx: Ctx, ref: string) =>
  ctx.db.row(
    RefundedAmount,
    sql`
      select captured - refunded as amount from simulated_payments
      where environment_id = ${ctx.environmentId} and ref = ${ref}`,
  )
