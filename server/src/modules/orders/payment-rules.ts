import type { Ctx } from '../../ctx.ts'
import type { OpenPayment } from '../../ports/payment-provider.ts'
import type { OrderRow, PaymentRow } from './queries.ts'

/**
 * No real money moved: the payment was simulated, made with a provider's test key, or is exchange credit from such a
 * payment.
 */
export const isTestPayment = ({ provider, details }: Pick<PaymentRow, 'provider' | 'details'>): boolean =>
  provider === 'simulator' || details.test === true

/** Credit from another order whose items were exchanged for these: no money came with it. */
export const isExchangeCredit = ({ kind, details }: Pick<PaymentRow, 'kind' | 'details'>): boolean =>
  kind === 'external' && details.exchangeOf !== undefined

/** A voided test payment paid for nothing and doesn't count. */
export const hasTestPayments = (payments: PaymentRow[]): boolean =>
  payments.some((payment) => payment.captured > 0 && isTestPayment(payment))

/**
 * Whole points to restore with this refund, in proportion to what they paid. Computed on the cumulative refunded
 * amount, so that a full refund restores all points, in however many parts.
 */
export function pointsToRestore(
  { amount, details }: Pick<PaymentRow, 'amount' | 'details'>,
  refundedBefore: number,
  refundAmount: number,
): number {
  const pointsFor = (part: number) => Number((BigInt(details.points ?? 0) * BigInt(part)) / BigInt(amount))
  return pointsFor(refundedBefore + refundAmount) - pointsFor(refundedBefore)
}

/** The payment as the provider knows it. */
export function toOpenPayment(payment: PaymentRow, { currency }: Pick<OrderRow, 'currency'>): OpenPayment {
  const { id, ref, amount, status } = payment
  if (ref === null) throw new Error(`The payment ${id} has no provider`)
  return { ref, amount, currency, captureMethod: status === 'authorized' ? 'manual' : 'automatic' }
}

/** A request that moves money has finished or timed out by then. */
const REQUEST_TIMEOUT_MS = 20_000

export const firstCheckAt = ({ now }: Ctx): Date => new Date(now.getTime() + REQUEST_TIMEOUT_MS)

/** Whether the request that began it must have ended. */
export const isAbandoned = ({ now }: Ctx, { createdAt }: { createdAt: string }): boolean =>
  now.getTime() - Date.parse(createdAt) >= REQUEST_TIMEOUT_MS
