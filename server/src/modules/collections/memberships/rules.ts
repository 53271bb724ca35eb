import { type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { foldText } from '../../../kit/fold-text.ts'
import type { Money } from '../../../kit/money.ts'
import { RELATIONS_BY_FIELD, type Rule, type RuleSet } from './schemas.ts'

/** Product attributes that rules can test. */
export interface RuleAttributes {
  title: string
  vendor: string
  type: string
  tags: string[]
  /** Prices of all variants, in all currencies. */
  prices: Money[]
  /** Available quantity of all variants at all locations; null when any variant is untracked and so never runs out. */
  stock: number | null
  customFields: Record<string, unknown>
}

export type RulePredicate = (attributes: RuleAttributes) => boolean

/** Rules compare texts without case, accents and surrounding spaces. */
export const normalizeText = (text: string): string => foldText(text).trim()

/** Normalizes texts once, because each product is tested against many rules. */
export const normalizeAttributes = <F extends RuleAttributes>(attributes: F): F => ({
  ...attributes,
  title: normalizeText(attributes.title),
  vendor: normalizeText(attributes.vendor),
  type: normalizeText(attributes.type),
  tags: attributes.tags.map(normalizeText),
})

/** The predicate expects normalized attributes. */
export function compileRules({ match, rules }: RuleSet): RulePredicate {
  const predicates = rules.map(compileRule)
  if (match === 'all') return (attributes) => predicates.every((test) => test(attributes))
  return (attributes) => predicates.some((test) => test(attributes))
}

/** A negation is always the exact opposite, even for a product without prices, tags or the custom field. */
const NEGATIONS: Partial<Record<Rule['relation'], Rule['relation']>> = {
  is_not: 'is',
  has_not: 'has',
  contains_not: 'contains',
}

const TEXT_COMPARISONS: Partial<Record<Rule['relation'], (actual: string, expected: string) => boolean>> = {
  is: (actual, expected) => actual === expected,
  has: (actual, expected) => actual === expected,
  contains: (actual, expected) => actual.includes(expected),
  starts_with: (actual, expected) => actual.startsWith(expected),
  ends_with: (actual, expected) => actual.endsWith(expected),
}

const NUMBER_COMPARISONS: Partial<Record<Rule['relation'], (actual: number, expected: number) => boolean>> = {
  is: (actual, expected) => actual === expected,
  greater_than: (actual, expected) => actual > expected,
  less_than: (actual, expected) => actual < expected,
}

/** One matching value is enough: one tag, the price of one variant, one entry of a custom field that is a list. */
function compileRule(rule: Rule): RulePredicate {
  const { relation, value } = rule
  const negated = NEGATIONS[relation]
  if (negated) {
    const predicate = compileRule({ ...rule, relation: negated })
    return (attributes) => !predicate(attributes)
  }
  if (isNumeric(rule)) {
    const expected = typeof value === 'object' ? value.amount : Number(value)
    const meets = NUMBER_COMPARISONS[relation]
    return (attributes) => meets !== undefined && numbersOf(attributes, rule).some((actual) => meets(actual, expected))
  }
  const expected = normalizeText(String(value))
  const meets = TEXT_COMPARISONS[relation]
  return (attributes) => meets !== undefined && textsOf(attributes, rule).some((actual) => meets(actual, expected))
}

export const isNumeric = ({ field, relation }: Pick<Rule, 'field' | 'relation'>): boolean =>
  field === 'price' || field === 'stock' || relation === 'greater_than' || relation === 'less_than'

/** A price rule keeps its currency when the shop currency changes. */
function numbersOf({ prices, stock, customFields }: RuleAttributes, { field, key = '', value }: Rule): number[] {
  if (field === 'stock') return [stock ?? Number.POSITIVE_INFINITY]
  if (field === 'custom_field') return toScalars(customFields[key]).filter((one) => typeof one === 'number')
  const currency = typeof value === 'object' ? value.currency : ''
  return prices.filter((price) => price.currency === currency).map(({ amount }) => amount)
}

function textsOf(attributes: RuleAttributes, { field, key = '' }: Rule): string[] {
  if (field === 'tag') return attributes.tags
  if (field === 'custom_field') return toScalars(attributes.customFields[key]).map((one) => normalizeText(String(one)))
  if (field === 'vendor' || field === 'type' || field === 'title') return [attributes[field]]
  return []
}

const toScalars = (value: unknown): (string | number | boolean)[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => ['string', 'number', 'boolean'].includes(typeof one))

/** At least one rule is required: an empty list would match everything or nothing, and neither is intended. */
export function assertValidRules(rules: Rule[], currency: string): void {
  const errors =
    rules.length > 0 ? validateRules(rules, currency) : [{ path: '/rules', message: 'must contain at least one rule' }]
  if (errors.length > 0) throw invalidRequest('The rules are not valid.', errors)
}

/** Returns all errors, each with the accepted values. */
export const validateRules = (rules: Rule[], currency: string): ErrorDetail[] =>
  rules.flatMap((rule, at) => [
    ...errorIf(
      !isAllowedRelation(rule),
      `/rules/${at}/relation`,
      `must be one of ${relationsOf(rule).join(', ')} for ${rule.field}`,
    ),
    ...errorIf(rule.field === 'custom_field' && !rule.key, `/rules/${at}/key`, 'is required for custom_field'),
    ...errorIf(rule.field !== 'custom_field' && !!rule.key, `/rules/${at}/key`, 'is only allowed for custom_field'),
    ...validateValue(rule, `/rules/${at}/value`, currency),
  ])

const errorIf = (isInvalid: boolean, path: string, message: string): ErrorDetail[] =>
  isInvalid ? [{ path, message }] : []

const relationsOf = ({ field }: Rule): readonly string[] => RELATIONS_BY_FIELD[field]
const isAllowedRelation = (rule: Rule): boolean => relationsOf(rule).includes(rule.relation)

function validateValue(rule: Rule, path: string, currency: string): ErrorDetail[] {
  const { field, value } = rule
  if (field === 'price') {
    if (typeof value !== 'object')
      return [{ path, message: `must be money, such as {"amount": 1999, "currency": "${currency}"}` }]
    return [
      ...errorIf(value.currency !== currency, `${path}/currency`, `must be ${currency}, the shop currency`),
      ...errorIf(value.amount < 0, `${path}/amount`, 'must not be negative'),
    ]
  }
  if (field === 'stock') return errorIf(!Number.isSafeInteger(value) || Number(value) < 0, path, WHOLE_NUMBER_REQUIRED)
  if (isNumeric(rule)) return errorIf(typeof value !== 'number', path, 'must be a number')
  if (field === 'custom_field') return errorIf(typeof value === 'object' || isBlank(value), path, SCALAR_REQUIRED)
  return errorIf(typeof value !== 'string' || isBlank(value), path, 'must be text that is not blank')
}

const WHOLE_NUMBER_REQUIRED = 'must be a whole number, 0 or more'
const SCALAR_REQUIRED = 'must be text that is not blank, a number or a boolean'

/** Every text contains and starts with the empty string, so a blank value would match everything. */
const isBlank = (value: Rule['value']): boolean => typeof value === 'string' && normalizeText(value) === ''
