import { toAmountsByCurrency, toMoneyList } from '../../kit/money-list.ts'
import type * as rules from '../../pricing/rules.ts'
import type { AmountList, Benefit, Conditions } from './rule-schemas.ts'

/*
 * On the wire, percentages are numbers and amounts are lists of money, as people write them. Stored are basis points
 * and one amount per currency, as pricing reads them.
 */

const toBasisPoints = (percentage: number): number => Math.round(percentage * 100)
const toPercentage = (basisPoints: number): number => basisPoints / 100

const toStoredMax = ({ maxAmounts }: { maxAmounts?: AmountList }) =>
  maxAmounts && { maxAmounts: toAmountsByCurrency(maxAmounts) }
const toMaxResponse = ({ maxAmounts }: { maxAmounts?: rules.Amounts }) =>
  maxAmounts && { maxAmounts: toMoneyList(maxAmounts) }

export function toStoredBenefit(benefit: Benefit): rules.Benefit {
  switch (benefit.kind) {
    case 'percentage':
      return {
        kind: benefit.kind,
        target: benefit.target,
        basisPoints: toBasisPoints(benefit.percentage),
        ...toStoredMax(benefit),
      }
    case 'fixed':
      return { ...benefit, amounts: toAmountsByCurrency(benefit.amounts) }
    case 'fixed_price':
      return { kind: benefit.kind, amounts: toAmountsByCurrency(benefit.amounts) }
    case 'buy_x_get_y': {
      const { buy, get, maxTimes = null } = benefit
      const basisPoints = toBasisPoints(get.percentage ?? 100)
      return {
        kind: benefit.kind,
        buy: { quantity: buy.quantity, items: buy.items ?? {} },
        get: { quantity: get.quantity, items: get.items ?? {}, basisPoints },
        maxTimes,
      }
    }
    case 'tiered':
      return { ...benefit, tiers: benefit.tiers.map(toStoredTier) }
    case 'gift':
      return { kind: benefit.kind, variantId: benefit.variantId, quantity: benefit.quantity ?? 1 }
    case 'free_shipping':
      return { kind: benefit.kind, ...toStoredMax(benefit) }
  }
}

export type Tier = Extract<Benefit, { kind: 'tiered' }>['tiers'][number]
type StoredTier = Extract<rules.Benefit, { kind: 'tiered' }>['tiers'][number]

const toStoredTier = ({ from, percentage, amounts }: Tier): StoredTier => ({
  from: typeof from === 'number' ? from : toAmountsByCurrency(from),
  ...(percentage !== undefined && { basisPoints: toBasisPoints(percentage) }),
  ...(amounts && { amounts: toAmountsByCurrency(amounts) }),
})

const toTierResponse = ({ from, basisPoints, amounts }: StoredTier): Tier => ({
  from: typeof from === 'number' ? from : toMoneyList(from),
  ...(basisPoints !== undefined && { percentage: toPercentage(basisPoints) }),
  ...(amounts && { amounts: toMoneyList(amounts) }),
})

/** Ids were validated against their kind before they were stored. */
export function toBenefitResponse(stored: rules.Benefit): Benefit {
  return toWireBenefit(stored) as Benefit
}

function toWireBenefit(stored: rules.Benefit): object {
  switch (stored.kind) {
    case 'percentage': {
      const { kind, target, basisPoints } = stored
      return { kind, target, percentage: toPercentage(basisPoints), ...toMaxResponse(stored) }
    }
    case 'fixed':
    case 'fixed_price':
      return { ...stored, amounts: toMoneyList(stored.amounts) }
    case 'buy_x_get_y': {
      const { basisPoints, ...get } = stored.get
      return { ...stored, get: { ...get, percentage: toPercentage(basisPoints) } }
    }
    case 'tiered':
      return { ...stored, tiers: stored.tiers.map(toTierResponse) }
    case 'gift':
      return stored
    case 'free_shipping':
      return { kind: stored.kind, ...toMaxResponse(stored) }
  }
}

export const toStoredConditions = ({ minAmounts, ...rest }: Conditions): rules.Conditions => ({
  ...rest,
  ...(minAmounts && { minAmounts: toAmountsByCurrency(minAmounts) }),
})

export const toConditionsResponse = ({ minAmounts, ...rest }: rules.Conditions): Conditions =>
  ({ ...rest, ...(minAmounts && { minAmounts: toMoneyList(minAmounts) }) }) as Conditions
