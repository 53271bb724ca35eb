import { proratedTotal } from '../../kit/allocate-money.ts'
import { AppError } from '../../kit/errors.ts'
import { sum } from '../../kit/sum.ts'
import type { OrderRow, RefundSummary } from './queries.ts'

type Statuses = Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfillmentStatus'>

/**
 * The statuses in which each action is allowed; any other returns 409. Each action checks its further conditions
 * itself.
 */
const ALLOWED_STATUSES = {
  edit: ['draft', 'open', 'archived'],
  // Notes and tags of staff don't affect the order.
  annotate: ['draft', 'open', 'archived', 'canceled'],
  cancel: ['draft', 'open', 'archived'],
  capture: ['open'],
  'record a payment for': ['open', 'archived'],
  refund: ['open', 'archived', 'canceled'],
  fulfill: ['open'],
  'request a return for': ['open', 'archived'],
  // A return in transit arrives, whatever the order's status.
  'process a return for': ['open', 'archived', 'canceled'],
  exchange: ['open', 'archived'],
  complete: ['draft'],
  // Records what happened at the provider, whatever the order's status.
  reconcile: ['draft', 'open', 'archived', 'canceled'],
} as const satisfies Record<string, readonly OrderRow['status'][]>
export type OrderAction = keyof typeof ALLOWED_STATUSES

export function assertAllowed({ number, status }: Pick<OrderRow, 'number' | 'status'>, action: OrderAction): void {
  const allowed: readonly string[] = ALLOWED_STATUSES[action]
  if (allowed.includes(status)) return
  throw new AppError(
    'conflict',
    `You can’t ${action} order #${number}: it is ${status}, and must be ${allowed.join(' or ')}.`,
    { fields: { status, allowedStatuses: allowed } },
  )
}

/** Statuses derive from payments, fulfillments and refunds; nobody sets them by hand. */
export function deriveStatuses(
  order: Pick<OrderRow, 'status' | 'canceledAt' | 'total' | 'items' | 'payments' | 'disputes'>,
): Statuses {
  const paymentStatus = derivePaymentStatus(order)
  const fulfillmentStatus = deriveFulfillmentStatus(order)
  if (order.canceledAt !== null) return { status: 'canceled', paymentStatus, fulfillmentStatus }
  if (order.status === 'draft') return { status: 'draft', paymentStatus, fulfillmentStatus }
  const isFulfilled = fulfillmentStatus !== 'unfulfilled' && fulfillmentStatus !== 'partially_fulfilled'
  const isPaid = paymentStatus !== 'pending' && paymentStatus !== 'authorized' && paymentStatus !== 'partially_paid'
  return { status: isFulfilled && isPaid ? 'archived' : 'open', paymentStatus, fulfillmentStatus }
}

/** The order total less the charge for units removed from the order. */
export const amountOwed = ({ total, items }: Pick<OrderRow, 'total' | 'items'>): number =>
  total - sum(items.map((item) => proratedTotal(item, item.ordered - item.current)))

/**
 * The amount still to be paid. Authorized payments count as paid, since they only wait for capture; a canceled order
 * has nothing due.
 */
export function amountDue(order: Pick<OrderRow, 'canceledAt' | 'total' | 'items' | 'payments' | 'refunds'>): number {
  if (order.canceledAt !== null) return 0
  const paid = sum(order.payments.map(({ status, amount, captured }) => (status === 'authorized' ? amount : captured)))
  return Math.max(0, amountOwed(order) - paid + refundedForRemoved(order.refunds))
}

/** Refunds of units that are no longer due either. Goodwill refunds don't count. */
export const refundedForRemoved = (priorRefunds: RefundSummary[]): number =>
  sum(
    priorRefunds
      .filter(({ status }) => status !== 'failed')
      .map(({ items, tenders }) => {
        const charged = sum(items.map(({ amount, quantity, removed }) => Math.round((amount * removed) / quantity)))
        return Math.min(charged, sum(tenders.map(({ amount }) => amount)))
      }),
  )

/** Stripe's statuses of a closed dispute. `warning_closed`: the bank inquired but did not take the money. */
const CLOSED_DISPUTE_STATUSES = ['lost', 'won', 'warning_closed', 'prevented']
export const isDisputeClosed = ({ status }: { status: string }): boolean => CLOSED_DISPUTE_STATUSES.includes(status)

function derivePaymentStatus(
  order: Pick<OrderRow, 'total' | 'items' | 'payments' | 'disputes'>,
): OrderRow['paymentStatus'] {
  const { payments, disputes } = order
  // Disputes come first: the merchant has to respond to the bank, or has lost the money to it.
  if (disputes.some((dispute) => !isDisputeClosed(dispute))) return 'disputed'
  if (disputes.some(({ status }) => status === 'lost')) return 'charged_back'
  const captured = sum(payments.map((payment) => payment.captured))
  const refunded = sum(payments.map((payment) => payment.refunded))
  // An authorization still needs a capture or a void.
  if (payments.some(({ status }) => status === 'authorized')) return 'authorized'
  if (refunded > 0) return refunded >= captured ? 'refunded' : 'partially_refunded'
  if (captured === 0 && payments.some(({ status }) => status === 'voided')) return 'voided'
  // Nothing was paid and nothing is due anymore: that is not `paid`.
  if (captured === 0 && order.total > 0 && amountOwed(order) <= 0) return 'voided'
  if (captured >= amountOwed(order)) return 'paid'
  return captured > 0 ? 'partially_paid' : 'pending'
}

function deriveFulfillmentStatus({ items }: Pick<OrderRow, 'items'>): OrderRow['fulfillmentStatus'] {
  const shippable = items.filter(({ requiresShipping }) => requiresShipping)
  if (shippable.length === 0) return 'not_required'
  const [current, fulfilled] = [
    sum(shippable.map((item) => item.current)),
    sum(shippable.map((item) => item.fulfilled)),
  ]
  if (fulfilled >= current) return fulfilled > 0 ? 'fulfilled' : 'not_required'
  return fulfilled > 0 ? 'partially_fulfilled' : 'unfulfilled'
}
