import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../kit/sum.ts'
import { calculateClawback, calculateOrderPoints, type PurchasedItem } from './order-points.ts'

const item = (more: Partial<PurchasedItem> = {}): PurchasedItem => ({
  id: 'a',
  productId: 'prod_a',
  collectionIds: [],
  quantity: 1,
  total: 1200,
  tax: 200,
  isGiftCard: false,
  ...more,
})
const rules = { rate: { points: 1, amount: 100 }, productRules: [], multiplierPercent: 100 }
const pointsOf = (...parameters: Parameters<typeof calculateOrderPoints>) =>
  sum(calculateOrderPoints(...parameters).map(({ points }) => points))

describe('calculateOrderPoints', () => {
  it('counts items after tax, without shipping, gift cards and what stored value paid', () => {
    const items = [item(), item({ id: 'card', total: 5000, tax: 0, isGiftCard: true })]
    // 490 of the total are shipping.
    const purchase = { items, total: 6690, paidWithMoney: 6690 }
    expect(calculateOrderPoints(purchase, rules)).toEqual([{ itemId: 'a', total: 1200, points: 10 }])
    expect(pointsOf({ ...purchase, paidWithMoney: 3345 }, rules)).toBe(5)
    expect(pointsOf({ ...purchase, paidWithMoney: 0 }, rules)).toBe(0)
  })

  it('applies the best matching rule, then the multiplier of the tier, and rounds down once', () => {
    const productRules = [
      { productId: 'prod_a' as const, multiplierPercent: 200 },
      { collectionId: 'col_a' as const, points: 25 },
      { productId: 'prod_b' as const, multiplierPercent: 0 },
    ]
    const earn = (more: Partial<PurchasedItem>, multiplierPercent = 100) =>
      pointsOf({ items: [item(more)], total: 1200, paidWithMoney: 1200 }, { ...rules, productRules, multiplierPercent })
    expect(earn({})).toBe(20)
    expect(earn({ collectionIds: ['col_a'], quantity: 2 })).toBe(50)
    expect(earn({ productId: 'prod_b' })).toBe(0)
    expect(earn({ productId: null }, 155)).toBe(15)
    const halves = [item({ total: 150, tax: 0 }), item({ id: 'b', total: 150, tax: 0 })]
    expect(pointsOf({ items: halves, total: 300, paidWithMoney: 300 }, rules)).toBe(3)
  })
})

const amount = fc.integer({ min: 1, max: 10_000_000 })
const items = fc
  .array(fc.record({ total: amount, taxShare: fc.integer({ min: 0, max: 100 }) }), { minLength: 1, maxLength: 6 })
  .map((list) =>
    list.map(({ total, taxShare }, at) => item({ id: `i${at}`, total, tax: Math.floor((total * taxShare) / 200) })),
  )
const rate = fc.record({ points: fc.integer({ min: 1, max: 500 }), amount: fc.integer({ min: 1, max: 500 }) })

it('never gives more points than the exact ones, and less than one point fewer', () => {
  fc.assert(
    fc.property(
      items,
      rate,
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 400 }),
      (items, rate, share, tier) => {
        const total = sum(items.map((one) => one.total))
        const paidWithMoney = Math.floor((total * share) / 100)
        const points = pointsOf({ items, total, paidWithMoney }, { rate, productRules: [], multiplierPercent: tier })
        const net = BigInt(sum(items.map((one) => one.total - one.tax)))
        const [numerator, denominator] = [
          net * BigInt(rate.points) * BigInt(paidWithMoney) * BigInt(tier),
          BigInt(rate.amount) * BigInt(total) * 100n,
        ]
        const exact = numerator / denominator
        expect(BigInt(points)).toBe(exact > 1_000_000_000n ? 1_000_000_000n : exact)
      },
    ),
  )
})

it('takes back a growing part with every refund, and all points once everything is refunded', () => {
  fc.assert(
    fc.property(items, rate, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 12 }), (items, rate, steps) => {
      const total = sum(items.map((one) => one.total))
      const earned = calculateOrderPoints({ items, total, paidWithMoney: total }, { ...rules, rate })
      const points = sum(earned.map((one) => one.points))
      const byItem = new Map<string, number>()
      let before = 0
      const claw = () => {
        const unrefunded = total - sum([...byItem.values()])
        const after = calculateClawback(earned, { byItem, unassigned: 0, unrefunded })
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(points)
        before = after
      }
      for (const [at, step] of steps.entries()) {
        const { id, total } = items[at % items.length] ?? item()
        byItem.set(id, Math.max(byItem.get(id) ?? 0, Math.floor((total * step) / 100)))
        claw()
      }
      for (const { id, total } of items) byItem.set(id, total)
      claw()
      expect(before).toBe(points)
      expect(calculateClawback(earned, { byItem: new Map(), unassigned: total, unrefunded: total })).toBe(points)
    }),
  )
})
