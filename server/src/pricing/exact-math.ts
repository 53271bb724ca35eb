import { allocate, percentageOf } from '../kit/allocate-money.ts'

/*
 * Same as the kit, but for plain numbers: a cart of fifty items needs hundreds of shares, and BigInt takes twenty
 * times as long. Where a product would not be exact, the kit's BigInt is used.
 */

/** Throws for an amount that is not exact: an overflowing sum must never be rounded back below the limit. */
export function exact(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not an exact amount.`)
  return amount
}

export function sumOf(amounts: readonly number[]): number {
  let total = 0
  for (const amount of amounts) total += amount
  return exact(total)
}

/**
 * Exact for safe integers. A floating-point quotient may be rounded up to the next integer, which the remainder then
 * reveals; `%` would work too, but takes several times as long.
 */
function floorDivide(product: number, divisor: number): number {
  const whole = Math.floor(product / divisor)
  return whole * divisor > product ? whole - 1 : whole
}

/** `amount * numerator / denominator`, rounded half up. */
export function ratioOf(amount: number, numerator: number, denominator: number): number {
  const product = amount * numerator
  if (Number.isSafeInteger(product)) {
    const whole = floorDivide(product, denominator)
    return (product - whole * denominator) * 2 >= denominator ? whole + 1 : whole
  }
  const twice = BigInt(denominator) * 2n
  return exact(Number((BigInt(amount) * BigInt(numerator) * 2n + BigInt(denominator)) / twice))
}

/** 1900 basis points are 19 %. Rounds half up. */
export function percentOf(amount: number, basisPoints: number): number {
  return Number.isSafeInteger(amount * basisPoints)
    ? ratioOf(amount, basisPoints, 10_000)
    : percentageOf({ amount, currency: '' }, basisPoints).amount
}

/** Splits the amount into integers in proportion to the weights; equal remainders go to the earlier weight. */
export function split(amount: number, weights: readonly number[]): number[] {
  if (amount === 0) return weights.map(() => 0)
  if (weights.length === 1 && weights[0]) return [amount]
  let total = 0
  let heaviest = 0
  for (const weight of weights) {
    total += weight
    if (weight > heaviest) heaviest = weight
  }
  if (total === amount) return [...weights]
  if (total === 0 || !Number.isSafeInteger(total) || !Number.isSafeInteger(amount * heaviest)) {
    return allocate({ amount, currency: '' }, weights).map((share) => share.amount)
  }

  const remainders = new Float64Array(weights.length)
  let missing = amount
  const shares: number[] = []
  for (const weight of weights) {
    const product = amount * weight
    const share = floorDivide(product, total)
    remainders[shares.length] = product - share * total
    shares.push(share)
    missing -= share
  }
  if (missing > 0) distributeRemainder(shares, remainders, missing)
  return shares
}

function distributeRemainder(shares: number[], remainders: Float64Array, missing: number): void {
  const threshold = remainders.toSorted()[remainders.length - missing] ?? 0
  let ties = missing
  for (const remainder of remainders) if (remainder > threshold) ties--
  for (let position = 0; position < shares.length; position++) {
    const remainder = remainders[position] ?? 0
    if (remainder < threshold || (remainder === threshold && ties-- <= 0)) continue
    shares[position] = (shares[position] ?? 0) + 1
  }
}
