import type { Collection, Rule } from './collections.ts'

type RuleField = Rule['field']
export type Relation = Rule['relation']

const TEXT_RELATIONS: Relation[] = ['is', 'isNot', 'contains', 'containsNot', 'startsWith', 'endsWith']
const NUMBER_RELATIONS: Relation[] = ['is', 'isNot', 'greaterThan', 'lessThan']

/** Mirrors the server; a test compares the two. */
export const FIELD_RELATIONS: Record<RuleField, Relation[]> = {
  tag: ['has', 'hasNot'],
  vendor: TEXT_RELATIONS,
  type: TEXT_RELATIONS,
  title: TEXT_RELATIONS,
  price: NUMBER_RELATIONS,
  stock: NUMBER_RELATIONS,
  customField: [...TEXT_RELATIONS, 'greaterThan', 'lessThan'],
}

export const FIELD_LABELS: Record<RuleField, string> = {
  tag: 'Tags',
  vendor: 'Vendor',
  type: 'Type',
  title: 'Title',
  price: 'Price',
  stock: 'Available stock',
  customField: 'Custom field',
}

export const RELATION_LABELS: Record<Relation, string> = {
  has: 'include',
  hasNot: 'do not include',
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  containsNot: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  greaterThan: 'is greater than',
  lessThan: 'is less than',
}

export const SORT_LABELS: Record<Collection['sort'], string> = {
  manual: 'Manual',
  newest: 'Newest first',
  title: 'Title, A–Z',
  price: 'Lowest price first',
  '-price': 'Highest price first',
  'best-selling': 'Best selling first',
}

export const isNumeric = (field: RuleField, relation: string) =>
  field === 'price' || field === 'stock' || relation === 'greaterThan' || relation === 'lessThan'
