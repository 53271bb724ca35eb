import { MARKETING_LABELS } from '../customers/customers.ts'
import type { Segment } from '../customers/segments.ts'

export type Filter = Segment['filter']
export type Condition = Filter['conditions'][number]
export type Field = Condition['field']
export type Operator = Condition['operator']

/** What the value of a condition is, and so how it is entered. */
type InputKind =
  | 'count'
  | 'money'
  | 'time'
  | 'products'
  | 'variants'
  | 'collections'
  | 'tags'
  | 'countries'
  | 'rfm'
  | 'marketing'
  | 'text'

export const FIELD_INPUTS: Record<Field, InputKind> = {
  orders: 'count',
  spent: 'money',
  open_tickets: 'count',
  last_rating: 'count',
  last_ticket: 'time',
  average_order: 'money',
  first_order: 'time',
  last_order: 'time',
  created: 'time',
  product: 'products',
  variant: 'variants',
  collection: 'collections',
  tags: 'tags',
  country: 'countries',
  rfm: 'rfm',
  email_marketing: 'marketing',
  sms_marketing: 'marketing',
  phone_marketing: 'marketing',
  custom_field: 'text',
}

const NUMBER_OPERATORS: Operator[] = ['at_least', 'at_most', 'is']
const TIME_OPERATORS: Operator[] = ['in_last_days', 'over_days_ago', 'before', 'after']
const LIST_OPERATORS: Operator[] = ['any_of', 'none_of']
const EQUALITY_OPERATORS: Operator[] = ['is', 'is_not']

const INPUT_OPERATORS: Record<InputKind, Operator[]> = {
  count: NUMBER_OPERATORS,
  money: NUMBER_OPERATORS,
  time: TIME_OPERATORS,
  products: LIST_OPERATORS,
  variants: LIST_OPERATORS,
  collections: LIST_OPERATORS,
  tags: ['any_of', 'all_of', 'none_of'],
  countries: LIST_OPERATORS,
  rfm: LIST_OPERATORS,
  marketing: EQUALITY_OPERATORS,
  text: EQUALITY_OPERATORS,
}

/** Mirrors the server; a test compares the two. The first one is the default. */
export const operatorsOf = (field: Field): Operator[] => INPUT_OPERATORS[FIELD_INPUTS[field]]

export const takesDays = (operator: Operator) => operator === 'in_last_days' || operator === 'over_days_ago'

export const FIELD_LABELS: Record<Field, string> = {
  orders: 'Number of orders',
  spent: 'Amount spent',
  average_order: 'Average order',
  first_order: 'First order',
  last_order: 'Last order',
  created: 'Customer since',
  open_tickets: 'Open tickets',
  last_rating: 'Last rating (1 to 5)',
  last_ticket: 'Last ticket',
  product: 'Bought product',
  variant: 'Bought variant',
  collection: 'Bought from collection',
  tags: 'Tags',
  country: 'Country',
  rfm: 'RFM group',
  email_marketing: 'Email marketing',
  sms_marketing: 'SMS marketing',
  phone_marketing: 'Phone marketing',
  custom_field: 'Custom field',
}

export const OPERATOR_LABELS: Record<Operator, string> = {
  is: 'is',
  is_not: 'is not',
  at_least: 'is at least',
  at_most: 'is at most',
  in_last_days: 'in the last',
  over_days_ago: 'more than',
  before: 'before',
  after: 'after',
  any_of: 'any of',
  all_of: 'all of',
  none_of: 'none of',
}

export const CONSENT_LABELS = { ...MARKETING_LABELS, none: 'Not asked' } as const

/** The field of the form that an error of the server is about. */
export function fieldLabel(path: string): string {
  if (path === '/name') return 'Name:'
  const [, group, condition] = /^\/filter(?:\/groups\/(\d+))?\/conditions\/(\d+)/.exec(path) ?? []
  return condition === undefined ? 'Conditions:' : `${conditionName(Number(condition), group && Number(group), true)}:`
}

/** "condition 2", "condition 1 of group 3". */
export function conditionName(index: number, group?: number | '', capitalized = false): string {
  const name = `${capitalized ? 'Condition' : 'condition'} ${index + 1}`
  return typeof group === 'number' ? `${name} of group ${group + 1}` : name
}
