import { localTimeText, timeOf } from '../parts/local-time.ts'
import { type AmountFields, amountsOr, isUnreadable, NO_AMOUNT, toAmountFields } from './amount-fields.ts'
import {
  type BenefitFields,
  faultyBenefit,
  MOST_UNITS,
  NEW_BENEFIT,
  toBenefit,
  toBenefitFields,
} from './benefit-fields.ts'
import { countIn } from './numbers.ts'
import type { Conditions, Phase, Promotion, PromotionBody } from './promotions.ts'
import { EVERYTHING, isUnchosen, type SelectionFields, toSelection, toSelectionFields } from './selection-fields.ts'

/** A promotion while it is edited: what is typed is text, and what the form does not show is carried along. */
export interface PromotionFields {
  title: string
  enabled: boolean
  benefit: BenefitFields
  items: SelectionFields
  minAmount: AmountFields
  minQuantity: string
  countries: string[]
  hiddenConditions: Omit<Conditions, 'minAmounts' | 'minQuantity' | 'countries'>
  startsAt: string
  endsAt: string
  usageLimit: string
  usesPerCustomer: string
  priority: string
  exclusiveGroup: string
  combinesWith: Record<Phase, boolean>
}

export interface PartProps {
  fields: PromotionFields
  edit: (changes: Partial<PromotionFields>) => void
  readOnly: boolean
  /** The shop's own, in which amounts are typed. */
  currency: string
  /** What the server said of the field with this path, or of what is below it. */
  faultOf: (path: string) => string | undefined
}

export interface BenefitProps extends Omit<PartProps, 'fields' | 'edit'> {
  benefit: BenefitFields
  change: (changes: Partial<BenefitFields>) => void
}

export const NEW_FIELDS: PromotionFields = {
  title: '',
  enabled: true,
  benefit: NEW_BENEFIT,
  items: EVERYTHING,
  minAmount: NO_AMOUNT,
  minQuantity: '',
  countries: [],
  hiddenConditions: {},
  startsAt: '',
  endsAt: '',
  usageLimit: '',
  usesPerCustomer: '',
  priority: '100',
  exclusiveGroup: '',
  combinesWith: { line: false, order: false, shipping: false },
}

export function toFields(promotion: Promotion, currency: string): PromotionFields {
  const { minAmounts, minQuantity, countries, ...hiddenConditions } = promotion.conditions
  return {
    title: promotion.title,
    enabled: promotion.enabled,
    benefit: toBenefitFields(promotion.benefit, currency),
    items: toSelectionFields(promotion.items),
    minAmount: toAmountFields(minAmounts, currency),
    minQuantity: String(minQuantity ?? ''),
    countries: countries ?? [],
    hiddenConditions,
    startsAt: localTimeText(promotion.startsAt),
    endsAt: localTimeText(promotion.endsAt),
    usageLimit: String(promotion.usageLimit ?? ''),
    usesPerCustomer: String(promotion.usesPerCustomer ?? ''),
    priority: String(promotion.priority),
    exclusiveGroup: promotion.exclusiveGroup ?? '',
    combinesWith: promotion.combinesWith,
  }
}

export function toBody(fields: PromotionFields, currency: string): PromotionBody {
  const minAmounts = amountsOr(fields.minAmount, currency)
  const minQuantity = countIn(fields.minQuantity)
  return {
    title: fields.title.trim(),
    enabled: fields.enabled,
    benefit: toBenefit(fields.benefit, currency),
    items: toSelection(fields.items),
    conditions: {
      ...fields.hiddenConditions,
      ...(minAmounts && { minAmounts }),
      ...(minQuantity && { minQuantity }),
      ...(fields.countries.length > 0 && { countries: fields.countries }),
    },
    startsAt: timeOf(fields.startsAt) ?? null,
    endsAt: timeOf(fields.endsAt) ?? null,
    usageLimit: countIn(fields.usageLimit) ?? null,
    usesPerCustomer: countIn(fields.usesPerCustomer) ?? null,
    priority: priorityIn(fields.priority) ?? 0,
    exclusiveGroup: fields.exclusiveGroup.trim() || null,
    combinesWith: fields.combinesWith,
  }
}

/** Only what was changed: a field knows minutes, and what begins at a second must not begin at another. */
export function changesIn(fields: PromotionFields, saved: PromotionFields, currency: string): Partial<PromotionBody> {
  const before = new Map(Object.entries(toBody(saved, currency)).map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = Object.entries(toBody(fields, currency)).filter(
    ([name, value]) => JSON.stringify(value) !== before.get(name),
  )
  return Object.fromEntries(changed)
}

const HIGHEST_PRIORITY = 10_000

function priorityIn(typed: string): number | undefined {
  const number = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : undefined
  return number !== undefined && number <= HIGHEST_PRIORITY ? number : undefined
}

/** Why it can't be saved, before the server is asked. */
export function obstacleIn(fields: PromotionFields, currency: string): string | undefined {
  if (fields.title.trim() === '') return 'It needs a title.'
  const fault = faultyBenefit(fields.benefit, currency)
  if (fault) return fault
  if (isUnchosen(fields.items)) return 'Choose what it is for, or make it for everything.'
  if (isUnreadable(fields.minAmount, currency)) return 'The minimum amount can’t be read.'
  if (countIn(fields.minQuantity, MOST_UNITS) === undefined) return 'The minimum quantity must be a whole number.'
  if (countIn(fields.usageLimit) === undefined || countIn(fields.usesPerCustomer) === undefined) {
    return 'A limit must be a whole number from 1 on, or empty.'
  }
  if (priorityIn(fields.priority) === undefined) return `The priority must be a number from 0 to ${HIGHEST_PRIORITY}.`
  return undefined
}
