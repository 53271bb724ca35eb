import { describe, expect, it } from 'vitest'
import { anonymousBuyer, sampleInput, sampleItem, samplePromotion } from '../../test/sample-cart.ts'
import { eur } from '../../test/sample-products.ts'
import { priceCart } from './price-cart.ts'
import type { Buyer, PricingInput } from './pricing-input.ts'
import type { Promotion } from './rules.ts'

const benefit = { kind: 'percentage', target: 'item', basisPoints: 1000 } as const
const knownBuyer: Buyer = { ...anonymousBuyer, isKnown: true, ordersCount: 3, tags: ['vip'], segmentIds: ['loyal'] }
const tenCode = { code: 'TEN', promotionId: 'p', exhausted: false, active: true }

/** The cart contains one item of 10.00. */
function applyCode(change: Partial<Promotion>, input: Partial<PricingInput> = {}) {
  const promotions = [samplePromotion('p', benefit, { trigger: 'code', ...change })]
  const { promotions: applied, rejected } = priceCart(
    sampleInput([sampleItem('a')], { promotions, codes: [tenCode], ...input }),
  )
  return applied.length > 0 ? 'applied' : rejected[0]
}

describe('a promotion applies', () => {
  it.each<[string, Partial<Promotion>, Partial<PricingInput>]>([
    ['without conditions', {}, {}],
    ['from its start', { startsAt: '2026-06-01T12:00:00.000Z' }, {}],
    ['until just before its end', { endsAt: '2026-06-01T12:00:00.001Z' }, {}],
    ['at the minimum amount', { conditions: { minAmounts: { EUR: 1000 } } }, {}],
    ['at the minimum quantity', { conditions: { minQuantity: 1 } }, {}],
    [
      'in one of its countries, in lowercase too',
      { conditions: { countries: ['DE', 'AT'] } },
      { destination: { country: 'at', region: null, postalCode: null } },
    ],
    [
      'to a customer in any of its segments',
      { conditions: { customer: { segmentIds: ['new', 'loyal'] } } },
      { buyer: knownBuyer },
    ],
    ['to a customer with any of its tags', { conditions: { customer: { tags: ['vip'] } } }, { buyer: knownBuyer }],
    [
      'to a first order',
      { conditions: { customer: { firstOrder: true } } },
      { buyer: { ...knownBuyer, ordersCount: 0 } },
    ],
    [
      'while the customer has uses left',
      { usageLimitPerCustomer: 2 },
      { buyer: { ...knownBuyer, uses: new Map([['p', 1]]) } },
    ],
    ['to a visitor, whose uses are not counted yet', { usageLimitPerCustomer: 1 }, {}],
    [
      'with empty lists and objects, as if they were absent',
      {
        items: { tags: [], exclude: { tags: [] } },
        exclusiveGroup: '',
        conditions: {
          minQuantity: 0,
          minAmounts: {},
          countries: [],
          customer: { segmentIds: [], tags: [], firstOrder: false },
        },
      },
      {},
    ],
  ])('%s', (_name, change, input) => {
    expect(applyCode(change, input)).toBe('applied')
  })
})

describe('a code is rejected', () => {
  const disabled = { rule: 'active', required: null, actual: null, missing: null }
  const usedUp = { rule: 'usageLimit', required: null, actual: null, missing: null }
  it.each<[string, Partial<Promotion>, Partial<PricingInput>, object]>([
    ['not_found', {}, { codes: [{ ...tenCode, promotionId: null }] }, { promotionId: null, unmet: [] }],
    ['not_found', {}, { promotions: [] }, { promotionId: 'p' }],
    ['inactive', { active: false }, {}, { unmet: [disabled] }],
    ['inactive', {}, { codes: [{ ...tenCode, active: false }] }, { unmet: [disabled] }],
    ['not_started', { startsAt: '2026-06-01T12:00:00.001Z' }, {}, { message: 'This code is not active yet.' }],
    [
      'expired',
      { endsAt: '2026-06-01T12:00:00.000Z' },
      {},
      {
        unmet: [
          { rule: 'endsAt', required: '2026-06-01T12:00:00.000Z', actual: '2026-06-01T12:00:00.000Z', missing: null },
        ],
      },
    ],
    ['usage_limit', { exhausted: true }, {}, { unmet: [usedUp] }],
    ['usage_limit', {}, { codes: [{ ...tenCode, exhausted: true }] }, { unmet: [usedUp] }],
    [
      'customer_limit',
      { usageLimitPerCustomer: 2 },
      { buyer: { ...knownBuyer, uses: new Map([['p', 2]]) } },
      { unmet: [{ rule: 'usageLimitPerCustomer', required: 2, actual: 2, missing: null }] },
    ],
    [
      'minimum_amount',
      { conditions: { minAmounts: { EUR: 2550 } } },
      {},
      {
        message: 'Add items worth 15.50 EUR more to use this code.',
        unmet: [{ rule: 'minAmount', required: eur(2550), actual: eur(1000), missing: eur(1550) }],
      },
    ],
    [
      'minimum_quantity',
      { conditions: { minQuantity: 3 } },
      {},
      { message: 'Add 2 more to use this code.', unmet: [{ rule: 'minQuantity', required: 3, actual: 1, missing: 2 }] },
    ],
    ['product_ineligible', { items: { productIds: ['other'] } }, {}, {}],
    ['product_ineligible', { items: { exclude: { productIds: ['product-a'] } } }, {}, {}],
    [
      'login_required',
      { conditions: { customer: { firstOrder: true } } },
      {},
      { unmet: [{ rule: 'customer', required: null, actual: null, missing: null }] },
    ],
    ['login_required', { conditions: { customer: { tags: ['vip'] } } }, {}, {}],
    [
      'customer_ineligible',
      { conditions: { customer: { firstOrder: true } } },
      { buyer: knownBuyer },
      { unmet: [{ rule: 'firstOrder', required: 0, actual: 3, missing: null }] },
    ],
    [
      'customer_ineligible',
      { conditions: { customer: { segmentIds: ['new'] } } },
      { buyer: knownBuyer },
      { unmet: [{ rule: 'segmentIds', required: ['new'], actual: ['loyal'], missing: null }] },
    ],
    [
      'customer_ineligible',
      { conditions: { customer: { segmentIds: ['loyal'], tags: ['staff'] } } },
      { buyer: knownBuyer },
      { unmet: [{ rule: 'tags', required: ['staff'], actual: ['vip'], missing: null }] },
    ],
    [
      'country_ineligible',
      { conditions: { countries: ['DE'] } },
      {},
      { message: 'This code is not available in this country.' },
    ],
    [
      'country_ineligible',
      { conditions: { countries: ['DE'] } },
      { destination: { country: null, region: null, postalCode: null } },
      { message: 'Enter a shipping address to use this code.' },
    ],
    [
      'currency_mismatch',
      { benefit: { kind: 'fixed', target: 'order', amounts: { USD: 500 } } },
      {},
      { unmet: [{ rule: 'currency', required: ['USD'], actual: 'EUR', missing: null }] },
    ],
    ['currency_mismatch', { benefit: { ...benefit, maxAmounts: { USD: 500 } } }, {}, {}],
    ['currency_mismatch', { conditions: { minAmounts: { USD: 500 } } }, {}, {}],
    [
      'currency_mismatch',
      { benefit: { kind: 'tiered', target: 'order', by: 'amount', tiers: [{ from: { USD: 1 }, basisPoints: 100 }] } },
      {},
      {},
    ],
    ['no_effect', { benefit: { kind: 'fixed_price', amounts: { EUR: 1000 } } }, {}, { unmet: [] }],
    ['no_effect', { benefit: { ...benefit, basisPoints: 0 } }, {}, {}],
  ])('as %s: %j', (reason, change, input, more) => {
    expect(applyCode(change, input)).toMatchObject({
      reason,
      code: 'TEN',
      message: expect.stringMatching(/./),
      ...more,
    })
  })

  it("with all unmet rules, those the buyer can't fix first", () => {
    const conditions = { minQuantity: 5, minAmounts: { EUR: 9000 }, countries: ['DE'] }
    const rejected = applyCode({ conditions })
    expect(rejected).toMatchObject({
      reason: 'country_ineligible',
      unmet: [{ rule: 'countries' }, { rule: 'minQuantity' }, { rule: 'minAmount' }],
    })
  })

  it('individually: another code of the same promotion may still be valid', () => {
    const codes = [
      { ...tenCode, code: 'USED', exhausted: true },
      { ...tenCode, code: 'FRESH' },
    ]
    const promotions = [samplePromotion('p', benefit, { trigger: 'code' })]
    expect(priceCart(sampleInput([sampleItem('a')], { promotions, codes }))).toMatchObject({
      promotions: [{ code: 'FRESH' }],
      rejected: [{ code: 'USED', reason: 'usage_limit' }],
    })
  })
})

it('ignores a code promotion without its code, and never reports an automatic one as rejected', () => {
  const promotions = [
    samplePromotion('p', benefit, { trigger: 'code' }),
    samplePromotion('q', benefit, { conditions: { minQuantity: 9 } }),
  ]
  expect(priceCart(sampleInput([sampleItem('a')], { promotions }))).toMatchObject({ promotions: [], rejected: [] })
})
