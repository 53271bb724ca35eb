import { describe, expect, it } from 'vitest'
import { eurosOff, percentOff, sampleCode, sampleInput, sampleItem, samplePromotion } from '../../test/sample-cart.ts'
import { eur } from '../../test/sample-products.ts'
import { priceCart } from './price-cart.ts'
import type { PricingInput } from './pricing-input.ts'
import type { Benefit } from './rules.ts'

const amountsOf = (input: PricingInput) => priceCart(input).promotions.map(({ amount }) => amount)
const discountsOf = (input: PricingInput) => priceCart(input).items.map(({ discount }) => discount)

describe('several promotions', () => {
  const items = [sampleItem('a', { unitPrice: 2000 }), sampleItem('b', { unitPrice: 1000 })]

  it('reduces the total to zero at most', () => {
    const promotions = [samplePromotion('p', eurosOff(2500)), samplePromotion('q', eurosOff(2500))]
    const priced = priceCart(sampleInput(items, { promotions }))
    expect(priced.promotions.map(({ amount }) => amount)).toEqual([2500, 500])
    expect(priced.totals).toMatchObject({ discount: 3000, total: 0, due: 0 })
    expect(priced.items.map(({ total }) => total)).toEqual([0, 0])
  })

  it('applies a repeated code once, even when nothing is left', () => {
    const promotions = [
      samplePromotion('all', percentOff(10_000)),
      samplePromotion('p', eurosOff(500), { trigger: 'code' }),
    ]
    const both = [sampleCode('p', 'ONE'), sampleCode('p', 'TWO')]
    expect(priceCart(sampleInput(items, { promotions, codes: both }))).toMatchObject({
      totals: { total: 0 },
      promotions: [{ promotionId: 'all', amount: 3000 }],
      rejected: [
        { code: 'ONE', reason: 'no_effect' },
        { code: 'TWO', reason: 'no_effect' },
      ],
    })
    const alone = priceCart(sampleInput(items, { promotions: promotions.slice(1), codes: both }))
    expect(alone.promotions).toMatchObject([{ promotionId: 'p', code: 'ONE', amount: 500 }])
    expect(alone.rejected).toMatchObject([
      { code: 'TWO', promotionId: 'p', reason: 'not_combinable', unmet: [{ actual: 'Promotion p' }] },
    ])
    // A promotion that appears twice in the input also applies once.
    const twice = [samplePromotion('p', eurosOff(500)), samplePromotion('p', eurosOff(500))]
    expect(amountsOf(sampleInput(items, { promotions: twice }))).toEqual([500])
  })

  it('applies by priority, then age, then id, so that ten percent and five euros combine in a defined order', () => {
    const tenPercent = samplePromotion('p', percentOff(1000, 'order'), { priority: 1 })
    const five = samplePromotion('f', eurosOff(500), { priority: 2 })
    expect(amountsOf(sampleInput(items, { promotions: [five, tenPercent] }))).toEqual([300, 500])
    expect(amountsOf(sampleInput(items, { promotions: [{ ...five, priority: 0 }, tenPercent] }))).toEqual([500, 250])
    const older = { ...five, priority: 1, createdAt: '2025-01-01T00:00:00Z' }
    expect(amountsOf(sampleInput(items, { promotions: [tenPercent, older] }))).toEqual([500, 250])
    expect(amountsOf(sampleInput(items, { promotions: [tenPercent, { ...five, priority: 1 }] }))).toEqual([500, 250])
  })

  it('applies item promotions before order promotions, regardless of priority', () => {
    const promotions = [
      samplePromotion('o', percentOff(1000, 'order'), { priority: 0 }),
      samplePromotion('l', percentOff(5000), { priority: 9 }),
    ]
    expect(priceCart(sampleInput(items, { promotions })).promotions).toMatchObject([
      {
        promotionId: 'l',
        amount: 1500,
        allocations: [
          { itemId: 'a', amount: 1000 },
          { itemId: 'b', amount: 500 },
        ],
      },
      {
        promotionId: 'o',
        amount: 150,
        allocations: [
          { itemId: 'a', amount: 100 },
          { itemId: 'b', amount: 50 },
        ],
      },
    ])
  })
})

describe('a fixed amount off the order', () => {
  it('splits into shares that add up, with the remainder assigned by item id, not position', () => {
    const items = ['c', 'a', 'b'].map((id) => sampleItem(id))
    const promotions = [samplePromotion('p', eurosOff(100))]
    expect(priceCart(sampleInput(items, { promotions })).items.map(({ id, discount }) => [id, discount])).toEqual([
      ['c', 33],
      ['a', 34],
      ['b', 33],
    ])
  })

  it('applies to the whole order even if its selection decides eligibility', () => {
    const items = [sampleItem('a', { tags: ['x'] }), sampleItem('b')]
    const promotion = samplePromotion('p', eurosOff(100), {
      items: { tags: ['x'] },
      conditions: { minAmounts: { EUR: 1000 } },
    })
    expect(discountsOf(sampleInput(items, { promotions: [promotion] }))).toEqual([50, 50])
    expect(discountsOf(sampleInput(items.slice(1), { promotions: [promotion] }))).toEqual([0])
  })
})

describe('benefits', () => {
  const items = [
    sampleItem('a', { unitPrice: 999, quantity: 3, tags: ['x'] }),
    sampleItem('b', { unitPrice: 500, tags: ['x'] }),
    sampleItem('c', { unitPrice: 5000 }),
  ]
  const eligible = { items: { tags: ['x'] } }
  const tiers: Benefit = {
    kind: 'tiered',
    target: 'item',
    by: 'quantity',
    tiers: [
      { from: 4, basisPoints: 2000 },
      { from: 2, basisPoints: 1000 },
      { from: 5, basisPoints: 9000 },
    ],
  }
  const byAmount: Benefit = {
    kind: 'tiered',
    target: 'order',
    by: 'amount',
    tiers: [
      { from: { EUR: 3000 }, amounts: { EUR: 300 } },
      { from: { EUR: 3497 }, amounts: { EUR: 400 } },
      { from: { USD: 1 }, amounts: { USD: 9000 } },
    ],
  }
  it.each<[string, Benefit, number[]]>([
    ['a percentage of each item', percentOff(1500), [450, 75, 0]],
    [
      'a percentage with a limit',
      { kind: 'percentage', target: 'item', basisPoints: 1500, maxAmounts: { EUR: 100 } },
      [86, 14, 0],
    ],
    [
      'a percentage of the order with a limit',
      { kind: 'percentage', target: 'order', basisPoints: 5000, maxAmounts: { EUR: 850 } },
      [300, 50, 500],
    ],
    [
      'an amount off every unit',
      { kind: 'fixed', target: 'item', amounts: { EUR: 100 }, perUnit: true },
      [300, 100, 0],
    ],
    [
      'an amount off every unit that exceeds its price',
      { kind: 'fixed', target: 'item', amounts: { EUR: 600 }, perUnit: true },
      [1800, 500, 0],
    ],
    ['an amount split over the items', { kind: 'fixed', target: 'item', amounts: { EUR: 100 } }, [86, 14, 0]],
    ['an amount that exceeds the items', { kind: 'fixed', target: 'item', amounts: { EUR: 9999 } }, [2997, 500, 0]],
    ['a fixed price, which never raises a price', { kind: 'fixed_price', amounts: { EUR: 700 } }, [897, 0, 0]],
    ['the highest tier reached', tiers, [599, 100, 0]],
    ['the highest tier by amount, on the order', byAmount, [141, 24, 235]],
  ])('%s', (_name, benefit, expected) => {
    const input = sampleInput(items, { promotions: [samplePromotion('p', benefit, eligible)] })
    expect(discountsOf(input)).toEqual(expected)
    expect(amountsOf(input)).toEqual([expected.reduce((sum, each) => sum + each)])
  })

  it('reports how much is missing for the next tier', () => {
    const promotions = [
      samplePromotion('p', { ...tiers, tiers: [{ from: 6, basisPoints: 500 }] }, { ...eligible, trigger: 'code' }),
    ]
    expect(priceCart(sampleInput(items, { promotions, codes: [sampleCode('p')] })).rejected).toMatchObject([
      { reason: 'minimum_quantity', unmet: [{ rule: 'tier', required: 6, actual: 4, missing: 2 }] },
    ])
  })

  it('neither discounts nor counts a gift card', () => {
    const card = sampleItem('g', { unitPrice: 5000, giftCard: true, requiresShipping: false })
    const promotions = [samplePromotion('p', percentOff(1000)), samplePromotion('q', eurosOff(100_000))]
    expect(discountsOf(sampleInput([card, sampleItem('a')], { promotions }))).toEqual([0, 1000])
    const least = samplePromotion('m', percentOff(1000), {
      trigger: 'code',
      conditions: { minAmounts: { EUR: 2000 }, minQuantity: 2 },
    })
    expect(
      priceCart(sampleInput([card, sampleItem('a')], { promotions: [least], codes: [sampleCode('m')] })).rejected,
    ).toMatchObject([
      {
        reason: 'minimum_quantity',
        unmet: [{ missing: 1 }, { rule: 'minAmount', required: eur(2000), actual: eur(1000), missing: eur(1000) }],
      },
    ])
  })

  it.each([
    ['JPY', 1980, 198],
    ['KWD', 12_345, 1235],
    ['EUR', 1999, 200],
  ])('rounds to the smallest unit in %s', (currency, unitPrice, expected) => {
    expect(
      discountsOf(
        sampleInput([sampleItem('a', { unitPrice })], {
          currency,
          promotions: [samplePromotion('p', percentOff(1000))],
        }),
      ),
    ).toEqual([expected])
  })
})
