import {
  type AmountFields,
  amountsOr,
  isMissing,
  isUnreadable,
  NO_AMOUNT,
  toAmountFields,
  toAmounts,
} from './amount-fields.ts'
import { countIn, percentageIn } from './numbers.ts'
import type { Benefit, Kind, Phase } from './promotions.ts'
import { EVERYTHING, isUnchosen, type SelectionFields, toSelection, toSelectionFields } from './selection-fields.ts'
import { faultyTiers, newTier, type TierFields, toTier, toTierFields } from './tier-fields.ts'

/** Fields of all kinds side by side: who tries another kind and comes back finds what was typed. */
export interface BenefitFields {
  kind: Kind
  on: Phase
  percentage: string
  amount: AmountFields
  each: boolean
  max: AmountFields
  buyQuantity: string
  buyItems: SelectionFields
  getQuantity: string
  getItems: SelectionFields
  getPercentage: string
  maxTimes: string
  by: 'quantity' | 'amount'
  tiers: TierFields[]
  variantId: string
  giftQuantity: string
}

export const MOST_UNITS = 1_000_000
const MOST_GIFTS = 100

export const NEW_BENEFIT: BenefitFields = {
  kind: 'percentage',
  on: 'order',
  percentage: '',
  amount: NO_AMOUNT,
  each: false,
  max: NO_AMOUNT,
  buyQuantity: '2',
  buyItems: EVERYTHING,
  getQuantity: '1',
  getItems: EVERYTHING,
  getPercentage: '100',
  maxTimes: '',
  by: 'quantity',
  tiers: [newTier(0)],
  variantId: '',
  giftQuantity: '1',
}

export function toBenefitFields(benefit: Benefit, currency: string): BenefitFields {
  const fields = { ...NEW_BENEFIT, kind: benefit.kind }
  switch (benefit.kind) {
    case 'percentage':
      return {
        ...fields,
        on: benefit.on,
        percentage: String(benefit.percentage),
        max: toAmountFields(benefit.maxAmounts, currency),
      }
    case 'fixed':
      return {
        ...fields,
        on: benefit.on,
        each: benefit.each ?? false,
        amount: toAmountFields(benefit.amounts, currency),
      }
    case 'fixedPrice':
      return { ...fields, amount: toAmountFields(benefit.amounts, currency) }
    case 'buyXGetY':
      return {
        ...fields,
        buyQuantity: String(benefit.buy.quantity),
        buyItems: toSelectionFields(benefit.buy.items),
        getQuantity: String(benefit.get.quantity),
        getItems: toSelectionFields(benefit.get.items),
        getPercentage: String(benefit.get.percentage ?? 100),
        maxTimes: String(benefit.maxTimes ?? ''),
      }
    case 'tiered':
      return {
        ...fields,
        on: benefit.on,
        by: benefit.by,
        tiers: benefit.tiers.map((tier, place) => toTierFields(tier, place, currency)),
      }
    case 'gift':
      return { ...fields, variantId: benefit.variantId, giftQuantity: String(benefit.quantity ?? 1) }
    case 'freeShipping':
      return { ...fields, max: toAmountFields(benefit.maxAmounts, currency) }
  }
}

/** Only asked for what has no obstacle, so that what is typed can be read. */
export function toBenefit(fields: BenefitFields, currency: string): Benefit {
  const { kind, on } = fields
  const maxAmounts = amountsOr(fields.max, currency)
  const amounts = toAmounts(fields.amount, currency)
  switch (kind) {
    case 'percentage':
      return { kind, on, percentage: percentageIn(fields.percentage) ?? 0, ...(maxAmounts && { maxAmounts }) }
    case 'fixed':
      return { kind, on, amounts, ...(on === 'line' && { each: fields.each }) }
    case 'fixedPrice':
      return { kind, amounts }
    case 'buyXGetY':
      return {
        kind,
        buy: { quantity: countIn(fields.buyQuantity) ?? 0, items: toSelection(fields.buyItems) },
        get: {
          quantity: countIn(fields.getQuantity) ?? 0,
          items: toSelection(fields.getItems),
          percentage: percentageIn(fields.getPercentage) ?? 100,
        },
        maxTimes: countIn(fields.maxTimes) ?? null,
      }
    case 'tiered':
      return {
        kind,
        on: on === 'line' ? on : 'order',
        by: fields.by,
        tiers: fields.tiers.map((tier) => toTier(tier, fields.by, currency)),
      }
    case 'gift':
      return { kind, variantId: fields.variantId, quantity: countIn(fields.giftQuantity) ?? 1 }
    case 'freeShipping':
      return { kind, ...(maxAmounts && { maxAmounts }) }
  }
}

/** Why it can't be sent: what is missing, or can't be read. */
export function faultyBenefit(fields: BenefitFields, currency: string): string | undefined {
  switch (fields.kind) {
    case 'percentage':
      if (!percentageIn(fields.percentage)) return 'Say how many percent.'
      return isUnreadable(fields.max, currency) ? 'The highest amount can’t be read.' : undefined
    case 'fixed':
    case 'fixedPrice':
      return isMissing(fields.amount, currency) ? 'Say the amount.' : undefined
    case 'buyXGetY':
      return faultyDeal(fields)
    case 'tiered':
      return faultyTiers(fields.tiers, fields.by, currency)
    case 'gift':
      if (!fields.variantId) return 'Choose the gift.'
      return countIn(fields.giftQuantity, MOST_GIFTS) ? undefined : `Give 1 to ${MOST_GIFTS} of the gift.`
    case 'freeShipping':
      return isUnreadable(fields.max, currency) ? 'The highest amount can’t be read.' : undefined
  }
}

function faultyDeal({ buyQuantity, getQuantity, getPercentage, maxTimes, buyItems, getItems }: BenefitFields) {
  if (!countIn(buyQuantity, MOST_UNITS) || !countIn(getQuantity, MOST_UNITS)) return 'Say how many are bought and got.'
  if (!percentageIn(getPercentage)) return 'Say how many percent are off what is got.'
  if (countIn(maxTimes, MOST_UNITS) === undefined) return 'How often in one cart can’t be read.'
  return isUnchosen(buyItems) || isUnchosen(getItems) ? 'Choose what is bought and what is got.' : undefined
}
