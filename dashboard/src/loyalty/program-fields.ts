import { formatDecimal } from '../../../sdk/src/money.ts'
import { parseMoney } from '../ui/money.ts'
import { MAX_POINTS } from '../ui/points.ts'
import { parseWholeNumber } from '../ui/whole-number.ts'
import type { PointRate, ProductRule, Program, ProgramInput, Tier } from './loyalty.ts'
import {
  type ActionRow,
  parseAction,
  parseReward,
  type ReferralFields,
  type RewardRow,
  toActionRow,
  toActions,
  toReferral,
  toReferralFields,
  toRewardRow,
  toRewards,
  validateReferral,
} from './reward-fields.ts'
import { newRowKey, toKeyedEntries } from './row-keys.ts'

/** Points for an amount of money, as typed. */
export interface RateRow {
  key: string
  currency: string
  points: string
  amount: string
}

/** What some products and collections earn. The API has one rule for each of them. */
export interface RuleRow {
  key: string
  benefit: 'multiplier' | 'points'
  multiplier: string
  points: string
  productIds: string[]
  collectionIds: string[]
}

export interface TierRow {
  key: string
  /** Identifies the tier of a customer, so it never changes; empty until the tier is saved. */
  savedKey: string
  name: string
  threshold: string
  multiplier: string
  perks: string[]
}

/** The program in the form: input is text, and settings that the form does not show are preserved. */
export interface ProgramFields {
  name: string
  active: boolean
  earning: RateRow[]
  pointValues: RateRow[]
  minPoints: string
  productRules: RuleRow[]
  tiers: TierRow[]
  /** Empty: points of all time count. */
  tierPeriodDays: string
  pendingDays: string
  /** Empty: points never expire. */
  expiresAfterDays: string
  rewards: RewardRow[]
  actions: ActionRow[]
  referral: ReferralFields
}

export interface SectionProps {
  fields: ProgramFields
  edit: (changes: Partial<ProgramFields>) => void
  readOnly: boolean
  /** The shop's currency. */
  currency: string
  /** The server's error for the field at this path, or for a path below it. */
  errorAt: (path: string) => string | undefined
}

/** Mirror the server; a test compares the two. */
export const LIMITS = {
  rate: { min: 1, max: 1_000_000 },
  rulePoints: { min: 0, max: 1_000_000 },
  points: { min: 1, max: MAX_POINTS },
  pendingDays: { min: 0, max: 365 },
  days: { min: 1, max: 3650 },
  rules: 200,
  tiers: 20,
}

export function toProgramFields(program: Program, currency: string): ProgramFields {
  const { version: _, updatedAt: __, name, active, earning, pointValues, minPoints, ...rest } = program
  const { productRules, tiers, tierPeriodDays, pendingDays, expiresAfterDays, rewards, actions, referral } = rest
  return {
    name,
    active,
    earning: earning.map(toRateRow),
    pointValues: pointValues.map(toRateRow),
    minPoints: String(minPoints),
    productRules: toRuleRows(productRules),
    tiers: tiers.map(toTierRow),
    tierPeriodDays: toText(tierPeriodDays),
    pendingDays: String(pendingDays),
    expiresAfterDays: toText(expiresAfterDays),
    rewards: rewards.map(toRewardRow),
    actions: actions.map(toActionRow),
    referral: toReferralFields(referral, currency),
  }
}

const toText = (number: number | null) => (number === null ? '' : String(number))

const toRateRow = ({ currency, points, amount }: PointRate): RateRow => ({
  key: `rate.${currency}`,
  currency,
  points: String(points),
  amount: formatDecimal({ amount, currency }),
})

/** Rules that give the same become one row. */
function toRuleRows(rules: ProductRule[]): RuleRow[] {
  const rows = new Map<string, RuleRow>()
  for (const { productId, collectionId, multiplierPercent, points } of rules) {
    const multiplier = multiplierPercent === undefined ? '' : toMultiplierText(multiplierPercent)
    const key = points === undefined ? `multiplier.${multiplier}` : `points.${points}`
    const row = rows.get(key) ?? {
      key,
      benefit: points === undefined ? 'multiplier' : 'points',
      multiplier,
      points: points === undefined ? '' : String(points),
      productIds: [],
      collectionIds: [],
    }
    rows.set(key, {
      ...row,
      productIds: productId ? [...row.productIds, productId] : row.productIds,
      collectionIds: collectionId ? [...row.collectionIds, collectionId] : row.collectionIds,
    })
  }
  return [...rows.values()]
}

const toTierRow = ({ key, name, threshold, multiplierPercent, perks }: Tier): TierRow => ({
  key: `tier.${key}`,
  savedKey: key,
  name,
  threshold: String(threshold),
  multiplier: toMultiplierText(multiplierPercent),
  perks,
})

export const newRate = (currency: string): RateRow => ({ key: newRowKey(), currency, points: '', amount: '' })
export const newRule = (): RuleRow => ({
  key: newRowKey(),
  benefit: 'multiplier',
  multiplier: '2',
  points: '',
  productIds: [],
  collectionIds: [],
})
export const newTier = (): TierRow => ({
  key: newRowKey(),
  savedKey: '',
  name: '',
  threshold: '',
  multiplier: '1',
  perks: [],
})

const toMultiplierText = (percent: number) => String(percent / 100)

/** "1.5" is 150 percent. `null` for an empty field, `undefined` for an invalid one. */
export function parseMultiplier(input: string): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const percent = Number(whole + fraction.padEnd(2, '0'))
  return percent <= 10_000 ? percent : undefined
}

/** The rate, once the row is complete. */
export function parseRate({ currency, points, amount }: RateRow): PointRate | undefined {
  const count = parseWholeNumber(points, LIMITS.rate)
  const money = currency ? parseMoney(amount, currency) : undefined
  if (!count || !money || money.amount < LIMITS.rate.min || money.amount > LIMITS.rate.max) return undefined
  return { currency, points: count, amount: money.amount }
}

/** The rules, once the row is complete. */
function parseRules(row: RuleRow): ProductRule[] | undefined {
  const value =
    row.benefit === 'points' ? parseWholeNumber(row.points, LIMITS.rulePoints) : parseMultiplier(row.multiplier)
  const count = row.productIds.length + row.collectionIds.length
  if (value === null || value === undefined || count === 0) return undefined
  const benefit = row.benefit === 'points' ? { points: value } : { multiplierPercent: value }
  return [
    ...row.productIds.map((productId) => ({ productId, ...benefit })),
    ...row.collectionIds.map((collectionId) => ({ collectionId, ...benefit })),
  ]
}

/** The tier without its key, once the row is complete. */
export function parseTier({ name, threshold, multiplier, perks }: TierRow): Omit<Tier, 'key'> | undefined {
  const points = parseWholeNumber(threshold, LIMITS.points)
  const multiplierPercent = parseMultiplier(multiplier)
  if (name.trim() === '' || !points || multiplierPercent === null || multiplierPercent === undefined) return undefined
  return { name: name.trim(), threshold: points, multiplierPercent, perks }
}

/** The whole program: the server replaces it. */
export const toProgramInput = (fields: ProgramFields, currency: string): ProgramInput => ({
  name: fields.name.trim(),
  active: fields.active,
  earning: fields.earning.flatMap((row) => parseRate(row) ?? []),
  pointValues: fields.pointValues.flatMap((row) => parseRate(row) ?? []),
  minPoints: parseWholeNumber(fields.minPoints, LIMITS.points) ?? 1,
  productRules: fields.productRules.flatMap((row) => parseRules(row) ?? []),
  tiers: toKeyedEntries(fields.tiers, parseTier, 'tier'),
  tierPeriodDays: parseWholeNumber(fields.tierPeriodDays, LIMITS.days) ?? null,
  pendingDays: parseWholeNumber(fields.pendingDays, LIMITS.pendingDays) ?? 0,
  expiresAfterDays: parseWholeNumber(fields.expiresAfterDays, LIMITS.days) ?? null,
  rewards: toRewards(fields.rewards),
  actions: toActions(fields.actions),
  referral: toReferral(fields.referral, currency),
})

/** Why the program can't be saved. */
export function validateProgram(fields: ProgramFields): string | undefined {
  const { earning, pointValues, productRules, tiers } = fields
  if (fields.name.trim() === '') return 'Enter a name.'
  if (!earning.every(parseRate)) return 'Complete every earning rate.'
  if (hasRepeats(earning.map(({ currency }) => currency))) return 'Use each currency for one earning rate.'
  if ((parseWholeNumber(fields.pendingDays, LIMITS.pendingDays) ?? undefined) === undefined) {
    return 'Enter how long points stay pending.'
  }
  if (parseWholeNumber(fields.expiresAfterDays, LIMITS.days) === undefined) return 'Correct when points expire.'
  if (!productRules.every(parseRules)) return 'Complete every product rule.'
  if (productRules.flatMap((row) => parseRules(row) ?? []).length > LIMITS.rules) {
    return `Product rules can have at most ${LIMITS.rules} products and collections.`
  }
  if (!tiers.every(parseTier)) return 'Complete every tier.'
  if (hasRepeats(tiers.map((row) => String(parseTier(row)?.threshold)))) {
    return 'Each tier needs a different number of points.'
  }
  if (parseWholeNumber(fields.tierPeriodDays, LIMITS.days) === undefined) return 'Correct the tier period.'
  if (!pointValues.every(parseRate)) return 'Complete every point value.'
  if (hasRepeats(pointValues.map(({ currency }) => currency))) return 'Use each currency for one point value.'
  if (!parseWholeNumber(fields.minPoints, LIMITS.points)) return 'Enter the minimum number of points.'
  if (!fields.rewards.every(parseReward)) return 'Complete every reward.'
  if (!fields.actions.every(parseAction)) return 'Complete every action.'
  return validateReferral(fields.referral)
}

const hasRepeats = (values: string[]): boolean => new Set(values).size < values.length
