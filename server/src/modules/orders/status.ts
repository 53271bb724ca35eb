import { AppError } from '../../kit/errors.ts'
import type { OrderRow } from './queries.ts'

type Statuses = Pick<OrderRow, 'status' | 'paymentStatus' | 'fulfillmentStatus'>

/** What may be done with an order in which state; everything else is 409. Each deed says itself what else it needs. */
const ALLOWED = {
  edit: ['draft', 'open', 'completed'],
  cancel: ['draft', 'open'],
  capture: ['open'],
  refund: ['open', 'completed', 'canceled'],
  fulfill: ['open'],
  'ask for a return of': ['open', 'completed'],
  // What is on its way back comes, whatever became of the order.
  'decide on a return of': ['open', 'completed', 'canceled'],
  exchange: ['open', 'completed'],
  complete: ['draft'],
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
export function statusesOf(order: Pick<OrderRow, 'status' | 'canceledAt' | 'total' | 'lines' | 'payments'>): Statuses {
  const paymentStatus = paymentStatusOf(order)
  const fulfillmentStatus = fulfillmentStatusOf(order)
  if (order.status === 'draft') return { status: 'draft', paymentStatus, fulfillmentStatus }
  if (order.canceledAt !== null) return { status: 'canceled', paymentStatus, fulfillmentStatus }
  const isDone = fulfillmentStatus !== 'unfulfilled' && fulfillmentStatus !== 'partial'
  const isPaid = paymentStatus !== 'pending' && paymentStatus !== 'authorized' && paymentStatus !== 'partially_paid'
  return { status: isDone && isPaid ? 'completed' : 'open', paymentStatus, fulfillmentStatus }
}

function paymentStatusOf({ total, payments }: Pick<OrderRow, 'total' | 'payments'>): OrderRow['paymentStatus'] {
  const captured = sum(payments.map((payment) => payment.captured))
  const refunded = sum(payments.map((payment) => payment.refunded))
  if (refunded > 0) return refunded >= captured ? 'refunded' : 'partially_refunded'
  if (captured >= total) return 'paid'
  if (payments.some(({ status }) => status === 'authorized')) return 'authorized'
  if (captured > 0) return 'partially_paid'
  return payments.some(({ status }) => status === 'voided') ? 'voided' : 'pending'
}

function fulfillmentStatusOf({ lines }: Pick<OrderRow, 'lines'>): OrderRow['fulfillmentStatus'] {
  const toSend = lines.filter(({ requiresShipping }) => requiresShipping)
  if (toSend.length === 0) return 'not_needed'
  const [current, fulfilled] = [sum(toSend.map((line) => line.current)), sum(toSend.map((line) => line.fulfilled))]
  if (fulfilled >= current) return fulfilled > 0 ? 'fulfilled' : 'not_needed'
  return fulfilled > 0 ? 'partial' : 'unfulfilled'
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
