import { parseDateTimeInput, toDateTimeInput } from '../ui/date-time-input.ts'
import { changedFields } from '../ui/form-draft.ts'
import { textOrNull } from '../ui/text.ts'
import { type AmountFields, EMPTY_AMOUNT, isInvalidAmount, toAmountFields, toOptionalAmounts } from './amount-fields.ts'
import {
  type BenefitFields,
  MAX_UNITS,
  NEW_BENEFIT,
  toBenefit,
  toBenefitFields,
  validateBenefit,
} from './benefit-fields.ts'
import { parseCount } from './parse-numbers.ts'
import type { Promotion, PromotionConditions, PromotionInput } from './promotions.ts'
import {
  ALL_ITEMS,
  isEmptySelection,
  type SelectionFields,
  toSelection,
  toSelectionFields,
} from './selection-fields.ts'

/** A promotion in the form: input is text, and fields the form does not show are preserved. */
export interface PromotionFields {
  title: string
  active: boolean
  benefit: BenefitFields
  items: SelectionFields
  minAmount: AmountFields
  minQuantity: string
  countries: string[]
  segmentIds: string[]
  hiddenCustomer: Omit<NonNullable<PromotionConditions['customer']>, 'segmentIds'>
  startsAt: string
  endsAt: string
  usageLimit: string
  usageLimitPerCustomer: string
  priority: string
  exclusiveGroup: string
  combinesWith: Promotion['combinesWith']
}

export interface SectionProps {
  fields: PromotionFields
  edit: (changes: Partial<PromotionFields>) => void
  readOnly: boolean
  /** The shop's currency, in which amounts are typed. */
  currency: string
  /** The server's error for the field at this path, or for a path below it. */
  errorAt: (path: string) => string | undefined
}

export interface BenefitProps extends Omit<SectionProps, 'fields' | 'edit'> {
  benefit: BenefitFields
  change: (changes: Partial<BenefitFields>) => void
}

export const NEW_PROMOTION: PromotionFields = {
  title: '',
  active: true,
  benefit: NEW_BENEFIT,
  items: ALL_ITEMS,
  minAmount: EMPTY_AMOUNT,
  minQuantity: '',
  countries: [],
  segmentIds: [],
  hiddenCustomer: {},
  startsAt: '',
  endsAt: '',
  usageLimit: '',
  usageLimitPerCustomer: '',
  priority: '100',
  exclusiveGroup: '',
  combinesWith: { item: false, order: false, shipping: false },
}

export function toPromotionFields(promotion: Promotion, currency: string): PromotionFields {
  const { minAmounts, minQuantity, countries, customer = {} } = promotion.conditions
  const { segmentIds = [], ...hiddenCustomer } = customer
  return {
    title: promotion.title,
    active: promotion.active,
    benefit: toBenefitFields(promotion.benefit, currency),
    items: toSelectionFields(promotion.items),
    minAmount: toAmountFields(minAmounts, currency),
    minQuantity: String(minQuantity ?? ''),
    countries: countries ?? [],
    segmentIds,
    hiddenCustomer,
    startsAt: toDateTimeInput(promotion.startsAt),
    endsAt: toDateTimeInput(promotion.endsAt),
    usageLimit: String(promotion.usageLimit ?? ''),
    usageLimitPerCustomer: String(promotion.usageLimitPerCustomer ?? ''),
    priority: String(promotion.priority),
    exclusiveGroup: promotion.exclusiveGroup ?? '',
    combinesWith: promotion.combinesWith,
  }
}

export function toPromotionInput(fields: PromotionFields, currency: string): PromotionInput {
  const minAmounts = toOptionalAmounts(fields.minAmount, currency)
  const minQuantity = parseCount(fields.minQuantity)
  const { segmentIds } = fields
  const customer = { ...fields.hiddenCustomer, ...(segmentIds.length > 0 && { segmentIds }) }
  return {
    title: fields.title.trim(),
    active: fields.active,
    benefit: toBenefit(fields.benefit, currency),
    items: toSelection(fields.items),
    conditions: {
      ...(minAmounts && { minAmounts }),
      ...(minQuantity && { minQuantity }),
      ...(fields.countries.length > 0 && { countries: fields.countries }),
      ...(Object.keys(customer).length > 0 && { customer }),
    },
    startsAt: parseDateTimeInput(fields.startsAt) ?? null,
    endsAt: parseDateTimeInput(fields.endsAt) ?? null,
    usageLimit: parseCount(fields.usageLimit) ?? null,
    usageLimitPerCustomer: parseCount(fields.usageLimitPerCustomer) ?? null,
    priority: parsePriority(fields.priority) ?? 0,
    exclusiveGroup: textOrNull(fields.exclusiveGroup),
    combinesWith: fields.combinesWith,
  }
}

/** Sends only changed fields: the input has minute precision, and an untouched start must keep its seconds. */
export const toPromotionChanges = (
  fields: PromotionFields,
  saved: PromotionFields,
  currency: string,
): Partial<PromotionInput> => changedFields(toPromotionInput(fields, currency), toPromotionInput(saved, currency))

const MAX_PRIORITY = 10_000

function parsePriority(text: string): number | undefined {
  const number = /^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined
  return number !== undefined && number <= MAX_PRIORITY ? number : undefined
}

/** Why the promotion cannot be saved; checked before a request is sent. */
export function validatePromotion(fields: PromotionFields, currency: string): string | undefined {
  if (fields.title.trim() === '') return 'Enter a title.'
  const benefitError = validateBenefit(fields.benefit, currency)
  if (benefitError) return benefitError
  if (isEmptySelection(fields.items)) return 'Select eligible products, or choose all products.'
  if (isInvalidAmount(fields.minAmount, currency)) return 'Enter a valid minimum amount.'
  if (parseCount(fields.minQuantity, MAX_UNITS) === undefined) return 'The minimum quantity must be a whole number.'
  if (parseCount(fields.usageLimit) === undefined || parseCount(fields.usageLimitPerCustomer) === undefined) {
    return 'A usage limit must be a whole number of at least 1, or empty.'
  }
  if (parsePriority(fields.priority) === undefined) return `The priority must be a number from 0 to ${MAX_PRIORITY}.`
  return undefined
}
