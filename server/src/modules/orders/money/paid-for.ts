import type { Ctx } from '../../../ctx.ts'
import { hasTestMoney } from '../payment-kinds.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { owedOf } from '../status.ts'
import { creditedOf } from './credit-queries.ts'
import { listLost } from './dispute-queries.ts'
import { listAllRefunds } from './refund-queries.ts'
import { type Earlier, givenForRemoved } from './refund-rules.ts'

interface PaidFor {
  /** Everything that is owed has come, and did not all go back. By its sums: the status of an order names one thing only. */
  isWhole: boolean
  /** All of it is real money. */
  isReal: boolean
}

export async function readPaidFor(ctx: Ctx, orderId: string): Promise<PaidFor> {
  const order = await findOrder(ctx, orderId)
  if (!order) return { isWhole: false, isReal: false }
  const { payments } = order
  const refunds = await listAllRefunds(ctx, orderId)
  const captured = sum(payments.map((payment) => payment.captured))
  // What a bank has taken back is owed again; what was given back of our own will is not.
  const lost = await lostOf(ctx, orderId, order.currency)
  const isWhole =
    (await keptOf(ctx, order, refunds)) > 0 &&
    payments.every(({ status }) => status !== 'authorized') &&
    captured - lost >= owedOf(order) + givenForRemoved(refunds)
  return { isWhole, isReal: !hasTestMoney(payments) }
}

/**
 * What the shop still has of what was paid: less what has gone back or is on its way, what has paid for other orders by an
 * exchange, and what banks have taken for good. Gift cards can't be exchanged, so all of it may have been paid for them.
 */
export async function keptOf(ctx: Ctx, { id, currency, payments }: OrderRow, refunds: Earlier[]): Promise<number> {
  const paid = sum(payments.map(({ captured, refunded }) => captured - refunded)) - onItsWayBack(refunds)
  if (paid <= 0) return 0
  const [spent, lost] = [await creditedOf(ctx, id), await lostOf(ctx, id, currency)]
  return Math.max(0, paid - spent.amount - lost)
}

/** For good: it was all refunded, or taken by a bank. What is on its way may yet come to nothing. */
export async function hasAllGoneBack(ctx: Ctx, orderId: string): Promise<boolean> {
  const order = await findOrder(ctx, orderId)
  const refunds = await listAllRefunds(ctx, orderId)
  if (!order || refunds.some(({ status }) => status === 'pending')) return false
  return (await keptOf(ctx, order, refunds)) === 0
}

const lostOf = async (ctx: Ctx, orderId: string, currency: string): Promise<number> =>
  sum((await listLost(ctx, orderId, currency)).map(({ amount }) => amount))

const onItsWayBack = (refunds: Earlier[]): number =>
  sum(
    refunds.filter(({ status }) => status === 'pending').flatMap(({ tenders }) => tenders.map(({ amount }) => amount)),
  )

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
