import type { PaymentRow } from './queries.ts'

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
