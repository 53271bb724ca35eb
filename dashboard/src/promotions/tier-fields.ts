import { parseMoney } from '../ui/money.ts'
import { type AmountFields, EMPTY_AMOUNT, isMissingAmount, toAmountFields, toAmounts } from './amount-fields.ts'
import { parseCount, parseDiscountPercentage } from './parse-numbers.ts'
import type { BenefitTier } from './promotions.ts'

/** A tier in the form. It starts at a quantity or an amount, and grants a percentage or an amount. */
export interface TierFields {
  key: string
  fromUnits: string
  fromAmount: AmountFields
  discountType: 'percentage' | 'amount'
  percentage: string
  amount: AmountFields
}

export const newTier = (id: number): TierFields => ({
  key: `new.${id}`,
  fromUnits: '',
  fromAmount: EMPTY_AMOUNT,
  discountType: 'percentage',
  percentage: '',
  amount: EMPTY_AMOUNT,
})

export const toTierFields = (
  { from, percentage, amounts }: BenefitTier,
  index: number,
  currency: string,
): TierFields => ({
  key: `tier.${index}`,
  fromUnits: typeof from === 'number' ? String(from) : '',
  fromAmount: typeof from === 'number' ? EMPTY_AMOUNT : toAmountFields(from, currency),
  discountType: amounts ? 'amount' : 'percentage',
  percentage: String(percentage ?? ''),
  amount: toAmountFields(amounts, currency),
})

export const toTier = (fields: TierFields, by: 'quantity' | 'amount', currency: string): BenefitTier => ({
  from: by === 'quantity' ? (parseCount(fields.fromUnits) ?? 0) : toAmounts(fields.fromAmount, currency),
  ...(fields.discountType === 'percentage'
    ? { percentage: parseDiscountPercentage(fields.percentage) ?? 0 }
    : { amounts: toAmounts(fields.amount, currency) }),
})

export function validateTiers(tiers: TierFields[], by: 'quantity' | 'amount', currency: string): string | undefined {
  if (tiers.length === 0) return 'Add a tier.'
  const isComplete = (tier: TierFields) =>
    (by === 'quantity' ? Boolean(parseCount(tier.fromUnits)) : !isMissingAmount(tier.fromAmount, currency)) &&
    (tier.discountType === 'percentage'
      ? Boolean(parseDiscountPercentage(tier.percentage))
      : !isMissingAmount(tier.amount, currency))
  if (!tiers.every(isComplete)) return 'Complete every tier.'
  const thresholds = tiers.map((tier) =>
    by === 'quantity' ? parseCount(tier.fromUnits) : parseMoney(tier.fromAmount.text, currency)?.amount,
  )
  const isAscending = thresholds.every(
    (threshold, index) => index === 0 || (threshold ?? 0) > (thresholds[index - 1] ?? -1),
  )
  return isAscending ? undefined : 'Each tier must start higher than the one before.'
}
