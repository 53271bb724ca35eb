import {
  type AmountFields,
  EMPTY_AMOUNT,
  isInvalidAmount,
  isMissingAmount,
  toAmountFields,
  toAmounts,
  toOptionalAmounts,
} from './amount-fields.ts'
import { parseCount, parseDiscountPercentage } from './parse-numbers.ts'
import type { Benefit, BenefitKind, DiscountTarget } from './promotions.ts'
import {
  ALL_ITEMS,
  isEmptySelection,
  type SelectionFields,
  toSelection,
  toSelectionFields,
} from './selection-fields.ts'
import { newTier, type TierFields, toTier, toTierFields, validateTiers } from './tier-fields.ts'

/** Holds the fields of every kind, so switching back restores what was typed. */
export interface BenefitFields {
  kind: BenefitKind
  target: DiscountTarget
  percentage: string
  amount: AmountFields
  perUnit: boolean
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

export const MAX_UNITS = 1_000_000
const MAX_GIFTS = 100

export const NEW_BENEFIT: BenefitFields = {
  kind: 'percentage',
  target: 'order',
  percentage: '',
  amount: EMPTY_AMOUNT,
  perUnit: false,
  max: EMPTY_AMOUNT,
  buyQuantity: '2',
  buyItems: ALL_ITEMS,
  getQuantity: '1',
  getItems: ALL_ITEMS,
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
        target: benefit.target,
        percentage: String(benefit.percentage),
        max: toAmountFields(benefit.maxAmounts, currency),
      }
    case 'fixed':
      return {
        ...fields,
        target: benefit.target,
        perUnit: benefit.perUnit ?? false,
        amount: toAmountFields(benefit.amounts, currency),
      }
    case 'fixed_price':
      return { ...fields, amount: toAmountFields(benefit.amounts, currency) }
    case 'buy_x_get_y':
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
        target: benefit.target,
        by: benefit.by,
        tiers: benefit.tiers.map((tier, index) => toTierFields(tier, index, currency)),
      }
    case 'gift':
      return { ...fields, variantId: benefit.variantId, giftQuantity: String(benefit.quantity) }
    case 'free_shipping':
      return { ...fields, max: toAmountFields(benefit.maxAmounts, currency) }
  }
}

/** Call only if `validateBenefit` returns nothing, so that all input parses. */
export function toBenefit(fields: BenefitFields, currency: string): Benefit {
  const { kind, target } = fields
  const maxAmounts = toOptionalAmounts(fields.max, currency)
  const amounts = toAmounts(fields.amount, currency)
  switch (kind) {
    case 'percentage':
      return {
        kind,
        target,
        percentage: parseDiscountPercentage(fields.percentage) ?? 0,
        ...(maxAmounts && { maxAmounts }),
      }
    case 'fixed':
      return { kind, target, amounts, ...(target === 'item' && { perUnit: fields.perUnit }) }
    case 'fixed_price':
      return { kind, amounts }
    case 'buy_x_get_y':
      return {
        kind,
        buy: { quantity: parseCount(fields.buyQuantity) ?? 0, items: toSelection(fields.buyItems) },
        get: {
          quantity: parseCount(fields.getQuantity) ?? 0,
          items: toSelection(fields.getItems),
          percentage: parseDiscountPercentage(fields.getPercentage) ?? 100,
        },
        maxTimes: parseCount(fields.maxTimes) ?? null,
      }
    case 'tiered':
      return {
        kind,
        target: target === 'item' ? target : 'order',
        by: fields.by,
        tiers: fields.tiers.map((tier) => toTier(tier, fields.by, currency)),
      }
    case 'gift':
      return { kind, variantId: fields.variantId, quantity: parseCount(fields.giftQuantity) ?? 1 }
    case 'free_shipping':
      return { kind, ...(maxAmounts && { maxAmounts }) }
  }
}

/** Why the benefit cannot be sent: what is missing or invalid. */
export function validateBenefit(fields: BenefitFields, currency: string): string | undefined {
  switch (fields.kind) {
    case 'percentage':
      if (!parseDiscountPercentage(fields.percentage)) return 'Enter a percentage.'
      return isInvalidAmount(fields.max, currency) ? 'Enter a valid maximum discount.' : undefined
    case 'fixed':
    case 'fixed_price':
      return isMissingAmount(fields.amount, currency) ? 'Enter an amount.' : undefined
    case 'buy_x_get_y':
      return validateBuyXGetY(fields)
    case 'tiered':
      return validateTiers(fields.tiers, fields.by, currency)
    case 'gift':
      if (!fields.variantId) return 'Select a gift.'
      return parseCount(fields.giftQuantity, MAX_GIFTS) ? undefined : `Enter a gift quantity from 1 to ${MAX_GIFTS}.`
    case 'free_shipping':
      return isInvalidAmount(fields.max, currency) ? 'Enter a valid maximum discount.' : undefined
  }
}

function validateBuyXGetY({ buyQuantity, getQuantity, getPercentage, maxTimes, buyItems, getItems }: BenefitFields) {
  if (!parseCount(buyQuantity, MAX_UNITS) || !parseCount(getQuantity, MAX_UNITS))
    return 'Enter how many units customers buy and get.'
  if (!parseDiscountPercentage(getPercentage)) return 'Enter the percentage off the units customers get.'
  if (parseCount(maxTimes, MAX_UNITS) === undefined) return 'Enter a valid maximum per cart.'
  return isEmptySelection(buyItems) || isEmptySelection(getItems)
    ? 'Select the products that customers buy and get.'
    : undefined
}
