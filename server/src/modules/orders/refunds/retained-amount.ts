import type { Ctx } from '../../../ctx.ts'
import { hasTestPayments } from '../payment-kinds.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { amountOwed } from '../status.ts'
import { listLostDisputes } from './dispute-queries.ts'
import { getExchangeCredit } from './external-payment-queries.ts'
import { type PriorRefund, refundedForRemoved } from './plan-refund.ts'
import { listAllRefunds } from './queries.ts'

interface PaymentSummary {
  /**
   * Everything owed was paid, and not all of it was refunded. Derived from amounts, since the order has a single
   * payment status.
   */
  isPaid: boolean
  /** No part of it is a test payment. */
  isRealMoney: boolean
}

export async function loadPaymentSummary(ctx: Ctx, orderId: string): Promise<PaymentSummary> {
  const order = await findOrder(ctx, orderId)
  if (!order) return { isPaid: false, isRealMoney: false }
  const { payments } = order
  const refunds = await listAllRefunds(ctx, orderId)
  const captured = sum(payments.map((payment) => payment.captured))
  // Money lost to a dispute is owed again; a voluntary refund is not.
  const lost = await lostAmount(ctx, orderId, order.currency)
  const isPaid =
    (await retainedAmount(ctx, order, refunds)) > 0 &&
    payments.every(({ status }) => status !== 'authorized') &&
    captured - lost >= amountOwed(order) + refundedForRemoved(refunds)
  return { isPaid, isRealMoney: !hasTestPayments(payments) }
}

/**
 * What the shop still has of the money paid: less refunds, completed or pending, credit applied to exchange orders, and
 * lost disputes. Gift cards can't be exchanged, so all of it may have paid for them.
 */
export async function retainedAmount(
  ctx: Ctx,
  { id, currency, payments }: OrderRow,
  refunds: PriorRefund[],
): Promise<number> {
  const paid = sum(payments.map(({ captured, refunded }) => captured - refunded)) - pendingRefundAmount(refunds)
  if (paid <= 0) return 0
  const [credit, lost] = [await getExchangeCredit(ctx, id), await lostAmount(ctx, id, currency)]
  return Math.max(0, paid - credit.amount - lost)
}

/** Final: all of it was refunded or lost to disputes. A pending refund may still fail, so it doesn't count. */
export async function isFullyRefunded(ctx: Ctx, orderId: string): Promise<boolean> {
  const order = await findOrder(ctx, orderId)
  const refunds = await listAllRefunds(ctx, orderId)
  if (!order || refunds.some(({ status }) => status === 'pending')) return false
  return (await retainedAmount(ctx, order, refunds)) === 0
}

const lostAmount = async (ctx: Ctx, orderId: string, currency: string): Promise<number> =>
  sum((await listLostDisputes(ctx, orderId, currency)).map(({ amount }) => amount))

const pendingRefundAmount = (refunds: PriorRefund[]): number =>
  sum(
    refunds.filter(({ status }) => status === 'pending').flatMap(({ tenders }) => tenders.map(({ amount }) => amount)),
  )

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
