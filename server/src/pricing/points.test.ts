import { describe, expect, it } from 'vitest'
import { payWithPoints } from './points.ts'
import type { RequestedPoints } from './pricing-input.ts'

const request = (more: Partial<RequestedPoints> = {}): RequestedPoints => ({
  requested: 10_000,
  balance: 10_000,
  rules: { active: true, minPoints: 1 },
  rate: { points: 100, amount: 100 },
  ...more,
})
const paid = (more: Partial<RequestedPoints>, due: number) => {
  const { used = 0, applied = 0, reason = null } = payWithPoints(request(more), due) ?? {}
  return [used, applied, reason]
}

describe('points', () => {
  it('redeems up to the requested number, the balance and the amount due', () => {
    expect(paid({}, 2499)).toEqual([2499, 2499, null])
    expect(paid({ requested: 500 }, 2499)).toEqual([500, 500, null])
    expect(paid({ balance: 300 }, 2499)).toEqual([300, 300, null])
  })

  it('rounds down, and redeems no point that pays nothing', () => {
    const rate = { points: 3, amount: 1 }
    expect(paid({ rate }, 10)).toEqual([30, 10, null])
    expect(paid({ rate, requested: 32 }, 11)).toEqual([30, 10, null])
    expect(paid({ rate, requested: 2 }, 11)).toEqual([0, 0, 'below_minimum'])
  })

  it("never pays more than is due, and leaves less than a point's worth due", () => {
    expect(paid({ rate: { points: 1, amount: 100 } }, 250)).toEqual([2, 200, null])
    expect(paid({ rate: { points: 1, amount: 100 } }, 99)).toEqual([0, 0, 'below_minimum'])
  })

  it('reports why no points are redeemed', () => {
    expect(paid({ rules: null }, 100)).toEqual([0, 0, 'inactive'])
    expect(paid({ rules: { active: false, minPoints: 1 } }, 100)).toEqual([0, 0, 'inactive'])
    expect(paid({ rate: null }, 100)).toEqual([0, 0, 'currency_mismatch'])
    expect(paid({ balance: 0 }, 100)).toEqual([0, 0, 'no_points'])
    expect(paid({}, 0)).toEqual([0, 0, 'nothing_due'])
    expect(paid({ rules: { active: true, minPoints: 500 }, balance: 499 }, 5000)).toEqual([0, 0, 'below_minimum'])
    expect(payWithPoints(null, 100)).toBeNull()
  })

  it('calculates exactly when a product exceeds the safe integer range', () => {
    const rate = { points: 1_000_000, amount: 999_999 }
    expect(paid({ requested: 1e9, balance: 1e9, rate }, Number.MAX_SAFE_INTEGER)).toEqual([1e9, 999_999_000, null])
  })
})
