import type { Macro, TicketOptions, TicketRule } from './ticket-settings.ts'
import { labelOf } from './ticket-settings.ts'

export type RuleAction = TicketRule['actions'][number]
export type MacroAction = Macro['actions'][number]
export type Action = RuleAction | MacroAction
export type ActionType = Action['type']

export const ACTION_LABELS: Record<ActionType, string> = {
  set_status: 'Set status',
  set_priority: 'Set priority',
  assign: 'Assign to',
  assign_to_me: 'Assign to me',
  set_team: 'Set team',
  add_tags: 'Add tags',
  remove_tags: 'Remove tags',
  snooze: 'Snooze',
  send_reply: 'Send reply',
  add_note: 'Add internal note',
  stop: 'Stop: run no further rules',
}

export const MACRO_ACTIONS = [
  'set_status',
  'set_priority',
  'assign',
  'assign_to_me',
  'set_team',
  'add_tags',
  'remove_tags',
  'snooze',
] as const satisfies ActionType[]

export const RULE_ACTIONS = [
  'set_status',
  'set_priority',
  'assign',
  'set_team',
  'add_tags',
  'remove_tags',
  'snooze',
  'send_reply',
  'add_note',
  'stop',
] as const satisfies ActionType[]

export const PRIORITY_LABELS = { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' } as const

const DAY_MINUTES = 1440

/** A new action of this type, with its first choice. */
export function newAction(type: ActionType, { statuses }: TicketOptions): Action {
  switch (type) {
    case 'set_status':
      return { type, statusId: statuses[0]?.value ?? '' }
    case 'set_priority':
      return { type, priority: 'high' }
    case 'assign':
      return { type, assigneeId: null }
    case 'set_team':
      return { type, teamId: null }
    case 'add_tags':
    case 'remove_tags':
      return { type, tags: [] }
    case 'snooze':
      return { type, minutes: DAY_MINUTES }
    case 'send_reply':
    case 'add_note':
      return { type, text: '' }
    default:
      return { type }
  }
}

export function formatAction(action: Action, options: TicketOptions): string {
  const label = ACTION_LABELS[action.type]
  switch (action.type) {
    case 'set_status':
      return `${label}: ${labelOf(options.statuses, action.statusId)}`
    case 'set_priority':
      return `${label}: ${PRIORITY_LABELS[action.priority]}`
    case 'assign':
      return action.assigneeId ? `${label} ${labelOf(options.members, action.assigneeId)}` : 'Remove the assignee'
    case 'set_team':
      return action.teamId ? `${label}: ${labelOf(options.teams, action.teamId)}` : 'Remove the team'
    case 'add_tags':
    case 'remove_tags':
      return `${label}: ${action.tags.join(', ')}`
    case 'snooze':
      return `${label} for ${formatMinutes(action.minutes)}`
    default:
      return label
  }
}

export function formatMinutes(minutes: number): string {
  const [count, unit] =
    minutes % DAY_MINUTES === 0
      ? [minutes / DAY_MINUTES, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Why the actions can't be saved. */
export function validateActions(actions: Action[]): string | undefined {
  if (actions.some((action) => 'tags' in action && action.tags.length === 0)) return 'Enter at least one tag.'
  if (actions.some((action) => 'text' in action && action.text.trim() === '')) return 'Enter a text for the message.'
  return undefined
}
