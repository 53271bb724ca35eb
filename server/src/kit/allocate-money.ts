import { type Money, money } from './money.ts'

const ALL_BASIS_POINTS = 10_000n

/**
 * A percentage in basis points: 1900 is 19 %. Halves round up, as on receipts, and for negative amounts away from zero,
 * so that a refund is the exact opposite of the charge.
 */
export function percentageOf({ amount, currency }: Money, basisPoints: number): Money {
  if (!Number.isSafeInteger(basisPoints)) throw new RangeError(`${basisPoints} is not a whole number of basis points.`)
  // The product of two safe integers does not fit into a number.
  const product = BigInt(amount) * BigInt(basisPoints)
  const half = ALL_BASIS_POINTS / 2n
  // BigInt division truncates toward zero, so the half is added away from it.
  return money(Number((product + (product < 0n ? -half : half)) / ALL_BASIS_POINTS), currency)
}

/**
 * Splits by largest remainder: the shares sum to the amount, each is less than one unit away from its exact share, and
 * of equal remainders the earlier comes first. Shares of a negative amount mirror those of the positive one. Throws
 * when there is an amount but no weight; the caller decides whether that means "evenly".
 */
export function allocate({ amount, currency }: Money, weights: readonly number[]): Money[] {
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('A weight is a whole number and not negative.')
  }
  if (amount === 0) return weights.map(() => money(0, currency))
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) throw new RangeError(`${amount} ${currency} can’t be split: no weight is above zero.`)

  const products = weights.map((weight) => BigInt(Math.abs(amount)) * BigInt(weight))
  const shares = products.map((product) => Number(product / total))
  const remainder = shares.reduce((left, share) => left - share, Math.abs(amount))
  // The sort is stable, so equal remainders stay in order; shares without a remainder are never reached.
  const byRemainder = [...products.entries()].toSorted(([, one], [, other]) => Number((other % total) - (one % total)))
  for (const [position] of byRemainder.slice(0, remainder)) shares[position] = (shares[position] ?? 0) + 1
  return shares.map((share) => money(amount < 0 ? -share : share, currency))
}

interface ChargedItem {
  ordered: number
  /** Charged for all units together, with discounts and taxes. */
  total: number
}

/**
 * The amount charged for the first `units` units of an item: 10.00 for 3 is 3.34, 3.33 and 3.33. Refunds unit by unit
 * therefore add up to the total, to the cent.
 */
export function proratedTotal({ ordered, total }: ChargedItem, units: number): number {
  if (units <= 0) return 0
  if (units >= ordered) return total
  // Units cost the same, so the first ones carry the remainder, one minor unit each.
  const remainder = total % ordered
  return ((total - remainder) / ordered) * units + Math.min(units, remainder)
}
