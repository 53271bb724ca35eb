import { formatMoney, type Money } from '../ui/money.ts'
import type {
  Benefit,
  BenefitKind,
  BenefitTier,
  DiscountTarget,
  Promotion,
  PromotionTrigger,
  PromotionUse,
} from './promotions.ts'

export const PROMOTION_STATUS_LABELS: Record<Promotion['status'], string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  ended: 'Expired',
  inactive: 'Inactive',
}

/** "Active" only if somebody can get it. */
export function formatPromotionStatus({
  status,
  exhausted,
  redeemable,
}: Pick<Promotion, 'status' | 'exhausted' | 'redeemable'>): { label: string; color: string } {
  if (status === 'active' && exhausted) return { label: 'Limit reached', color: 'orange' }
  if (status === 'active' && !redeemable) return { label: 'No usable codes', color: 'orange' }
  return { label: PROMOTION_STATUS_LABELS[status], color: PROMOTION_STATUS_COLORS[status] }
}

const PROMOTION_STATUS_COLORS = { active: 'green', scheduled: 'blue', ended: 'gray.5', inactive: 'red' } as const

export const TRIGGER_LABELS: Record<PromotionTrigger, string> = { automatic: 'Automatic', code: 'Code' }

export const BENEFIT_KIND_LABELS: Record<BenefitKind, string> = {
  percentage: 'Percentage off',
  fixed: 'Amount off',
  fixed_price: 'Fixed price',
  buy_x_get_y: 'Buy X, get Y',
  tiered: 'Volume discount',
  gift: 'Gift',
  free_shipping: 'Free shipping',
}

export const USE_STATUS_LABELS: Record<PromotionUse['status'], string> = {
  reserved: 'In checkout',
  used: 'Ordered',
  released: 'Released',
}

const TARGET_LABELS: Record<DiscountTarget, string> = {
  item: 'eligible products',
  order: 'the order',
  shipping: 'shipping',
}

/** In the shop's currency, or else the first amount. */
function formatAmount(amounts: Money[], currency: string): string {
  const money = amounts.find((amount) => amount.currency === currency) ?? amounts[0]
  return money ? formatMoney(money) : 'nothing'
}

const formatPercent = (percentage: number) => `${percentage}%`

/** "10% off the order", "Buy 2, get 1 free". */
export function formatBenefit(benefit: Benefit, currency: string): string {
  const formatMax = (prefix: string, amounts: Money[] | undefined) =>
    amounts ? `, ${prefix} ${formatAmount(amounts, currency)}` : ''
  switch (benefit.kind) {
    case 'percentage':
      return `${formatPercent(benefit.percentage)} off ${TARGET_LABELS[benefit.target]}${formatMax('at most', benefit.maxAmounts)}`
    case 'fixed':
      return `${formatAmount(benefit.amounts, currency)} off ${benefit.perUnit ? 'each unit' : TARGET_LABELS[benefit.target]}`
    case 'fixed_price':
      return `${formatAmount(benefit.amounts, currency)} per unit`
    case 'buy_x_get_y': {
      const { buy, get } = benefit
      const price = (get.percentage ?? 100) === 100 ? 'free' : `at ${formatPercent(get.percentage ?? 100)} off`
      return `Buy ${buy.quantity}, get ${get.quantity} ${price}`
    }
    case 'tiered':
      return formatTiers(benefit.tiers, currency)
    case 'gift':
      return benefit.quantity === 1 ? 'A gift' : `${benefit.quantity} gifts`
    case 'free_shipping':
      return `Free shipping${formatMax('up to', benefit.maxAmounts)}`
  }
}

const MAX_SHOWN_SEGMENTS = 2

/** "10% off the order, for Champions or Big spenders". The names are still missing while they load. */
export function formatPromotion(
  { benefit, conditions }: Pick<Promotion, 'benefit' | 'conditions'>,
  currency: string,
  segmentNames: Record<string, string> = {},
): string {
  const { segmentIds = [] } = conditions.customer ?? {}
  if (segmentIds.length === 0) return formatBenefit(benefit, currency)
  const shown = segmentIds.slice(0, MAX_SHOWN_SEGMENTS).map((id) => segmentNames[id] ?? 'a segment')
  const hiddenCount = segmentIds.length - shown.length
  return `${formatBenefit(benefit, currency)}, for ${shown.join(' or ')}${hiddenCount > 0 ? ` or ${hiddenCount} more` : ''}`
}

const MAX_SHOWN_TIERS = 2

function formatTiers(tiers: BenefitTier[], currency: string): string {
  const shownTiers = tiers.slice(0, MAX_SHOWN_TIERS).map(({ from, percentage, amounts = [] }) => {
    const threshold = typeof from === 'number' ? `${from} units` : formatAmount(from, currency)
    return `${percentage === undefined ? formatAmount(amounts, currency) : formatPercent(percentage)} off from ${threshold}`
  })
  const hiddenCount = tiers.length - shownTiers.length
  return shownTiers.join(', ') + (hiddenCount > 0 ? ` and ${hiddenCount} more` : '')
}

export const formatUsed = ({ usageCount, usageLimit }: Pick<Promotion, 'usageCount' | 'usageLimit'>) =>
  usageLimit === null ? `${usageCount}` : `${usageCount} of ${usageLimit}`

/** What the discount applies to, which decides what it combines with. */
export function discountTarget(benefit: { kind: BenefitKind; target: DiscountTarget }): DiscountTarget {
  if (benefit.kind === 'free_shipping') return 'shipping'
  if (benefit.kind === 'percentage' || benefit.kind === 'fixed') return benefit.target
  return benefit.kind === 'tiered' && benefit.target !== 'item' ? 'order' : 'item'
}

/** Keep in sync with the form's labels. */
const FIELD_LABELS: [beginning: string, label: string][] = [
  ['/title', 'Title'],
  ['/benefit', 'Discount value'],
  ['/items', 'Eligible products'],
  ['/conditions/minAmounts', 'Minimum amount'],
  ['/conditions/minQuantity', 'Minimum quantity'],
  ['/conditions/countries', 'Countries'],
  ['/conditions/customer', 'Customer segments'],
  ['/startsAt', 'Start date'],
  ['/endsAt', 'End date'],
  ['/usageLimit', 'Total usage limit'],
  ['/usageLimitPerCustomer', 'Usage limit per customer'],
  ['/priority', 'Priority'],
  ['/exclusiveGroup', 'Exclusive group'],
]

export const fieldLabel = (path: string): string =>
  `${FIELD_LABELS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1] ?? path}:`
