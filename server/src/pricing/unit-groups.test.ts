import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOff, sampleCode, sampleInput, sampleItem, samplePromotion } from '../../test/sample-cart.ts'
import { priceCart } from './price-cart.ts'
import type { PricingItem } from './pricing-input.ts'
import type { Benefit, Promotion, Selection } from './rules.ts'

const deal = (buy: number, get: number, maxTimes: number | null = null, basisPoints = 10_000): Benefit => ({
  kind: 'buy_x_get_y',
  buy: { quantity: buy, items: {} },
  get: { quantity: get, items: {}, basisPoints },
  maxTimes,
})
const inTurn = (...benefits: Benefit[]): Promotion[] =>
  benefits.map((benefit, priority) => samplePromotion(`p${priority}`, benefit, { priority }))

/** Splits the same variant into items of these quantities. */
const shirts = (...quantities: number[]): PricingItem[] =>
  quantities.map((quantity, index) => sampleItem(`l${index}`, { variantId: 'shirt', quantity }))

const totalOf = (items: PricingItem[], promotions: Promotion[]): number =>
  priceCart(sampleInput(items, { promotions })).totals.total

describe.each([
  ['one item', [6]],
  ['two items', [3, 3]],
  ['a item each', [1, 1, 1, 1, 1, 1]],
])('six shirts of 10.00 in %s', (_name, quantities) => {
  const six = shirts(...quantities)

  it('never uses a unit in two deals', () => {
    expect(totalOf(six, inTurn(deal(2, 1), deal(2, 1)))).toBe(4000)
    expect(totalOf(six, inTurn(deal(2, 1, 1), deal(2, 1, 1)))).toBe(4000)
    // The rest is still usable: one of three shirts is free, and one of the other three is half price.
    expect(totalOf(six, inTurn(deal(2, 1, 1), deal(1, 1, null, 5000)))).toBe(4500)
  })

  it('discounts per unit, and skips units that are already free', () => {
    const fixedPrice: Benefit = { kind: 'fixed_price', amounts: { EUR: 990 } }
    const each: Benefit = { kind: 'fixed', target: 'item', perUnit: true, amounts: { EUR: 300 } }
    expect(totalOf(six, inTurn(deal(2, 1), fixedPrice))).toBe(3960)
    expect(totalOf(six, inTurn(fixedPrice, deal(2, 1)))).toBe(3960)
    expect(totalOf(six, inTurn(deal(2, 1), each))).toBe(2800)
    expect(totalOf(six, inTurn(deal(2, 1, null, 5000), percentOff(1000), fixedPrice))).toBe(4500)
  })
})

it('rejects a code without effect when another deal has used all units', () => {
  const promotions = inTurn(deal(2, 1), deal(2, 1)).map((each): Promotion => ({ ...each, trigger: 'code' }))
  const codes = [sampleCode('p0'), sampleCode('p1')]
  const { rejected } = priceCart(sampleInput(shirts(5), { promotions, codes }))
  expect(rejected).toMatchObject([{ promotionId: 'p1', reason: 'no_effect' }])
})

it('uses no units for a deal without a discount', () => {
  expect(totalOf(shirts(3), inTurn(deal(2, 1, null, 0), deal(2, 1)))).toBe(2000)
})

/** Divisible by tenths and their halves, so that nothing is rounded and every difference comes from the rules. */
const ROUND = 1_000_000
const anyAmounts = fc.integer({ min: 1, max: 4 }).map((amount) => ({ EUR: amount * ROUND }))
const anyItems = fc.constantFrom<Selection>({}, {}, { tags: ['x'] }, { tags: ['y'] })
const few = fc.integer({ min: 1, max: 3 })
const anyBenefit = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('buy_x_get_y' as const),
      buy: fc.record({ quantity: few, items: anyItems }),
      get: fc.record({ quantity: few, items: anyItems, basisPoints: fc.constantFrom(10_000, 5000) }),
      maxTimes: fc.constantFrom(null, 1, 2),
    }),
  },
  fc.constantFrom(percentOff(1000), percentOff(5000), percentOff(1000, 'order')),
  anyAmounts.map((amounts): Benefit => ({ kind: 'fixed_price', amounts })),
  anyAmounts.map((amounts): Benefit => ({ kind: 'fixed', target: 'item', perUnit: true, amounts })),
)
const anyPromotions = fc
  .array(fc.record({ benefit: anyBenefit, items: anyItems }), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map(({ benefit, items }, priority) => samplePromotion(`p${priority}`, benefit, { priority, items })),
  )
const anyVariant = fc.record({
  unitPrice: fc.integer({ min: 1, max: 5 }).map((amount) => amount * ROUND),
  tags: fc.constantFrom(['x'], ['y'], ['x', 'y']),
  quantities: fc.array(few, { minLength: 1, maxLength: 4 }),
})

it('charges the same for the same units however they are split into items', () => {
  let together = 0
  fc.assert(
    fc.property(fc.array(anyVariant, { minLength: 1, maxLength: 3 }), anyPromotions, (variants, promotions) => {
      const items = variants.flatMap(({ quantities, ...offer }, at) =>
        quantities.map((quantity, index) =>
          sampleItem(`${at}-${index}`, { ...offer, variantId: `v${at}`, productId: `p${at}`, quantity }),
        ),
      )
      const whole = variants.map(({ quantities, ...offer }, at) => {
        const quantity = quantities.reduce((sum, each) => sum + each)
        return sampleItem(`${at}`, { ...offer, variantId: `v${at}`, productId: `p${at}`, quantity })
      })
      const summarize = (of: PricingItem[]) => {
        const priced = priceCart(sampleInput(of, { promotions }))
        return [priced.totals.total, ...priced.promotions.map(({ promotionId, amount }) => [promotionId, amount])]
      }
      const expected = summarize(whole)
      expect(summarize(items)).toEqual(expected)
      if (expected.length > 2) together++
    }),
    { numRuns: 2000 },
  )
  expect(together).toBeGreaterThan(500)
})
