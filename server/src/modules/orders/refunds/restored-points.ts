import type { PaymentRow } from '../queries.ts'

/**
 * How many points go back with an amount, after so much was given back before: their share of what they have paid, in whole
 * points. Reckoned of all that was given back so far, so that all of it gives back all of them, in however many parts.
 */
export function pointsToRestore(
  { amount, details }: Pick<PaymentRow, 'amount' | 'details'>,
  refundedBefore: number,
  refundAmount: number,
): number {
  const points = typeof details.points === 'number' ? details.points : 0
  const pointsFor = (part: number) => Number((BigInt(points) * BigInt(part)) / BigInt(amount))
  return pointsFor(refundedBefore + refundAmount) - pointsFor(refundedBefore)
}
