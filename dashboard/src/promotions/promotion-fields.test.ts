import { describe, expect, it } from 'vitest'
import {
  NEW_PROMOTION,
  toPromotionChanges,
  toPromotionFields,
  toPromotionInput,
  validatePromotion,
} from './promotion-fields.ts'
import type { Benefit, Promotion } from './promotions.ts'
import { newTier } from './tier-fields.ts'

const EUR = (amount: number) => ({ amount, currency: 'EUR' })
const USD = (amount: number) => ({ amount, currency: 'USD' })

const SUMMER: Promotion = {
  id: 'promo_1',
  title: 'Summer',
  trigger: 'code',
  status: 'active',
  active: true,
  startsAt: '2030-06-01T00:00:30.000Z',
  endsAt: null,
  priority: 100,
  exclusiveGroup: null,
  combinesWith: { item: true, order: false, shipping: false },
  items: { tags: ['summer'], variantIds: ['var_1'], exclude: { vendors: ['Nobody'] } },
  conditions: {
    minAmounts: [USD(6000), EUR(5000)],
    countries: ['DE'],
    customer: { segmentIds: ['seg_1'], firstOrder: true },
  },
  benefit: { kind: 'percentage', target: 'order', percentage: 12.5, maxAmounts: [USD(900)] },
  usageLimit: null,
  usageLimitPerCustomer: 1,
  budgets: [EUR(100_000)],
  usageCount: 3,
  spent: [],
  exhausted: false,
  redeemable: true,
  code: null,
  managed: false,
  version: 2,
  createdAt: '2030-01-01T00:00:00Z',
  updatedAt: '2030-01-01T00:00:00Z',
}

const BENEFITS: Benefit[] = [
  SUMMER.benefit,
  { kind: 'fixed', target: 'item', perUnit: true, amounts: [EUR(500), USD(600)] },
  { kind: 'fixed_price', amounts: [EUR(990)] },
  {
    kind: 'buy_x_get_y',
    buy: { quantity: 2, items: { variantIds: ['var_1'] } },
    get: { quantity: 1, items: {}, percentage: 50 },
    maxTimes: 1,
  },
  {
    kind: 'tiered',
    target: 'order',
    by: 'amount',
    tiers: [
      { from: [EUR(5000), USD(6000)], percentage: 5 },
      { from: [EUR(10_000), USD(12_000)], amounts: [EUR(1000), USD(1200)] },
    ],
  },
  { kind: 'gift', variantId: 'var_2', quantity: 2 },
  { kind: 'free_shipping', maxAmounts: [EUR(700)] },
]

describe('promotion form fields', () => {
  const saved = toPromotionFields(SUMMER, 'EUR')

  it.each(BENEFITS)('round-trips a benefit: $kind', (benefit) => {
    const fields = toPromotionFields({ ...SUMMER, benefit }, 'EUR')
    expect(validatePromotion(fields, 'EUR')).toBeUndefined()
    expect(toPromotionInput(fields, 'EUR').benefit).toEqual(benefit)
    expect(toPromotionChanges(fields, fields, 'EUR')).toEqual({})
  })

  it('sends only changed fields, and never an unchanged time', () => {
    expect(toPromotionChanges({ ...saved, title: 'Late summer' }, saved, 'EUR')).toEqual({ title: 'Late summer' })
  })

  it('preserves other currencies, hidden conditions and hidden items', () => {
    const edited = {
      ...saved,
      minAmount: { ...saved.minAmount, text: '40' },
      items: { ...saved.items, tags: ['sun'] },
    }
    expect(toPromotionChanges(edited, saved, 'EUR')).toEqual({
      conditions: {
        minAmounts: [EUR(4000), USD(6000)],
        countries: ['DE'],
        customer: { segmentIds: ['seg_1'], firstOrder: true },
      },
      items: { tags: ['sun'], variantIds: ['var_1'], exclude: { vendors: ['Nobody'] } },
    })
  })

  it('changes the segments, and keeps the other customer conditions', () => {
    const conditionsOf = (segmentIds: string[]) => toPromotionChanges({ ...saved, segmentIds }, saved, 'EUR').conditions
    expect(conditionsOf(['seg_1', 'seg_2'])?.customer).toEqual({ segmentIds: ['seg_1', 'seg_2'], firstOrder: true })
    expect(conditionsOf([])?.customer).toEqual({ firstOrder: true })
    const { conditions } = toPromotionInput({ ...saved, segmentIds: [], hiddenCustomer: {} }, 'EUR')
    expect(conditions).not.toHaveProperty('customer')
  })

  it('sends only exceptions when the promotion applies to everything', () => {
    const edited = { ...saved, items: { ...saved.items, scope: 'all' as const } }
    expect(toPromotionChanges(edited, saved, 'EUR')).toEqual({ items: { exclude: { vendors: ['Nobody'] } } })
  })

  it('reports missing and invalid input', () => {
    const valid = { ...NEW_PROMOTION, title: 'x', benefit: { ...NEW_PROMOTION.benefit, percentage: '10' } }
    const { benefit } = valid
    const amountOf = (text: string) => ({ text, otherCurrencies: [] })
    const tier = { ...newTier(0), fromUnits: '3', percentage: '5' }
    expect(validatePromotion(valid, 'EUR')).toBeUndefined()
    expect(validatePromotion({ ...valid, title: ' ' }, 'EUR')).toBe('Enter a title.')
    for (const fields of [
      { ...valid, benefit: { ...benefit, percentage: '101' } },
      { ...valid, benefit: { ...benefit, max: amountOf('a lot') } },
      { ...valid, benefit: { ...benefit, kind: 'fixed' as const } },
      { ...valid, benefit: { ...benefit, kind: 'gift' as const } },
      { ...valid, benefit: { ...benefit, kind: 'buy_x_get_y' as const, getQuantity: '0' } },
      { ...valid, benefit: { ...benefit, kind: 'tiered' as const } },
      { ...valid, benefit: { ...benefit, kind: 'tiered' as const, tiers: [tier, tier] } },
      { ...valid, items: { ...valid.items, scope: 'some' as const } },
      { ...valid, minAmount: amountOf('1,000') },
      { ...valid, minQuantity: '1.5' },
      { ...valid, usageLimit: '0' },
      { ...valid, priority: '' },
    ]) {
      expect(validatePromotion(fields, 'EUR')).toEqual(expect.any(String))
    }
  })
})
