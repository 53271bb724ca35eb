import type { Condition, RuleConditions } from './schemas.ts'

/** What conditions are about. */
export interface TicketFacts {
  subject: string
  /** What the customer wrote. */
  body: string
  requesterEmail: string
  channel: string
  priority: string
  category: string
  statusId: string
  assigneeId: string | null
  teamId: string | null
  mailboxId: string | null
  tags: string[]
  customFields: Record<string, unknown>
  customerTags: string[]
  customerOrders: number
  customerSpent: number
  /** Null if no message waits for a reply. */
  waitingMinutes: number | null
  idleMinutes: number
  statusMinutes: number
  ageMinutes: number
}

export function matches({ match, conditions, groups = [] }: RuleConditions, facts: TicketFacts): boolean {
  const results = [
    ...conditions.map((condition) => () => matchesCondition(condition, facts)),
    ...groups.map((group) => () => matches(group, facts)),
  ]
  if (results.length === 0) return true
  return match === 'all' ? results.every((evaluate) => evaluate()) : results.some((evaluate) => evaluate())
}

function matchesCondition(condition: Condition, facts: TicketFacts): boolean {
  switch (condition.field) {
    case 'subject':
    case 'body':
    case 'subject_or_body':
    case 'requester_email':
      return contains(textOf(condition.field, facts), condition.value) === (condition.operator === 'contains')
    case 'channel':
      return isIn(condition, facts.channel)
    case 'priority':
      return isIn(condition, facts.priority)
    case 'category':
      return isIn(condition, facts.category)
    case 'status':
      return isIn(condition, facts.statusId)
    case 'assignee':
      return isIn(condition, facts.assigneeId ?? 'none')
    case 'team':
      return isIn(condition, facts.teamId ?? 'none')
    case 'mailbox':
      return isIn(condition, facts.mailboxId ?? 'none')
    case 'tags':
      return hasTags(condition, facts.tags)
    case 'customer_tags':
      return hasTags(condition, facts.customerTags)
    case 'customer_orders':
      return compare(condition, facts.customerOrders)
    case 'customer_spent':
      return compare(condition, facts.customerSpent)
    case 'waiting_minutes':
      return facts.waitingMinutes !== null && compare(condition, facts.waitingMinutes)
    case 'idle_minutes':
      return compare(condition, facts.idleMinutes)
    case 'status_minutes':
      return compare(condition, facts.statusMinutes)
    case 'age_minutes':
      return compare(condition, facts.ageMinutes)
    case 'custom_field':
      return (facts.customFields[condition.key] === condition.value) === (condition.operator === 'is')
  }
}

function textOf(field: 'subject' | 'body' | 'subject_or_body' | 'requester_email', facts: TicketFacts): string {
  if (field === 'subject_or_body') return `${facts.subject}\n${facts.body}`
  return field === 'requester_email' ? facts.requesterEmail : facts[field]
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const contains = (text: string, part: string): boolean => fold(text).includes(fold(part))

const isIn = ({ operator, value }: { operator: 'any_of' | 'none_of'; value: string[] }, actual: string): boolean =>
  value.includes(actual) === (operator === 'any_of')

function hasTags(
  { operator, value }: { operator: 'any_of' | 'all_of' | 'none_of'; value: string[] },
  tags: string[],
): boolean {
  const isPresent = (tag: string) => tags.includes(tag)
  if (operator === 'all_of') return value.every(isPresent)
  return value.some(isPresent) === (operator === 'any_of')
}

const compare = ({ operator, value }: { operator: 'at_least' | 'at_most'; value: number }, actual: number): boolean =>
  operator === 'at_least' ? actual >= value : actual <= value
