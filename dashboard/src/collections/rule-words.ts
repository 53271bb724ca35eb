import type { Rule, Sort } from './collections.ts'

type Field = Rule['field']

const OF_TEXT = ['is', 'isNot', 'contains', 'containsNot', 'startsWith', 'endsWith']
const OF_NUMBER = ['is', 'isNot', 'greaterThan', 'lessThan']

/** As the server has it; a test holds the two together. */
export const RELATIONS_OF: Record<Field, string[]> = {
  tag: ['has', 'hasNot'],
  vendor: OF_TEXT,
  type: OF_TEXT,
  title: OF_TEXT,
  price: OF_NUMBER,
  stock: OF_NUMBER,
  customField: [...OF_TEXT, 'greaterThan', 'lessThan'],
}

export const FIELD_WORDS: Record<Field, string> = {
  tag: 'Tags',
  vendor: 'Vendor',
  type: 'Type',
  title: 'Title',
  price: 'Price',
  stock: 'Stock that can be sold',
  customField: 'Custom field',
}

export const RELATION_WORDS: Record<string, string> = {
  has: 'include',
  hasNot: 'do not include',
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  containsNot: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  greaterThan: 'is more than',
  lessThan: 'is less than',
}

export const SORT_WORDS: Record<Sort, string> = {
  manual: 'By hand',
  newest: 'Newest first',
  title: 'By title',
  price: 'Lowest price first',
  '-price': 'Highest price first',
  'best-selling': 'Best-selling first',
}

export const isOfNumbers = (field: Field, relation: string) =>
  field === 'price' || field === 'stock' || relation === 'greaterThan' || relation === 'lessThan'
