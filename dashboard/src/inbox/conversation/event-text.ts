import { formatDateTime } from '../../ui/time.tsx'
import type { TicketEvent } from '../inbox.ts'

interface Names {
  members: readonly { userId: string; name: string }[]
  statuses: readonly { id: string; name: string }[]
}

const SOURCES: Partial<Record<TicketEvent['source'], string>> = {
  rule: 'A rule',
  email: 'An email',
  system: 'Storedesk',
}

/** One line for the thread; undefined for what the messages show anyway. */
export function describeEvent(event: TicketEvent, names: Names): string | undefined {
  const actor = event.actorName ?? SOURCES[event.source] ?? actorOf(event.actor, names)
  if (event.type === 'created') return undefined
  if (event.type === 'updated') {
    const changes = event.changes.flatMap((change) => describeChange(change, names) ?? [])
    return changes.length > 0 ? `${actor} ${LIST.format(changes)}` : undefined
  }
  const known = EVENTS[event.type]
  return known ? known(actor, event.data) : `${actor}: ${event.type.replaceAll('_', ' ')}`
}

const LIST = new Intl.ListFormat('en')

const actorOf = (actor: string, { members }: Names): string => {
  const [kind, id] = actor.split(':', 2)
  if (kind === 'member') return members.find(({ userId }) => userId === id)?.name ?? 'A former member'
  if (kind === 'customer') return 'The customer'
  return kind === 'key' ? 'API' : 'Storedesk'
}

type Data = TicketEvent['data']
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const ticketOf = (data: Data) => (text(data.number) ? `#${text(data.number)}` : 'another ticket')

const EVENTS: Record<string, (actor: string, data: Data) => string | undefined> = {
  merged: (actor, data) => `${actor} merged ${ticketOf(data)} into this ticket`,
  merged_into: (actor, data) => `${actor} merged this ticket into ${ticketOf(data)}`,
  merge_reversed: (actor) => `${actor} undid the merge`,
  split: (actor, data) => `${actor} split ${ticketOf(data)} from this ticket`,
  split_from: (actor, data) => `${actor} split this ticket from ${ticketOf(data)}`,
  split_reversed: (actor) => `${actor} undid the split`,
  // The message itself says it.
  email_sent: (_actor, { kind }) => (kind === 'acknowledgment' ? 'An acknowledgment was sent' : undefined),
  email_failed: (_actor, { kind }) => (kind === 'reply' ? undefined : 'An automatic email could not be sent'),
  email_bounced: (_actor, data) => `The email to ${text(data.recipient) || 'the customer'} bounced`,
  email_delayed: (_actor, data) => `The email to ${text(data.recipient) || 'the customer'} is delayed`,
  reply_canceled: (actor) => `${actor} took the reply back`,
  sla_warning: () => 'An SLA target is due soon',
  sla_breached: () => 'An SLA target was missed',
  rule_applied: (_actor, data) => `The rule “${text(data.ruleName)}” was applied`,
  rule_failed: (_actor, data) => `The rule “${text(data.ruleName)}” failed`,
  rated: (_actor, data) => `The customer rated this ticket ${text(data.rating) || text(data.score)} of 5`,
  action: (actor, data) => `${actor} ${ACTIONS[text(data.action)] ?? text(data.action).replaceAll('_', ' ')}`,
  action_failed: (_actor, data) => `The ${text(data.action).replaceAll('_', ' ')} failed`,
}

const ACTIONS: Record<string, string> = {
  refund: 'refunded an order',
  resend: 'sent an email again',
  exchange: 'exchanged items',
  goodwill_points: 'gave points',
  store_credit: 'gave store credit',
  discount_code: 'created a discount code',
}

function describeChange(
  { field, to }: TicketEvent['changes'][number],
  { members, statuses }: Names,
): string | undefined {
  switch (field) {
    case 'statusId':
    case 'status':
      return `set the status to ${statuses.find(({ id }) => id === to)?.name ?? 'another one'}`
    case 'assigneeId':
      return to === null
        ? 'removed the assignee'
        : `assigned it to ${members.find(({ userId }) => userId === to)?.name ?? 'a former member'}`
    case 'teamId':
      return to === null ? 'removed the team' : 'assigned it to a team'
    case 'priority':
      return `set the priority to ${text(to)}`
    case 'tags':
      return Array.isArray(to) && to.length > 0 ? `set the tags to ${to.join(', ')}` : 'removed all tags'
    case 'snoozedUntil':
      return to === null ? 'ended the snooze' : `snoozed it until ${formatDateTime(text(to))}`
    case 'dueAt':
      return to === null ? 'removed the due date' : `set the due date to ${formatDateTime(text(to))}`
    case 'subject':
      return `changed the subject to “${text(to)}”`
    case 'spam':
      return to ? 'marked it as spam' : 'said it is not spam'
    case 'customerId':
      return 'changed the customer'
    case 'orderIds':
      return 'changed the linked orders'
    case 'customFields':
      return 'changed custom fields'
    default:
      return undefined
  }
}
