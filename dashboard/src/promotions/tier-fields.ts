import { type AmountFields, isMissing, NO_AMOUNT, ownAmount, toAmountFields, toAmounts } from './amount-fields.ts'
import { countIn, percentageIn } from './numbers.ts'
import type { Tier } from './promotions.ts'

/** One tier while it is edited. It begins at units or at an amount, and gives a percentage or an amount. */
export interface TierFields {
  key: string
  fromUnits: string
  fromAmount: AmountFields
  gives: 'percentage' | 'amount'
  percentage: string
  amount: AmountFields
}

export const newTier = (number: number): TierFields => ({
  key: `new.${number}`,
  fromUnits: '',
  fromAmount: NO_AMOUNT,
  gives: 'percentage',
  percentage: '',
  amount: NO_AMOUNT,
})

export const toTierFields = ({ from, percentage, amounts }: Tier, place: number, currency: string): TierFields => ({
  key: `tier.${place}`,
  fromUnits: typeof from === 'number' ? String(from) : '',
  fromAmount: typeof from === 'number' ? NO_AMOUNT : toAmountFields(from, currency),
  gives: amounts ? 'amount' : 'percentage',
  percentage: String(percentage ?? ''),
  amount: toAmountFields(amounts, currency),
})

export const toTier = (fields: TierFields, by: 'quantity' | 'amount', currency: string): Tier => ({
  from: by === 'quantity' ? (countIn(fields.fromUnits) ?? 0) : toAmounts(fields.fromAmount, currency),
  ...(fields.gives === 'percentage'
    ? { percentage: percentageIn(fields.percentage) ?? 0 }
    : { amounts: toAmounts(fields.amount, currency) }),
})

export function faultyTiers(tiers: TierFields[], by: 'quantity' | 'amount', currency: string): string | undefined {
  if (tiers.length === 0) return 'It needs a tier.'
  const isWhole = (tier: TierFields) =>
    (by === 'quantity' ? Boolean(countIn(tier.fromUnits)) : !isMissing(tier.fromAmount, currency)) &&
    (tier.gives === 'percentage' ? Boolean(percentageIn(tier.percentage)) : !isMissing(tier.amount, currency))
  if (!tiers.every(isWhole)) return 'A tier is not filled in yet.'
  const starts = tiers.map((tier) =>
    by === 'quantity' ? countIn(tier.fromUnits) : ownAmount(tier.fromAmount, currency)?.amount,
  )
  const rises = starts.every((start, place) => place === 0 || (start ?? 0) > (starts[place - 1] ?? -1))
  return rises ? undefined : 'Each tier must begin higher than the one before.'
}
