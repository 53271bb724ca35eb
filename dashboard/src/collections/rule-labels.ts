import type { Collection, Rule } from './collections.ts'

type RuleField = Rule['field']
export type Relation = Rule['relation']

const TEXT_RELATIONS: Relation[] = ['is', 'is_not', 'contains', 'contains_not', 'starts_with', 'ends_with']
const NUMBER_RELATIONS: Relation[] = ['is', 'is_not', 'greater_than', 'less_than']

/** Mirrors the server; a test compares the two. */
export const FIELD_RELATIONS: Record<RuleField, Relation[]> = {
  tag: ['has', 'has_not'],
  vendor: TEXT_RELATIONS,
  type: TEXT_RELATIONS,
  title: TEXT_RELATIONS,
  price: NUMBER_RELATIONS,
  stock: NUMBER_RELATIONS,
  custom_field: [...TEXT_RELATIONS, 'greater_than', 'less_than'],
}

export const FIELD_LABELS: Record<RuleField, string> = {
  tag: 'Tags',
  vendor: 'Vendor',
  type: 'Type',
  title: 'Title',
  price: 'Price',
  stock: 'Available stock',
  custom_field: 'Custom field',
}

export const RELATION_LABELS: Record<Relation, string> = {
  has: 'include',
  has_not: 'do not include',
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  greater_than: 'is greater than',
  less_than: 'is less than',
}

export const SORT_LABELS: Record<Collection['sort'], string> = {
  manual: 'Manual',
  newest: 'Newest first',
  title: 'Title, A–Z',
  price: 'Lowest price first',
  '-price': 'Highest price first',
  best_selling: 'Best selling first',
}

export const isNumeric = (field: RuleField, relation: string) =>
  field === 'price' || field === 'stock' || relation === 'greater_than' || relation === 'less_than'
