import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, percentageOf } from '../kit/allocate-money.ts'
import { exact, percentOf, ratioOf, split, sumOf } from './exact-math.ts'

const anyAmount = fc.oneof(fc.maxSafeNat(), fc.nat(100_000))
const euros = (amount: number) => ({ amount, currency: 'EUR' })

describe('split with plain numbers', () => {
  it("matches the kit's BigInt version", () => {
    const weights = fc.array(fc.oneof(fc.nat(5), fc.nat(100_000), fc.maxSafeNat()), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(
        anyAmount,
        weights.filter((each) => each.some(Boolean)),
        (amount, weights) => {
          expect(split(amount, weights)).toEqual(allocate(euros(amount), weights).map((share) => share.amount))
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [1000, [2999, 1999, 1], [600, 400, 0]],
    [7, [0, 5, 0, 5], [0, 4, 0, 3]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
  ])('splits %i over %j into %j', (amount, weights, shares) => {
    expect(split(amount, weights)).toEqual(shares)
  })

  it('never exceeds a weight when the amount is at most the sum of weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(300), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          const shares = split(Math.floor(sumOf(weights) * part), weights)
          for (const [position, weight] of weights.entries()) expect(shares[position]).toBeLessThanOrEqual(weight)
        },
      ),
    )
  })

  it('throws when all weights are zero', () => {
    expect(() => split(1, [0, 0])).toThrow(RangeError)
  })
})

describe('percentages with plain numbers', () => {
  it('matches the kit', () => {
    fc.assert(
      fc.property(anyAmount, fc.nat(10_000), (amount, basisPoints) => {
        expect(percentOf(amount, basisPoints)).toBe(percentageOf(euros(amount), basisPoints).amount)
        expect(ratioOf(amount, basisPoints, 10_000)).toBe(percentageOf(euros(amount), basisPoints).amount)
      }),
    )
  })

  it('is exact to the last unit for the largest amount', () => {
    // Just below a multiple, where a floating-point division already yields the next integer.
    expect(ratioOf(9_007_199_254_739_999, 1, 10_000)).toBe(900_719_925_474)
    expect(percentOf(Number.MAX_SAFE_INTEGER, 5000)).toBe(4_503_599_627_370_496)
  })
})

it('throws for a sum that is not exact', () => {
  expect(sumOf([Number.MAX_SAFE_INTEGER - 1, 1])).toBe(Number.MAX_SAFE_INTEGER)
  expect(() => sumOf([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
  expect(() => exact(0.5)).toThrow(RangeError)
})
