import type { Money } from '../../kit/money.ts'
import type * as rules from '../pricing/rules.ts'
import type { AmountList, Benefit, Conditions } from './benefit-schema.ts'

/*
 * On the wire percentages are numbers and amounts are lists of money, as people write them. Stored are basis points and one
 * amount a currency, as pricing reads them.
 */

export const toAmounts = (list: AmountList): rules.Amounts =>
  Object.fromEntries(list.map(({ amount, currency }) => [currency, amount]))

export const fromAmounts = (amounts: rules.Amounts): Money[] =>
  Object.entries(amounts).map(([currency, amount]) => ({ amount, currency }))

const toBasisPoints = (percentage: number): number => Math.round(percentage * 100)
const fromBasisPoints = (basisPoints: number): number => basisPoints / 100

const maxTo = ({ maxAmounts }: { maxAmounts?: AmountList }) => maxAmounts && { maxAmounts: toAmounts(maxAmounts) }
const maxFrom = ({ maxAmounts }: { maxAmounts?: rules.Amounts }) =>
  maxAmounts && { maxAmounts: fromAmounts(maxAmounts) }

export function toBenefit(given: Benefit): rules.Benefit {
  switch (given.kind) {
    case 'percentage':
      return { kind: given.kind, on: given.on, basisPoints: toBasisPoints(given.percentage), ...maxTo(given) }
    case 'fixed':
      return { ...given, amounts: toAmounts(given.amounts) }
    case 'fixedPrice':
      return { kind: given.kind, amounts: toAmounts(given.amounts) }
    case 'buyXGetY': {
      const { buy, get, maxTimes = null } = given
      const basisPoints = toBasisPoints(get.percentage ?? 100)
      return {
        kind: given.kind,
        buy: { quantity: buy.quantity, items: buy.items ?? {} },
        get: { quantity: get.quantity, items: get.items ?? {}, basisPoints },
        maxTimes,
      }
    }
    case 'tiered':
      return { ...given, tiers: given.tiers.map(toTier) }
    case 'gift':
      return { kind: given.kind, variantId: given.variantId, quantity: given.quantity ?? 1 }
    case 'freeShipping':
      return { kind: given.kind, ...maxTo(given) }
  }
}

export type Tier = Extract<Benefit, { kind: 'tiered' }>['tiers'][number]
type StoredTier = Extract<rules.Benefit, { kind: 'tiered' }>['tiers'][number]

const toTier = ({ from, percentage, amounts }: Tier): StoredTier => ({
  from: typeof from === 'number' ? from : toAmounts(from),
  ...(percentage !== undefined && { basisPoints: toBasisPoints(percentage) }),
  ...(amounts && { amounts: toAmounts(amounts) }),
})

const fromTier = ({ from, basisPoints, amounts }: StoredTier): Tier => ({
  from: typeof from === 'number' ? from : fromAmounts(from),
  ...(basisPoints !== undefined && { percentage: fromBasisPoints(basisPoints) }),
  ...(amounts && { amounts: fromAmounts(amounts) }),
})

/** Ids were held against their kind when they were stored. */
export function fromBenefit(stored: rules.Benefit): Benefit {
  return wireOf(stored) as Benefit
}

function wireOf(stored: rules.Benefit): object {
  switch (stored.kind) {
    case 'percentage': {
      const { kind, on, basisPoints } = stored
      return { kind, on, percentage: fromBasisPoints(basisPoints), ...maxFrom(stored) }
    }
    case 'fixed':
    case 'fixedPrice':
      return { ...stored, amounts: fromAmounts(stored.amounts) }
    case 'buyXGetY': {
      const { basisPoints, ...get } = stored.get
      return { ...stored, get: { ...get, percentage: fromBasisPoints(basisPoints) } }
    }
    case 'tiered':
      return { ...stored, tiers: stored.tiers.map(fromTier) }
    case 'gift':
      return stored
    case 'freeShipping':
      return { kind: stored.kind, ...maxFrom(stored) }
  }
}

export const toConditions = ({ minAmounts, ...rest }: Conditions): rules.Conditions => ({
  ...rest,
  ...(minAmounts && { minAmounts: toAmounts(minAmounts) }),
})

export const fromConditions = ({ minAmounts, ...rest }: rules.Conditions): Conditions =>
  ({ ...rest, ...(minAmounts && { minAmounts: fromAmounts(minAmounts) }) }) as Conditions
