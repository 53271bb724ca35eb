import { expect, it } from 'vitest'
import { LoyaltyProgram } from '../../../server/src/modules/loyalty/program/schemas.ts'
import type { Program } from './loyalty.ts'
import {
  LIMITS,
  newRate,
  newRule,
  newTier,
  type ProgramFields,
  parseMultiplier,
  toProgramFields,
  toProgramInput,
  validateProgram,
} from './program-fields.ts'
import { newAction, newReward } from './reward-fields.ts'

const GOLD = { key: 'gold', name: 'Gold', threshold: 500, multiplierPercent: 150, perks: ['Free shipping, always'] }

const FIVE_EUROS = { amount: 500, currency: 'EUR' }

const PROGRAM: Program = {
  name: 'Acorns',
  active: true,
  earning: [
    { currency: 'EUR', points: 1, amount: 100 },
    { currency: 'JPY', points: 1, amount: 150 },
  ],
  pointValues: [{ currency: 'EUR', points: 100, amount: 105 }],
  minPoints: 100,
  productRules: [
    { productId: 'prod_a', multiplierPercent: 200 },
    { collectionId: 'col_a', multiplierPercent: 200 },
    { collectionId: 'col_b', points: 0 },
  ],
  tiers: [GOLD],
  tierPeriodDays: null,
  pendingDays: 0,
  expiresAfterDays: 365,
  rewards: [{ key: 'five', name: 'Five off', points: 500, type: 'gift_card', amount: FIVE_EUROS }],
  actions: [{ key: 'review', name: 'Review', points: 5, limitPerCustomer: 1 }],
  referral: { active: true, referrerPoints: 5, refereePoints: 0, minOrderAmount: [FIVE_EUROS], url: null },
  version: 3,
  updatedAt: '2026-11-15T09:30:00.000Z',
}

const fields = toProgramFields(PROGRAM, 'EUR')
const errorWith = (changes: Partial<ProgramFields>) => validateProgram({ ...fields, ...changes })

it('sends back what it received', () => {
  const { version: _version, updatedAt: _updatedAt, ...settings } = PROGRAM
  expect(toProgramInput(fields, 'EUR')).toEqual(settings)
  expect(validateProgram(fields)).toBeUndefined()
})

it('shows amounts in the decimals of the currency, and groups product rules that give the same', () => {
  expect(fields.earning.map(({ amount }) => amount)).toEqual(['1.00', '150'])
  expect(fields.productRules).toMatchObject([
    { benefit: 'multiplier', multiplier: '2', productIds: ['prod_a'], collectionIds: ['col_a'] },
    { benefit: 'points', points: '0', productIds: [], collectionIds: ['col_b'] },
  ])
})

it('parses multipliers exactly', () => {
  expect(['', '0', '1.5', '1,25', '100', '100.01', '-1', '1.555', 'x'].map(parseMultiplier)).toEqual([
    null,
    0,
    150,
    125,
    10_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('gives new tiers keys from their names, and never changes those of others', () => {
  const row = (name: string, threshold: string) => ({ ...newTier(), name, threshold })
  const tiers = [
    { ...fields.tiers[0], name: 'Renamed' } as ProgramFields['tiers'][number],
    row('Gold', '600'),
    row('Él & Co.', '700'),
    row('金', '800'),
    row('銀', '900'),
  ]
  const { tiers: sent = [] } = toProgramInput({ ...fields, tiers }, 'EUR')
  expect(sent.map(({ key }) => key)).toEqual(['gold', 'gold-2', 'el-co', 'tier', 'tier-2'])
})

it('says what is missing or contradictory', () => {
  const rate = { ...newRate('EUR'), points: '1', amount: '1' }
  const tier = { ...newTier(), name: 'Silver', threshold: '500' }
  expect(errorWith({ name: ' ' })).toBe('Enter a name.')
  expect(errorWith({ earning: [newRate('EUR')] })).toBe('Complete every earning rate.')
  expect(errorWith({ earning: [{ ...rate, amount: '10000.01' }] })).toBe('Complete every earning rate.')
  expect(errorWith({ earning: [rate, rate] })).toBe('Use each currency for one earning rate.')
  expect(errorWith({ pointValues: [rate, rate] })).toBe('Use each currency for one point value.')
  expect(errorWith({ pendingDays: '' })).toBe('Enter how long points stay pending.')
  expect(errorWith({ pendingDays: '366' })).toBe('Enter how long points stay pending.')
  expect(errorWith({ expiresAfterDays: '0' })).toBe('Correct when points expire.')
  expect(errorWith({ expiresAfterDays: '' })).toBeUndefined()
  expect(errorWith({ productRules: [newRule()] })).toBe('Complete every product rule.')
  const productIds = Array.from({ length: 201 }, (_, index) => `prod_${index}`)
  expect(errorWith({ productRules: [{ ...newRule(), productIds }] })).toMatch(/at most 200/)
  expect(errorWith({ tiers: [newTier()] })).toBe('Complete every tier.')
  expect(errorWith({ tiers: [...fields.tiers, tier] })).toBe('Each tier needs a different number of points.')
  expect(errorWith({ tierPeriodDays: 'x' })).toBe('Correct the tier period.')
  expect(errorWith({ minPoints: '' })).toBe('Enter the minimum number of points.')
  expect(errorWith({ rewards: [newReward('EUR')] })).toBe('Complete every reward.')
  expect(errorWith({ actions: [newAction()] })).toBe('Complete every action.')
})

it('has the limits of the server', () => {
  const { properties } = JSON.parse(JSON.stringify(LoyaltyProgram))
  const { minPoints, pendingDays, expiresAfterDays, earning, productRules, tiers } = properties
  const rangeOf = ({ minimum: min, maximum: max }: { minimum: number; maximum: number }) => ({ min, max })
  expect(LIMITS).toEqual({
    rate: rangeOf(earning.items.properties.points),
    rulePoints: rangeOf(productRules.items.properties.points),
    points: rangeOf(minPoints),
    pendingDays: rangeOf(pendingDays),
    days: rangeOf(expiresAfterDays.anyOf[0]),
    rules: productRules.maxItems,
    tiers: tiers.maxItems,
  })
})
