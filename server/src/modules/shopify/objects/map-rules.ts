import type { CollectionLine } from '../../../ports/shop-lines.ts'
import type { SourceCollection } from '../../collections/collection-sync/collection-sync.ts'
import { parseAmount } from './amounts.ts'

type RuleSet = NonNullable<SourceCollection['rules']>
type Rule = RuleSet['rules'][number]
type ShopRule = NonNullable<CollectionLine['ruleSet']>['rules'][number]

const TEXT_FIELDS: Record<string, 'vendor' | 'type' | 'title'> = { VENDOR: 'vendor', TYPE: 'type', TITLE: 'title' }
const TEXT_RELATIONS: Record<string, Rule['relation']> = {
  EQUALS: 'is',
  NOT_EQUALS: 'is_not',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'contains_not',
  STARTS_WITH: 'starts_with',
  ENDS_WITH: 'ends_with',
}
/** Without “is not”: there it means one variant with another price, here none with this one. */
const PRICE_RELATIONS: Record<string, Rule['relation']> = {
  EQUALS: 'is',
  GREATER_THAN: 'greater_than',
  LESS_THAN: 'less_than',
}
const MAX_RULES = 50

/**
 * Undefined if a rule means something that ours can't say. Stock is one: Shopify compares that of each variant, and ours
 * that of the product.
 */
export function mapRules(ruleSet: NonNullable<CollectionLine['ruleSet']>, currency: string): RuleSet | undefined {
  const rules = ruleSet.rules.flatMap((rule) => mapRule(rule, currency) ?? [])
  if (rules.length === 0 || rules.length !== ruleSet.rules.length || rules.length > MAX_RULES) return undefined
  return { match: ruleSet.appliedDisjunctively ? 'any' : 'all', rules }
}

function mapRule({ column, relation, condition }: ShopRule, currency: string): Rule | undefined {
  const value = condition.trim()
  if (value === '' || value.length > 255) return undefined
  if (column === 'TAG') return relation === 'EQUALS' ? { field: 'tag', relation: 'has', value } : undefined
  if (column === 'VARIANT_PRICE') {
    const [known, price] = [PRICE_RELATIONS[relation], parseAmount(value, currency)]
    return known && price ? { field: 'price', relation: known, value: price } : undefined
  }
  const [field, known] = [TEXT_FIELDS[column], TEXT_RELATIONS[relation]]
  return field && known ? { field, relation: known, value } : undefined
}
