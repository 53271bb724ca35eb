import { formatDecimal } from '../../../sdk/src/money.ts'
import { type AmountFields, EMPTY_AMOUNT, toAmountFields, toOptionalAmounts } from '../promotions/amount-fields.ts'
import { parseMoney } from '../ui/money.ts'
import { MAX_POINTS } from '../ui/points.ts'
import { textOrNull } from '../ui/text.ts'
import { parseWholeNumber } from '../ui/whole-number.ts'
import type { EarningAction, ReferralSettings, Reward } from './loyalty.ts'
import { newRowKey, toKeyedEntries } from './row-keys.ts'

export interface RewardRow {
  key: string
  /** Empty until the reward is saved. */
  savedKey: string
  name: string
  points: string
  type: Reward['type']
  amount: string
  currency: string
}

export interface ActionRow {
  key: string
  /** What the API calls the action; empty until it is saved. */
  savedKey: string
  name: string
  points: string
  /** Empty: as often as the customer likes. */
  limitPerCustomer: string
}

export interface ReferralFields {
  active: boolean
  referrerPoints: string
  refereePoints: string
  minOrderAmount: AmountFields
  url: string
}

/** Mirror the server. */
export const REWARD_LIMITS = {
  points: { min: 1, max: MAX_POINTS },
  count: { min: 1, max: 1_000_000 },
  referralPoints: { min: 0, max: 1_000_000 },
  entries: 100,
}

export const toRewardRow = ({ key, name, points, type, amount }: Reward): RewardRow => ({
  key: `reward.${key}`,
  savedKey: key,
  name,
  points: String(points),
  type,
  amount: formatDecimal(amount),
  currency: amount.currency,
})

export const newReward = (currency: string): RewardRow => ({
  key: newRowKey(),
  savedKey: '',
  name: '',
  points: '',
  type: 'discount_code',
  amount: '',
  currency,
})

/** The reward without its key, once the row is complete. */
export function parseReward({ name, points, type, amount, currency }: RewardRow): Omit<Reward, 'key'> | undefined {
  const count = parseWholeNumber(points, REWARD_LIMITS.points)
  const value = parseMoney(amount, currency)
  if (name.trim() === '' || !count || !value?.amount) return undefined
  return { name: name.trim(), points: count, type, amount: value }
}

export const toRewards = (rows: RewardRow[]): Reward[] => toKeyedEntries(rows, parseReward, 'reward')

export const toActionRow = ({ key, name, points, limitPerCustomer }: EarningAction): ActionRow => ({
  key: `action.${key}`,
  savedKey: key,
  name,
  points: String(points),
  limitPerCustomer: limitPerCustomer === null ? '' : String(limitPerCustomer),
})

export const newAction = (): ActionRow => ({
  key: newRowKey(),
  savedKey: '',
  name: '',
  points: '',
  limitPerCustomer: '',
})

/** The action without its key, once the row is complete. */
export function parseAction({ name, points, limitPerCustomer }: ActionRow): Omit<EarningAction, 'key'> | undefined {
  const count = parseWholeNumber(points, REWARD_LIMITS.points)
  const limit = parseWholeNumber(limitPerCustomer, REWARD_LIMITS.count)
  if (name.trim() === '' || !count || limit === undefined) return undefined
  return { name: name.trim(), points: count, limitPerCustomer: limit }
}

export const toActions = (rows: ActionRow[]): EarningAction[] => toKeyedEntries(rows, parseAction, 'action')

export const toReferralFields = (referral: ReferralSettings, currency: string): ReferralFields => ({
  active: referral.active,
  referrerPoints: String(referral.referrerPoints),
  refereePoints: String(referral.refereePoints),
  minOrderAmount: referral.minOrderAmount ? toAmountFields(referral.minOrderAmount, currency) : EMPTY_AMOUNT,
  url: referral.url ?? '',
})

export const toReferral = (fields: ReferralFields, currency: string): ReferralSettings => ({
  active: fields.active,
  referrerPoints: parseWholeNumber(fields.referrerPoints, REWARD_LIMITS.referralPoints) ?? 0,
  refereePoints: parseWholeNumber(fields.refereePoints, REWARD_LIMITS.referralPoints) ?? 0,
  minOrderAmount: toOptionalAmounts(fields.minOrderAmount, currency) ?? null,
  url: textOrNull(fields.url),
})

/** Why the referral settings can't be saved. */
export function validateReferral({ referrerPoints, refereePoints, url }: ReferralFields): string | undefined {
  const points = [referrerPoints, refereePoints].map((text) => parseWholeNumber(text, REWARD_LIMITS.referralPoints))
  if (points.some((count) => count === undefined || count === null)) return 'Enter the points of a referral.'
  return url.trim() === '' || url.includes('{code}') ? undefined : 'Put {code} into the link that customers share.'
}
