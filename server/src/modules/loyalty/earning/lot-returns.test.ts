import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../kit/sum.ts'
import { planLotReturn } from './lot-returns.ts'

const total = (list: { points: number }[]) => sum(list.map(({ points }) => points))

/** Lots from which points were taken, what each can take now, and how many points come back. */
const returns = fc
  .array(fc.record({ taken: fc.integer({ min: 1, max: 500 }), room: fc.integer({ min: 0, max: 600 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((lots) =>
    fc.record({
      shares: fc.constant(lots.map(({ taken }, at) => ({ id: `lot_${at}`, points: taken }))),
      // Some have expired.
      lots: fc.subarray(lots.map(({ room }, at) => ({ id: `lot_${at}`, room }))),
      points: fc.integer({ min: 0, max: sum(lots.map(({ taken }) => taken)) }),
    }),
  )

describe('planLotReturn', () => {
  it('returns every point, to no lot more than it gave or can take', () => {
    fc.assert(
      fc.property(returns, ({ shares, lots, points }) => {
        const { returned, rest } = planLotReturn(shares, lots, points)
        expect(total(returned) + rest).toBe(points)
        expect(rest).toBeGreaterThanOrEqual(0)
        for (const { id, points: share } of returned) {
          expect(share).toBeGreaterThan(0)
          expect(share).toBeLessThanOrEqual(shares.find((one) => one.id === id)?.points ?? 0)
          expect(share).toBeLessThanOrEqual(lots.find((one) => one.id === id)?.room ?? 0)
        }
      }),
    )
  })

  it('undoes exactly what was taken if all lots are still there', () => {
    fc.assert(
      fc.property(returns, ({ shares }) => {
        const lots = shares.map(({ id, points }) => ({ id, room: points }))
        expect(planLotReturn(shares, lots, total(shares))).toEqual({ returned: shares, rest: 0 })
      }),
    )
  })

  it('keeps the points that expire last if a debt used up the others', () => {
    const shares = ['soon', 'later'].map((id) => ({ id, points: 100 }))
    const lots = ['later', 'soon'].map((id) => ({ id, room: 100 }))
    expect(planLotReturn(shares, lots, 130)).toEqual({
      returned: [
        { id: 'later', points: 100 },
        { id: 'soon', points: 30 },
      ],
      rest: 0,
    })
    // What fits into no lot starts with a full period, so it comes first.
    expect(planLotReturn(shares, lots.slice(1), 130)).toEqual({ returned: [{ id: 'soon', points: 30 }], rest: 100 })
  })
})
