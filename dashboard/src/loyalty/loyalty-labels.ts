import { formatMoney } from '../ui/money.ts'
import { formatNumber, formatPoints } from '../ui/points.ts'
import { capitalize, fieldWords } from '../ui/text.ts'
import type { LedgerEntry, Member, PointRate, PointsPreview, ProductRule, Reward } from './loyalty.ts'

const toMoney = ({ amount, currency }: PointRate) => formatMoney({ amount, currency })

/** "1 point for every €1.00". */
export const describeEarning = (rate: PointRate): string => `${formatPoints(rate.points)} for every ${toMoney(rate)}`

/** "100 points are worth €1.00". */
export const describePointValue = (rate: PointRate): string =>
  `${formatPoints(rate.points)} ${rate.points === 1 ? 'is' : 'are'} worth ${toMoney(rate)}`

/** "1.5×". */
export const formatMultiplier = (percent: number): string => `${formatNumber(percent / 100)}×`

/** "2× points", "No points", "25 points per unit". */
export function describeRule({ points, multiplierPercent = 100 }: ProductRule): string {
  if (points !== undefined) return points === 0 ? 'No points' : `${formatPoints(points)} per unit`
  return multiplierPercent === 0 ? 'No points' : `${formatMultiplier(multiplierPercent)} points`
}

export const REWARD_TYPE_LABELS: Record<Reward['type'], string> = {
  discount_code: 'Discount code',
  gift_card: 'Gift card',
  cart_credit: 'Cart credit',
}

/** "500 points for a gift card of €5.00". */
export const describeReward = ({ points, type, amount }: Omit<Reward, 'key' | 'name'>): string => {
  const what = REWARD_TYPE_LABELS[type].toLowerCase()
  return `${formatPoints(points)} for ${type === 'cart_credit' ? what : `a ${what}`} of ${formatMoney(amount)}`
}

/** "14 days after payment". */
export function describeAvailability(days: number): string {
  if (days === 0) return 'Right after payment'
  return days === 1 ? '1 day after payment' : `${days} days after payment`
}

export const NO_POINTS_MESSAGES: Record<NonNullable<PointsPreview['reason']>, string> = {
  inactive: 'The program is inactive, so orders earn nothing. Activate it under Program.',
  currency_mismatch: 'The program has no earning rate in this currency. Add one under Program.',
}

export const ENTRY_KIND_LABELS = {
  earned: 'Earned',
  clawed_back: 'Taken back by a refund',
  redeemed: 'Redeemed',
  restored: 'Restored by a refund',
  adjusted: 'Adjusted',
  expired: 'Expired',
} as const satisfies Partial<Record<LedgerEntry['kind'], string>>

export const formatEntryKind = (kind: LedgerEntry['kind']): string => {
  const labels: Partial<Record<LedgerEntry['kind'], string>> = ENTRY_KIND_LABELS
  return labels[kind] ?? capitalize(kind.replaceAll('_', ' '))
}

export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string =>
  name ?? email ?? 'Unnamed customer'

const FIELD_LABELS: Record<string, string> = {
  name: 'Name:',
  active: 'Status:',
  pointValues: 'Point value',
  earning: 'Earning rate',
  productRules: 'Product rules:',
  tiers: 'Tier',
  rewards: 'Reward',
  actions: 'Action',
  referral: 'Referrals:',
  tierPeriodDays: 'Tier period:',
  pendingDays: 'Pending period:',
  expiresAfterDays: 'Expiry:',
  minPoints: 'Minimum points:',
}

/** The form's label for a path in the request body: "Tier 2, threshold:". */
export function fieldLabel(path: string): string {
  const [, field = '', index, property] = path.split('/')
  const label = FIELD_LABELS[field] ?? `${capitalize(fieldWords(field))}:`
  if (label.endsWith(':') || index === undefined) return label
  const position = `${label} ${Number(index) + 1}`
  return property ? `${position}, ${fieldWords(property)}:` : `${position}:`
}
