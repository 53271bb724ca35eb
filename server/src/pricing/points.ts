import { exact } from './exact-math.ts'
import type { PointRate, RequestedPoints } from './pricing-input.ts'
import type { NoPointsReason, PricedPoints } from './pricing-result.ts'

/** The value of points, rounded down. */
export const pointsValue = (points: number, { points: per, amount }: PointRate): number =>
  Math.floor(exact(points * amount) / per)

/** The fewest points that are worth this amount. */
export const pointsNeeded = (value: number, { points: per, amount }: PointRate): number =>
  Number(ceil(BigInt(value) * BigInt(per), BigInt(amount)))

const ceil = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator

/**
 * Points pay after gift cards and before any card: never more than is due, and only as many as needed. If a point is
 * worth more than the smallest unit, a remainder below one point stays due.
 */
export function payWithPoints(request: RequestedPoints | null, due: number): PricedPoints | null {
  if (!request) return null
  const { requested, balance } = request
  const result = calculatePoints(request, due)
  if (typeof result === 'string') return { requested, balance, used: 0, applied: 0, reason: result }
  return { requested, balance, ...result, reason: null }
}

function calculatePoints(
  { requested, balance, rules, rate }: RequestedPoints,
  due: number,
): { used: number; applied: number } | NoPointsReason {
  if (!rules?.active) return 'inactive'
  if (!rate) return 'currency_mismatch'
  if (balance <= 0) return 'no_points'
  if (due === 0) return 'nothing_due'
  const [per, amount] = [BigInt(rate.points), BigInt(rate.amount)]
  // The most points whose rounded-down value does not exceed the amount due.
  const maxPoints = ceil((BigInt(due) + 1n) * per, amount) - 1n
  const available = Math.min(requested, balance)
  const applied = pointsValue(maxPoints < BigInt(available) ? Number(maxPoints) : available, rate)
  const used = pointsNeeded(applied, rate)
  return used === 0 || used < rules.minPoints ? 'below_minimum' : { used, applied }
}
