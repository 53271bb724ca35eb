import { expect, it } from 'vitest'
import { ApiError } from '../api.ts'
import { formatCodeErrors, parseCodes, validateCodes } from './codes.ts'
import { discountTarget, formatBenefit, formatPromotion, formatPromotionStatus } from './promotion-labels.ts'
import type { Benefit } from './promotions.ts'

const EUR = (amount: number) => ({ amount, currency: 'EUR' })
const TIERS = [
  { from: 3, percentage: 5 },
  { from: 6, percentage: 10 },
  { from: 9, percentage: 12.5 },
]

it.each<[string, Benefit]>([
  ['10% off the order', { kind: 'percentage', target: 'order', percentage: 10 }],
  [
    '12.5% off eligible products, at most €50.00',
    { kind: 'percentage', target: 'item', percentage: 12.5, maxAmounts: [EUR(5000)] },
  ],
  [
    '€5.00 off each unit',
    { kind: 'fixed', target: 'item', perUnit: true, amounts: [{ amount: 6, currency: 'USD' }, EUR(500)] },
  ],
  ['$6.00 off shipping', { kind: 'fixed', target: 'shipping', amounts: [{ amount: 600, currency: 'USD' }] }],
  ['€9.90 per unit', { kind: 'fixed_price', amounts: [EUR(990)] }],
  ['Buy 2, get 1 free', { kind: 'buy_x_get_y', buy: { quantity: 2 }, get: { quantity: 1 } }],
  ['Buy 1, get 1 at 50% off', { kind: 'buy_x_get_y', buy: { quantity: 1 }, get: { quantity: 1, percentage: 50 } }],
  [
    '5% off from 3 units, 10% off from 6 units and 1 more',
    { kind: 'tiered', target: 'item', by: 'quantity', tiers: TIERS },
  ],
  ['2 gifts', { kind: 'gift', variantId: 'var_1', quantity: 2 }],
  ['Free shipping, up to €7.00', { kind: 'free_shipping', maxAmounts: [EUR(700)] }],
])('formats a benefit as %s', (words, benefit) => {
  expect(formatBenefit(benefit, 'EUR')).toBe(words)
})

it('derives the discount target as pricing does', () => {
  expect(discountTarget({ kind: 'fixed_price', target: 'order' })).toBe('item')
  expect(discountTarget({ kind: 'tiered', target: 'shipping' })).toBe('order')
  expect(discountTarget({ kind: 'percentage', target: 'shipping' })).toBe('shipping')
  expect(discountTarget({ kind: 'free_shipping', target: 'item' })).toBe('shipping')
})

it('parses codes from lines and commas', () => {
  expect(parseCodes(' summer, SUN\n\nsummer;')).toEqual(['summer', 'SUN', 'summer'])
})

it('names rejected codes', () => {
  const details = [
    { path: '/codes/1', message: 'is already in use', code: 'SUN' },
    { path: '/codes/2', message: 'is a duplicate', code: 'SUMMER' },
  ]
  const refusal = new ApiError(409, { code: 'conflict', message: 'x', details })
  expect(formatCodeErrors(refusal)).toBe("Couldn't add codes: SUN is already in use; SUMMER is a duplicate.")
  const unnamed = [{ path: '/codes', message: 'must have at most 1000 entries' }]
  expect(formatCodeErrors(new ApiError(400, { code: 'x', message: 'x', details: unnamed }))).toBeUndefined()
})

it('names a code that is too long', () => {
  expect(validateCodes(['SUMMER', 'A'.repeat(64)])).toBeUndefined()
  expect(validateCodes(['SUMMER', `WINTERWINTER${'R'.repeat(53)}`])).toBe(
    '“WINTERWINTER…” is too long. Use at most 64 characters.',
  )
})

it('says which segments a promotion is for', () => {
  const benefit: Benefit = { kind: 'percentage', target: 'order', percentage: 10 }
  const format = (segmentIds: string[]) =>
    formatPromotion({ benefit, conditions: { customer: { segmentIds } } }, 'EUR', { seg_1: 'VIPs', seg_2: 'Press' })
  expect(formatPromotion({ benefit, conditions: {} }, 'EUR')).toBe('10% off the order')
  expect(format([])).toBe('10% off the order')
  expect(format(['seg_1'])).toBe('10% off the order, for VIPs')
  expect(format(['seg_2', 'seg_1', 'seg_3'])).toBe('10% off the order, for Press or VIPs or 1 more')
  expect(formatPromotion({ benefit, conditions: { customer: { segmentIds: ['seg_1'] } } }, 'EUR')).toBe(
    '10% off the order, for a segment',
  )
})

it.each([
  ['Active', { status: 'active', exhausted: false, redeemable: true }],
  ['Limit reached', { status: 'active', exhausted: true, redeemable: false }],
  ['No usable codes', { status: 'active', exhausted: false, redeemable: false }],
  ['Scheduled', { status: 'scheduled', exhausted: false, redeemable: false }],
  ['Expired', { status: 'ended', exhausted: true, redeemable: false }],
] as const)('is shown as %s only if it is', (label, promotion) => {
  expect(formatPromotionStatus(promotion).label).toBe(label)
})
