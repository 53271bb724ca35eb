import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, percentageOf } from './allocate-money.ts'
import { money } from './money.ts'

const euros = (amount: number) => money(amount, 'EUR')
const anyAmount = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }))
const absolute = (value: bigint) => (value < 0n ? -value : value)

describe('percentageOf', () => {
  it.each([
    [1999, 1900, 380],
    [50, 100, 1],
    [49, 100, 0],
    [-50, 100, -1],
    [-49, 100, 0],
    [50, -100, -1],
    [150, 100, 2],
    [250, 100, 3],
    [1, 1, 0],
    [123, 10_000, 123],
    [123, 0, 0],
    [-123, 0, 0],
    [Number.MAX_SAFE_INTEGER, 5_000, 4_503_599_627_370_496],
  ])('%i at %i basis points is %i', (amount, basisPoints, result) => {
    expect(percentageOf(euros(amount), basisPoints)).toStrictEqual(euros(result))
  })

  it('is at most half a unit from the exact value, and mirrored for refunds', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const result = percentageOf(euros(amount), basisPoints)
        const error = BigInt(result.amount) * 10_000n - BigInt(amount) * BigInt(basisPoints)
        expect(absolute(error) <= 5_000n).toBe(true)
        expect(percentageOf(euros(-amount), basisPoints)).toStrictEqual(euros(-result.amount))
      }),
    )
  })

  it('throws for a fraction of a basis point, and beyond the largest amount', () => {
    expect(() => percentageOf(euros(100), 0.5)).toThrow(RangeError)
    expect(() => percentageOf(euros(Number.MAX_SAFE_INTEGER), 10_001)).toThrow(RangeError)
  })
})

describe('allocate', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [1000, [2999, 1999, 1], [600, 400, 0]],
    [5, [3, 7], [2, 3]],
    [1, [0, 1, 0], [0, 1, 0]],
    [7, [0, 5, 0, 5], [0, 4, 0, 3]],
    [1, [1, 2], [0, 1]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
  ])('splits %i by %j into %j', (amount, weights, shares) => {
    expect(allocate(euros(amount), weights)).toStrictEqual(shares.map(euros))
  })

  it('sums exactly, and each share is less than one unit from the exact one', () => {
    const anyWeight = fc.oneof(fc.nat(10), fc.maxSafeNat())
    const anyWeights = fc.array(anyWeight, { minLength: 1 }).filter((weights) => weights.some(Boolean))
    fc.assert(
      fc.property(anyAmount, anyWeights, (amount, weights) => {
        const shares = allocate(euros(amount), weights)
        const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
        expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
        for (const [position, weight] of weights.entries()) {
          const share = shares[position]?.amount ?? Number.NaN
          expect(absolute(BigInt(share) * total - BigInt(amount) * BigInt(weight)) < total).toBe(true)
          if (weight === 0) expect(share).toBe(0)
        }
        expect(allocate(euros(-amount), weights).map(({ amount }) => 0 - amount)).toEqual(shares.map((s) => s.amount))
      }),
    )
  })

  it('throws when all weights are zero, or a weight is invalid', () => {
    for (const weights of [[], [0, 0], [-1, 2], [0.5], [Number.NaN]]) {
      expect(() => allocate(euros(1), weights)).toThrow(RangeError)
    }
  })
})
