import type { Ctx } from '../../../ctx.ts'
import { AppError, invalidRequest, notFound, unavailable } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { formatMoney } from '../../../kit/money.ts'
import { sum } from '../../../kit/sum.ts'
import { changeOrder } from '../change-order.ts'
import { getOrder } from '../orders.ts'
import { firstCheckAt, isAbandoned } from '../payment-rules.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import type { PriorRefund } from '../refunds/plan-refund.ts'
import { listAllRefunds } from '../refunds/queries.ts'
import type { Order } from '../schemas.ts'
import { amountOwed, refundedForRemoved } from '../status.ts'
import * as queries from './operation-queries.ts'
import type { NewCapture } from './schemas.ts'
import { AUTHORIZATION_LOST, settleOperation } from './settle-operation.ts'

/**
 * Records the intent, captures, then records the outcome: the money is captured once, however many requests there are.
 */
export async function captureOrder(ctx: Ctx, id: string, input: NewCapture, requestKey: string | null): Promise<Order> {
  const existing = requestKey === null ? [] : await queries.listOperationsOfRequest(ctx, id, requestKey)
  if (existing.length === 0) await settleAbandonedOperations(ctx, id)
  const operations = existing.length > 0 ? existing : await beginCapture(ctx, id, input, requestKey)
  for (const operation of operations) assertCaptured(await settleOperation(ctx, operation, existing.length === 0))
  return getOrder(ctx, id)
}

/** From here on no other request can capture or void these payments. No money has moved yet. */
export async function beginCapture(ctx: Ctx, id: string, { amount }: NewCapture, requestKey: string | null) {
  let operations: queries.OperationRow[] = []
  await changeOrder(ctx, id, 'capture', async (ctx, order) => {
    await assertNoPendingOperation(ctx, order)
    const planned = planCapture(order, await listAllRefunds(ctx, id), amount)
    operations = await queries.insertOperations(ctx, id, planned, { requestKey, checkAt: firstCheckAt(ctx) })
    return []
  })
  return operations
}

function planCapture(order: OrderRow, refunds: PriorRefund[], requested: NewCapture['amount']): queries.NewOperation[] {
  const { number, currency } = order
  if (requested && requested.currency !== currency) {
    const path = '/amount/currency'
    throw invalidRequest(`This order is in ${currency}. Send the amount in ${currency}.`, [
      { path, message: `must be ${currency}, the order’s currency` },
    ])
  }
  const authorized = order.payments.filter(({ status }) => status === 'authorized')
  const authorizedTotal = sum(authorized.map((payment) => payment.amount))
  const captured = sum(order.payments.map((payment) => payment.captured))
  const netCaptured = captured - refundedForRemoved(refunds)
  let remaining = requested?.amount ?? Math.min(authorizedTotal, amountOwed(order) - netCaptured)
  if (authorized.length === 0 || remaining < 1) {
    throw new AppError('conflict', `Order #${number} has nothing to capture. Check its payments.`)
  }
  if (remaining > authorizedTotal) {
    const maxAmount = { amount: authorizedTotal, currency }
    throw new AppError('capture_too_large', `You can capture at most ${formatMoney(maxAmount)} of order #${number}.`, {
      details: [{ path: '/amount/amount', message: 'must not exceed the authorized amount', maxAmount }],
      fields: { authorized: maxAmount },
    })
  }
  return authorized.flatMap((payment) => {
    const amount = Math.min(remaining, payment.amount)
    remaining -= amount
    return amount > 0 ? [{ id: newId('pop'), paymentId: payment.id, kind: 'capture' as const, amount }] : []
  })
}

/** The second of two concurrent requests gets a 409 and retries. */
export async function assertNoPendingOperation(ctx: Ctx, { id, number }: OrderRow): Promise<void> {
  if ((await queries.listPendingOperations(ctx, id)).length === 0) return
  throw new AppError('conflict', `A payment of order #${number} is being captured. Reload the order, then try again.`, {
    headers: { 'retry-after': '2' },
  })
}

/** Settles operations that an interrupted request left pending, so that they don't block the order. */
export async function settleAbandonedOperations(ctx: Ctx, id: string): Promise<void> {
  if (!(await findOrder(ctx, id))) throw notFound('order', id)
  for (const operation of await queries.listPendingOperations(ctx, id))
    if (isAbandoned(ctx, operation)) await settleOperation(ctx, operation)
}

function assertCaptured({ id, status, failure }: queries.OperationRow): void {
  if (status === 'pending') throw unavailable(`the result of ${id} is not known yet`, 5)
  if (status !== 'failed') return
  throw new AppError(
    'payment_declined',
    `The payment was not captured. ${failure ?? AUTHORIZATION_LOST} If the order still has an authorized payment, try again. Otherwise ask the buyer for another payment, or cancel the order.`,
  )
}
