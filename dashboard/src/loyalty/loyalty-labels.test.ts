import { expect, it } from 'vitest'
import { formatPointsChange } from '../ui/points.ts'
import {
  describeAvailability,
  describeEarning,
  describePointValue,
  describeReward,
  describeRule,
  fieldLabel,
  formatEntryKind,
} from './loyalty-labels.ts'

it('describes rates and rules in words', () => {
  expect(describeEarning({ currency: 'EUR', points: 1, amount: 100 })).toBe('1 point for every €1.00')
  expect(describePointValue({ currency: 'EUR', points: 1, amount: 5 })).toBe('1 point is worth €0.05')
  expect(describePointValue({ currency: 'JPY', points: 1000, amount: 100 })).toBe('1,000 points are worth ¥100')
  expect(describeRule({ productId: 'prod_a', multiplierPercent: 150 })).toBe('1.5× points')
  expect(describeRule({ productId: 'prod_a', multiplierPercent: 0 })).toBe('No points')
  expect(describeRule({ productId: 'prod_a', points: 25 })).toBe('25 points per unit')
  const amount = { amount: 500, currency: 'EUR' }
  expect(describeReward({ points: 500, type: 'gift_card', amount })).toBe('500 points for a gift card of €5.00')
  expect(describeReward({ points: 1, type: 'cart_credit', amount })).toBe('1 point for cart credit of €5.00')
  expect([0, 1, 14].map(describeAvailability)).toEqual([
    'Right after payment',
    '1 day after payment',
    '14 days after payment',
  ])
  expect([250, -50, 0].map(formatPointsChange)).toEqual(['+250', '−50', '0'])
})

it('labels kinds of entries, also those that points do not have today', () => {
  expect([formatEntryKind('clawed_back'), formatEntryKind('deactivated')]).toEqual([
    'Taken back by a refund',
    'Deactivated',
  ])
})

it('names the field of an error', () => {
  expect(
    [
      '/name',
      '/earning/0/amount',
      '/tiers/1/multiplierPercent',
      '/productRules/3/points',
      '/rewards/0/amount/amount',
    ].map(fieldLabel),
  ).toEqual(['Name:', 'Earning rate 1, amount:', 'Tier 2, multiplier percent:', 'Product rules:', 'Reward 1, amount:'])
})
