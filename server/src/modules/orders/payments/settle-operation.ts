import { actorOf, type Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { backoffUntil } from '../../../jobs/reconcile.ts'
import { AppError } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import type { OpenPayment, PaymentProvider, PaymentState } from '../../../ports/payment-provider.ts'
import { openProvider } from '../../payments/payments.ts'
import { changeOrder } from '../change-order.ts'
import { toOpenPayment } from '../payment-rules.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { planFullRefund } from '../refunds/plan-refund.ts'
import { listAllRefunds } from '../refunds/queries.ts'
import { createRefund, loadUnavailableFunds } from '../refunds/refunds.ts'
import * as queries from './operation-queries.ts'

/** The payment's state at the provider, if known, and the reason for a rejection. */
interface ProviderOutcome {
  state: Pick<PaymentState, 'status' | 'captured'> | undefined
  failure?: string
}

export const AUTHORIZATION_LOST = 'The bank no longer honors the authorization.'

/** Like `settleRefund`: runs outside any transaction and is safe to repeat. */
export async function settleOperation(
  ctx: Ctx,
  operation: queries.OperationRow,
  isNew = false,
): Promise<queries.OperationRow> {
  if (operation.status !== 'pending') return operation
  const order = await findOrder(ctx, operation.orderId)
  const payment = order?.payments.find(({ id }) => id === operation.paymentId)
  if (!order || !payment) throw new Error(`The payment of ${operation.id} no longer exists`)
  const outcome = await performOperation(ctx, payment.provider ?? '', toOpenPayment(payment, order), operation, isNew)
  if (!outcome) {
    await queries.rescheduleOperationCheck(ctx, operation.id, backoffUntil(ctx, operation.createdAt))
    return operation
  }
  await changeOrder(ctx, operation.orderId, 'reconcile', (ctx, order) =>
    finishOperation(ctx, order, operation, outcome),
  )
  return (await queries.findOperation(ctx, operation.id)) ?? operation
}

/** Undefined if the outcome is unknown: the response was lost, and the provider can't be queried now. */
async function performOperation(
  ctx: Ctx,
  name: string,
  payment: OpenPayment,
  { id, kind, amount }: queries.OperationRow,
  isNew: boolean,
): Promise<ProviderOutcome | undefined> {
  let provider: PaymentProvider | undefined
  const read = async () => provider && toFinalOutcome(provider.getState(payment))
  try {
    provider = await openProvider(ctx, name)
    if (kind === 'void') return await toFinalOutcome(provider.voidAuthorization(payment))
    const before = isNew ? undefined : await provider.getState(payment)
    return { state: before && before.status !== 'authorized' ? before : await provider.capture(payment, amount, id) }
  } catch (error) {
    // A permanent rejection. The payment may have been voided since; then there is nothing left to retry.
    if (error instanceof AppError && error.status < 500) {
      const { state } = (await read().catch(() => undefined)) ?? {}
      return { state, failure: error.message }
    }
    ctx.log.warn({ err: error, operationId: id }, 'the payment provider did not respond; checking the result')
    return read().catch(() => undefined)
  }
}

/** An authorized payment isn't final: it may still be captured or voided. */
async function toFinalOutcome(request: Promise<PaymentState>): Promise<ProviderOutcome | undefined> {
  const state = await request
  return state.status === 'paid' || state.status === 'canceled' ? { state } : undefined
}

async function finishOperation(
  ctx: Ctx,
  order: OrderRow,
  operation: queries.OperationRow,
  outcome: ProviderOutcome,
): Promise<NewEvent[]> {
  const { kind, orderId, paymentId } = operation
  const { state, failure: reason = AUTHORIZATION_LOST } = outcome
  const isDone = state?.status === (kind === 'capture' ? 'paid' : 'canceled')
  if (!(await queries.closeOperation(ctx, operation.id, isDone ? 'completed' : 'failed', isDone ? null : reason)))
    return []
  const amount = money(operation.amount, order.currency)
  const actor = operation.actor
  const type = kind === 'capture' ? 'order.capture_failed' : 'order.void_failed'
  // A payment captured before it could be voided is reported as a capture, and refunded.
  const isReported = !isDone && (kind === 'capture' || state?.status !== 'paid')
  const failures: NewEvent[] = isReported ? [{ type, data: { orderId, paymentId, amount, reason, actor } }] : []
  return state ? [...failures, ...(await recordPaymentState(ctx, order, paymentId, state, actor))] : failures
}

/** Updates an authorized payment to its state at the provider. */
export async function recordPaymentState(
  ctx: Ctx,
  order: OrderRow,
  paymentId: queries.OperationRow['paymentId'],
  { status, captured }: Pick<PaymentState, 'status' | 'captured'>,
  actor = actorOf(ctx.caller),
): Promise<NewEvent[]> {
  if (status === 'canceled') await queries.updatePaymentStatus(ctx, paymentId, { status: 'voided', captured: 0 })
  if (status !== 'paid') return []
  await queries.updatePaymentStatus(ctx, paymentId, { status: 'paid', captured })
  // Captured at the provider before it could be voided: refund it, because a canceled order keeps no money.
  if (order.canceledAt !== null) await refundLateCapture(ctx, order.id)
  const orderId = order.id as queries.OperationRow['orderId']
  return [{ type: 'order.captured', data: { orderId, paymentId, amount: money(captured, order.currency), actor } }]
}

async function refundLateCapture(ctx: Ctx, orderId: string): Promise<void> {
  const order = await findOrder(ctx, orderId)
  if (!order) return
  const plan = planFullRefund(order, await listAllRefunds(ctx, orderId), await loadUnavailableFunds(ctx, order))
  if (plan.amount > 0)
    await createRefund(ctx, order, plan, { reason: 'cancellation', staffNote: null, requestKey: null })
}
