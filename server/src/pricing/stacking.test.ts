import { describe, expect, it } from 'vitest'
import {
  eurosOff,
  percentOff,
  sampleCode,
  sampleInput,
  sampleItem,
  samplePromotion,
  sampleRate,
  sampleShipping,
} from '../../test/sample-cart.ts'
import { priceCart } from './price-cart.ts'
import type { PricingInput } from './pricing-input.ts'
import type { TraceStep } from './pricing-result.ts'
import type { Promotion } from './rules.ts'

const alone = { item: false, order: false, shipping: false }
const items = [sampleItem('a', { unitPrice: 10_000 })]
const appliedIds = (promotions: Promotion[], change: Partial<PricingInput> = {}) =>
  priceCart(sampleInput(items, { promotions, ...change })).promotions.map(({ promotionId }) => promotionId)

describe('two deals competing for units', () => {
  const deal = (basisPoints: number, priority: number) => {
    const get = { quantity: 1, items: {}, basisPoints }
    return samplePromotion(
      `at ${basisPoints}`,
      { kind: 'buy_x_get_y', buy: { quantity: 2, items: {} }, get, maxTimes: null },
      { priority },
    )
  }
  const dealsOf = (quantity: number, promotions: Promotion[]) =>
    priceCart(sampleInput([sampleItem('a', { quantity })], { promotions })).promotions.map(({ title, amount }) => [
      title,
      amount,
    ])

  it.each([
    ['before', 1, 2],
    ['after', 2, 1],
  ])('gives them to the better deal when it comes %s the other', (_where, better, worse) => {
    const promotions = [deal(10_000, better), deal(1000, worse)]
    expect(dealsOf(3, promotions)).toEqual([['Promotion at 10000', 1000]])
  })

  it('applies both when there are enough units', () => {
    const { benefit, ...once } = deal(10_000, 1)
    const first = { ...once, benefit: { ...benefit, maxTimes: 1 } as Promotion['benefit'] }
    expect(dealsOf(6, [first, deal(5000, 2)])).toEqual([
      ['Promotion at 10000', 1000],
      ['Promotion at 5000', 500],
    ])
  })
})

describe('two deals competing for units, and a rival', () => {
  const deal = (id: string, basisPoints: number, priority: number) => {
    const one = { quantity: 1, items: {} }
    return samplePromotion(
      id,
      { kind: 'buy_x_get_y', buy: one, get: { ...one, basisPoints }, maxTimes: null },
      { priority, combinesWith: { ...alone, item: true } },
    )
  }
  const rival = (basisPoints: number) =>
    samplePromotion('rival', percentOff(basisPoints), { trigger: 'code', combinesWith: alone })
  const priceOf = (basisPoints: number, trace?: TraceStep[]) => {
    const promotions = [deal('bad', 1000, 1), deal('good', 10_000, 2), rival(basisPoints)]
    const two = [sampleItem('a', { unitPrice: 10_000, quantity: 2 })]
    return priceCart(sampleInput(two, { promotions, codes: [sampleCode('rival')] }), trace)
  }

  it('compares their savings without the worse deal', () => {
    const trace: TraceStep[] = []
    const { totals, promotions, rejected } = priceOf(2000, trace)
    expect([totals.total, promotions.map(({ promotionId }) => promotionId)]).toEqual([10_000, ['good']])
    expect(rejected).toMatchObject([{ code: 'CODE-rival', reason: 'not_combinable' }])
    expect(trace.filter(({ step }) => step === 'set').map(({ amount }) => amount)).toEqual([4000, 10_000])
  })

  it('prefers the rival when it saves more than the better deal', () => {
    expect(priceOf(6000).promotions.map(({ promotionId }) => promotionId)).toEqual(['rival'])
  })

  it('compares them the same way in a large cart with many promotions', () => {
    const others = Array.from({ length: 200 }, (_, position) =>
      samplePromotion(`other ${position}`, percentOff(1, 'order')),
    )
    const rivals = [deal('bad', 1000, 1), deal('good', 10_000, 2), rival(2000)].map((promotion) => ({
      ...promotion,
      items: { tags: ['meant'] },
      combinesWith: { ...promotion.combinesWith, order: true },
    }))
    const many = Array.from({ length: 49 }, (_, position) => sampleItem(`b${position}`))
    const { promotions } = priceCart(
      sampleInput([sampleItem('a', { unitPrice: 10_000, quantity: 2, tags: ['meant'] }), ...many], {
        promotions: [...others, ...rivals],
        codes: [sampleCode('rival')],
      }),
    )
    expect(promotions.slice(0, 2)).toMatchObject([{ promotionId: 'good', amount: 10_000 }, { promotionId: 'other 0' }])
  })
})

describe('two promotions', () => {
  it.each<[string, Partial<Promotion>, Partial<Promotion>, string[]]>([
    ['both apply if they combine', {}, {}, ['p', 'q']],
    ['do not both apply if the first does not combine', { combinesWith: alone }, {}, ['q']],
    ['do not both apply if the second does not combine', {}, { combinesWith: alone }, ['q']],
    ['do not both apply in one exclusive group', { exclusiveGroup: 'sale' }, { exclusiveGroup: 'sale' }, ['q']],
    ['both apply in different groups', { exclusiveGroup: 'sale' }, { exclusiveGroup: 'loyal' }, ['p', 'q']],
    ['both apply without a group', { exclusiveGroup: '' }, { exclusiveGroup: '' }, ['p', 'q']],
    [
      'do not both apply if one combines only with other phases',
      { combinesWith: { item: false, order: true, shipping: true } },
      {},
      ['q'],
    ],
  ])('%s', (_name, one, other, expected) => {
    expect(
      appliedIds([samplePromotion('p', percentOff(1000), one), samplePromotion('q', percentOff(2000), other)]),
    ).toEqual(expected)
  })

  it("combine by the other's phase, not their own", () => {
    const item = samplePromotion('l', percentOff(1000), { combinesWith: { item: false, order: true, shipping: false } })
    const order = samplePromotion('o', percentOff(1000, 'order'), {
      combinesWith: { item: true, order: false, shipping: false },
    })
    expect(appliedIds([item, order])).toEqual(['l', 'o'])
    expect(appliedIds([item, { ...order, combinesWith: alone }])).toEqual(['l'])
  })

  it.each<[string, Partial<Promotion>, Partial<Promotion>, string]>([
    ['the lower priority number', { priority: 2 }, { priority: 1 }, 'q'],
    ['the older', {}, { createdAt: '2025-12-31T23:59:59+00:00' }, 'q'],
    ['the lower id', {}, {}, 'p'],
  ])('with equal savings: %s wins', (_name, one, other, expected) => {
    const promotions = [
      samplePromotion('p', percentOff(1000), { combinesWith: alone, ...one }),
      samplePromotion('q', percentOff(1000), { combinesWith: alone, ...other }),
    ]
    expect(appliedIds(promotions)).toEqual([expected])
    expect(appliedIds(promotions.toReversed())).toEqual([expected])
  })
})

describe('best combination', () => {
  it('compares exactly: two smaller promotions together against one larger', () => {
    // 30 % alone saves 30.00; 20 % and then 15.00 save 20.00 + 15.00.
    const promotions = [
      samplePromotion('big', percentOff(3000), { combinesWith: alone }),
      samplePromotion('small', percentOff(2000)),
      samplePromotion('fixed', eurosOff(1500)),
    ]
    expect(appliedIds(promotions)).toEqual(['small', 'fixed'])
    // 20 % and 5.00 save only 25.00.
    expect(appliedIds([...promotions.slice(0, 2), samplePromotion('fixed', eurosOff(500))])).toEqual(['big'])
  })

  it('includes shipping savings', () => {
    const shipping = sampleShipping([sampleRate('r', { price: { kind: 'flat', amounts: { EUR: 1200 } } })])
    const promotions = [
      samplePromotion('free', { kind: 'free_shipping' }, { combinesWith: alone }),
      samplePromotion('ten', percentOff(1000)),
    ]
    expect(appliedIds(promotions, { shipping, selectedShipping: { service: 'standard', quote: null } })).toEqual([
      'free',
    ])
    expect(appliedIds(promotions, { shipping })).toEqual(['ten'])
  })

  it('includes the cost of losing free shipping', () => {
    // 10.00 off would cost 12.00 of shipping; 5.00 off keeps it free.
    const shipping = sampleShipping([
      sampleRate('r', { price: { kind: 'flat', amounts: { EUR: 1200 } }, freeFrom: { EUR: 9500 } }),
    ])
    const promotions = [
      samplePromotion('ten', eurosOff(1000), { exclusiveGroup: 'g' }),
      samplePromotion('five', eurosOff(500), { exclusiveGroup: 'g' }),
    ]
    expect(appliedIds(promotions, { shipping, selectedShipping: { service: 'standard', quote: null } })).toEqual([
      'five',
    ])
    expect(appliedIds(promotions)).toEqual(['ten'])
  })

  it('includes the value of a gift', () => {
    const gifts = new Map([['mug', { ...sampleItem('mug'), variantId: 'mug', unitPrice: 1500, available: null }]])
    const promotions = [
      samplePromotion('gift', { kind: 'gift', variantId: 'mug', quantity: 1 }, { combinesWith: alone }),
      samplePromotion('ten', percentOff(1000)),
    ]
    expect(appliedIds(promotions, { gifts })).toEqual(['gift'])
    expect(appliedIds(promotions)).toEqual(['ten'])
  })

  it('is not blocked by a promotion without effect', () => {
    const nothing = samplePromotion(
      'nothing',
      { kind: 'fixed_price', amounts: { EUR: 99_999 } },
      { combinesWith: alone },
    )
    expect(appliedIds([nothing, samplePromotion('p', percentOff(1000)), samplePromotion('q', eurosOff(100))])).toEqual([
      'p',
      'q',
    ])
  })

  it('takes one promotion per group', () => {
    const promotions = ['x', 'y', 'z'].flatMap((group) =>
      [1000, 2000].map((basisPoints) =>
        samplePromotion(`${group}${basisPoints}`, percentOff(basisPoints), { exclusiveGroup: group }),
      ),
    )
    expect(appliedIds(promotions)).toEqual(['x2000', 'y2000', 'z2000'])
  })

  it('falls back to a greedy choice for too many sets, and still respects the rules', () => {
    const promotions = [...Array(12).keys()].flatMap((group) =>
      [100, 300, 200].map((basisPoints) =>
        samplePromotion(`g${group + 10}-${basisPoints}`, percentOff(basisPoints), { exclusiveGroup: `g${group}` }),
      ),
    )
    const trace: TraceStep[] = []
    const priced = priceCart(sampleInput(items, { promotions }), trace)
    expect(priced.promotions.map(({ promotionId }) => promotionId)).toEqual(
      [...Array(12).keys()].map((group) => `g${group + 10}-300`),
    )
    expect(trace.filter(({ step }) => step === 'stacking')).toMatchObject([{ outcome: 'greedy' }])
  })
})

describe('rejected codes', () => {
  const winner = samplePromotion('win', percentOff(3000), { title: 'Summer sale' })
  it('names the promotion the code does not combine with', () => {
    const loser = samplePromotion('lose', percentOff(1000), { trigger: 'code', combinesWith: alone })
    const { rejected } = priceCart(sampleInput(items, { promotions: [winner, loser], codes: [sampleCode('lose')] }))
    expect(rejected).toEqual([
      {
        promotionId: 'lose',
        code: 'CODE-lose',
        reason: 'not_combinable',
        message: 'This code can’t be combined with “Summer sale”.',
        unmet: [{ rule: 'combinesWith', required: 'item', actual: 'Summer sale', missing: null }],
      },
    ])
  })

  it('names the exclusive group', () => {
    const loser = samplePromotion('lose', percentOff(1000), { trigger: 'code', exclusiveGroup: 'sale' })
    const promotions = [{ ...winner, exclusiveGroup: 'sale' }, loser]
    expect(priceCart(sampleInput(items, { promotions, codes: [sampleCode('lose')] })).rejected).toMatchObject([
      { reason: 'not_combinable', unmet: [{ rule: 'exclusiveGroup', required: 'sale', actual: 'Summer sale' }] },
    ])
  })

  it('reports no effect if the code has none even alone', () => {
    const loser = samplePromotion('lose', percentOff(0), { trigger: 'code', combinesWith: alone })
    expect(
      priceCart(sampleInput(items, { promotions: [winner, loser], codes: [sampleCode('lose')] })).rejected,
    ).toMatchObject([{ reason: 'no_effect' }])
  })

  it('reports nothing for an automatic promotion', () => {
    const loser = samplePromotion('lose', percentOff(1000), { combinesWith: alone })
    expect(priceCart(sampleInput(items, { promotions: [winner, loser] })).rejected).toEqual([])
  })
})
