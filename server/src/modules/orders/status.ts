import { AppError } from '../../kit/errors.ts'
import { shareOf } from './line-share.ts'
import { givenForRemoved } from './money/refund-rules.ts'
import type { OrderRow } from './queries.ts'

type Statuses = Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfillmentStatus'>

/** What may be done with an order in which state; everything else is 409. Each deed says itself what else it needs. */
const ALLOWED = {
  edit: ['draft', 'open', 'completed'],
  // What staff notes for themselves changes nothing of it.
  'make a note of': ['draft', 'open', 'completed', 'canceled'],
  cancel: ['draft', 'open', 'completed'],
  capture: ['open'],
  'note a payment of': ['open', 'completed'],
  refund: ['open', 'completed', 'canceled'],
  fulfill: ['open'],
  'ask for a return of': ['open', 'completed'],
  // What is on its way back comes, whatever became of the order.
  'decide on a return of': ['open', 'completed', 'canceled'],
  exchange: ['open', 'completed'],
  complete: ['draft'],
  // To note what has happened outside, whatever the order has become meanwhile.
  settle: ['draft', 'open', 'completed', 'canceled'],
} as const satisfies Record<string, readonly OrderRow['status'][]>
export type Deed = keyof typeof ALLOWED

export function refuseMove({ number, status }: Pick<OrderRow, 'number' | 'status'>, deed: Deed): void {
  const allowed: readonly string[] = ALLOWED[deed]
  if (allowed.includes(status)) return
  throw new AppError(
    'conflict',
    `You can't ${deed} order #${number}: it is ${status}, and must be ${allowed.join(' or ')}.`,
  )
}

/** What follows from what was paid, sent and given back; nobody sets it by hand. */
export function statusesOf(
  order: Pick<OrderRow, 'status' | 'canceledAt' | 'total' | 'lines' | 'payments' | 'disputes'>,
): Statuses {
  const paymentStatus = paymentStatusOf(order)
  const fulfillmentStatus = fulfillmentStatusOf(order)
  if (order.canceledAt !== null) return { status: 'canceled', paymentStatus, fulfillmentStatus }
  if (order.status === 'draft') return { status: 'draft', paymentStatus, fulfillmentStatus }
  const isDone = fulfillmentStatus !== 'unfulfilled' && fulfillmentStatus !== 'partial'
  const isPaid = paymentStatus !== 'pending' && paymentStatus !== 'authorized' && paymentStatus !== 'partially_paid'
  return { status: isDone && isPaid ? 'completed' : 'open', paymentStatus, fulfillmentStatus }
}

/** What the order was to cost, less what was charged for units that were taken out of it. */
export const owedOf = ({ total, lines }: Pick<OrderRow, 'total' | 'lines'>): number =>
  total - sum(lines.map((line) => shareOf(line, line.ordered - line.current)))

/** What is still to be paid. What is authorized waits to be captured, and nobody pays for a canceled order. */
export function dueOf(order: Pick<OrderRow, 'canceledAt' | 'total' | 'lines' | 'payments' | 'refunds'>): number {
  if (order.canceledAt !== null) return 0
  const paid = sum(order.payments.map(({ status, amount, captured }) => (status === 'authorized' ? amount : captured)))
  return Math.max(0, owedOf(order) - paid + givenForRemoved(order.refunds))
}

/** Stripe's words for a dispute that is over. `warning_closed`: the bank asked, and did not take the money. */
const DECIDED = ['lost', 'won', 'warning_closed', 'prevented']
export const isDecided = ({ status }: { status: string }): boolean => DECIDED.includes(status)

function paymentStatusOf(
  order: Pick<OrderRow, 'total' | 'lines' | 'payments' | 'disputes'>,
): OrderRow['paymentStatus'] {
  const { payments, disputes } = order
  // Before all else: somebody has to answer the bank, or has lost the money to it.
  if (disputes.some((dispute) => !isDecided(dispute))) return 'disputed'
  if (disputes.some(({ status }) => status === 'lost')) return 'charged_back'
  const captured = sum(payments.map((payment) => payment.captured))
  const refunded = sum(payments.map((payment) => payment.refunded))
  // Somebody has still to decide about it.
  if (payments.some(({ status }) => status === 'authorized')) return 'authorized'
  if (refunded > 0) return refunded >= captured ? 'refunded' : 'partially_refunded'
  if (captured === 0 && payments.some(({ status }) => status === 'voided')) return 'voided'
  // Nothing was paid and nothing is to be paid any more: that is not paid.
  if (captured === 0 && order.total > 0 && owedOf(order) <= 0) return 'voided'
  if (captured >= owedOf(order)) return 'paid'
  return captured > 0 ? 'partially_paid' : 'pending'
}

function fulfillmentStatusOf({ lines }: Pick<OrderRow, 'lines'>): OrderRow['fulfillmentStatus'] {
  const toSend = lines.filter(({ requiresShipping }) => requiresShipping)
  if (toSend.length === 0) return 'not_needed'
  const [current, fulfilled] = [sum(toSend.map((line) => line.current)), sum(toSend.map((line) => line.fulfilled))]
  if (fulfilled >= current) return fulfilled > 0 ? 'fulfilled' : 'not_needed'
  return fulfilled > 0 ? 'partial' : 'unfulfilled'
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
