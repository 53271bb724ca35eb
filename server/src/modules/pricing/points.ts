import type { GivenPoints, PointRate } from './cart.ts'
import type { NoPoints, PricedPoints } from './priced.ts'
import { exact } from './shares.ts'

/** What so many points are worth, rounded down. */
export const worthOf = (points: number, { points: per, amount }: PointRate): number =>
  Math.floor(exact(points * amount) / per)

const ceil = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator

/**
 * After gift cards, before any card: never more than is due, and only as many points as that takes. Where a point is worth more
 * than the smallest coin, what is left for less than a point is due.
 */
export function payWithPoints(given: GivenPoints | null, due: number): PricedPoints | null {
  if (!given) return null
  const { wanted, balance } = given
  const tried = mostFor(given, due)
  if (typeof tried === 'string') return { wanted, balance, used: 0, applied: 0, reason: tried }
  return { wanted, balance, ...tried, reason: null }
}

function mostFor(
  { wanted, balance, rules, rate }: GivenPoints,
  due: number,
): { used: number; applied: number } | NoPoints {
  if (!rules?.active) return 'inactive'
  if (!rate) return 'currency_mismatch'
  if (balance === 0) return 'no_points'
  if (due === 0) return 'nothing_due'
  const [per, amount] = [BigInt(rate.points), BigInt(rate.amount)]
  // As many as are worth no more than is due, with what is lost by rounding down.
  const fitting = ceil((BigInt(due) + 1n) * per, amount) - 1n
  const most = Math.min(wanted, balance)
  const applied = worthOf(fitting < BigInt(most) ? Number(fitting) : most, rate)
  const used = Number(ceil(BigInt(applied) * per, amount))
  return used === 0 || used < rules.minPoints ? 'below_minimum' : { used, applied }
}
