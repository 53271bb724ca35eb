import type { TicketRule } from './ticket-settings.ts'

export type RuleConditions = TicketRule['conditions']
export type ConditionGroup = NonNullable<RuleConditions['groups']>[number]
export type Condition = RuleConditions['conditions'][number]
export type ConditionField = Condition['field']

export const CONDITION_LABELS: Record<ConditionField, string> = {
  subject: 'Subject',
  body: 'Message',
  subject_or_body: 'Subject or message',
  requester_email: 'Email of the requester',
  channel: 'Channel',
  priority: 'Priority',
  category: 'Category of the status',
  status: 'Status',
  assignee: 'Assignee',
  team: 'Team',
  mailbox: 'Mailbox',
  tags: 'Tags of the ticket',
  customer_tags: 'Tags of the customer',
  customer_orders: 'Number of orders of the customer',
  customer_spent: 'Amount spent, in cents',
  waiting_minutes: 'Customer has been waiting',
  idle_minutes: 'Time since the last message',
  status_minutes: 'Time in this status',
  age_minutes: 'Age of the ticket',
  custom_field: 'Custom field',
}

const CONTAINS = { contains: 'contains', not_contains: 'doesn’t contain' }
const LIST = { any_of: 'is one of', none_of: 'is none of' }
const TAGS = { any_of: 'include any of', all_of: 'include all of', none_of: 'include none of' }
const NUMBER = { at_least: 'at least', at_most: 'at most' }
const EQUALITY = { is: 'is', is_not: 'is not' }

export const OPERATOR_LABELS: Record<ConditionField, Record<string, string>> = {
  subject: CONTAINS,
  body: CONTAINS,
  subject_or_body: CONTAINS,
  requester_email: CONTAINS,
  channel: LIST,
  priority: LIST,
  category: LIST,
  status: LIST,
  assignee: LIST,
  team: LIST,
  mailbox: LIST,
  tags: TAGS,
  customer_tags: TAGS,
  customer_orders: NUMBER,
  customer_spent: NUMBER,
  waiting_minutes: NUMBER,
  idle_minutes: NUMBER,
  status_minutes: NUMBER,
  age_minutes: NUMBER,
  custom_field: EQUALITY,
}

export const CHANNEL_LABELS = {
  email: 'Email',
  contact_form: 'Contact form',
  api: 'API',
  chat: 'Chat',
  phone: 'Phone',
} as const

export const CATEGORY_LABELS = { open: 'Open', pending: 'Pending', resolved: 'Resolved' } as const

const isOf = (labels: Record<string, string>, field: ConditionField) => OPERATOR_LABELS[field] === labels

/** A new condition on this field. */
export function newCondition(field: ConditionField): Condition {
  const operator = Object.keys(OPERATOR_LABELS[field])[0]
  const value = isOf(CONTAINS, field) ? '' : isOf(NUMBER, field) ? (field.endsWith('_minutes') ? 60 : 1) : []
  return (field === 'custom_field' ? { field, key: '', operator, value: '' } : { field, operator, value }) as Condition
}

/** A group without conditions says nothing. */
export const areComplete = ({ conditions, groups = [] }: RuleConditions): boolean =>
  conditions.every(isComplete) &&
  groups.every((group) => group.conditions.length > 0 && group.conditions.every(isComplete))

const isComplete = (condition: Condition): boolean => {
  const { value } = condition
  if (condition.field === 'custom_field' && condition.key === '') return false
  return Array.isArray(value) ? value.length > 0 : value !== ''
}
