import type { PaymentRow } from '../queries.ts'

/**
 * How many points go back with an amount, after so much was given back before: their share of what they have paid, in whole
 * points. Reckoned of all that was given back so far, so that all of it gives back all of them, in however many parts.
 */
export function pointsBack(
  { amount, details }: Pick<PaymentRow, 'amount' | 'details'>,
  given: number,
  back: number,
): number {
  const points = typeof details.points === 'number' ? details.points : 0
  const of = (part: number) => Number((BigInt(points) * BigInt(part)) / BigInt(amount))
  return of(given + back) - of(given)
}
