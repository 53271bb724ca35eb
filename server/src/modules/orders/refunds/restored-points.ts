import type { PaymentRow } from '../queries.ts'

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
