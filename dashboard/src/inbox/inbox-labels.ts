import type { IconName } from '../ui/icon.tsx'
import type { LabelColor } from '../ui/label.tsx'
import type { Ticket, TicketMessage, TicketsQuery } from './inbox.ts'

export const CHANNEL_LABELS: Record<Ticket['channel'], string> = {
  email: 'Email',
  contact_form: 'Contact form',
  api: 'API',
  chat: 'Chat',
  phone: 'Phone',
}

export const CHANNEL_ICONS: Record<Ticket['channel'], IconName> = {
  email: 'inbox',
  contact_form: 'form',
  api: 'events',
  chat: 'chats',
  phone: 'phone',
}

export const PRIORITY_LABELS: Record<Ticket['priority'], string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}

export const SORT_LABELS: Record<NonNullable<TicketsQuery['sort']>, string> = {
  waiting: 'Longest waiting',
  due: 'Due date',
  priority: 'Priority',
  updated: 'Last message',
  newest: 'Newest',
}

export const PRIORITY_COLORS: Record<Ticket['priority'], LabelColor> = {
  low: 'gray',
  normal: 'gray',
  high: 'orange',
  urgent: 'red',
}

export const CATEGORY_COLORS: Record<Ticket['status']['category'], LabelColor> = {
  open: 'indigo',
  pending: 'yellow',
  resolved: 'green',
}

/** What agents call whoever wrote. */
export const requesterName = ({ requester: { name, email }, channel }: Pick<Ticket, 'requester' | 'channel'>): string =>
  name ?? email ?? (channel === 'chat' ? 'Visitor' : 'Unknown requester')

export const authorName = ({ author: { type, name, email } }: Pick<TicketMessage, 'author'>): string =>
  name ?? email ?? (type === 'customer' ? 'Customer' : type === 'key' ? 'API' : 'Storedesk')

/** “AL” for Ada Lovelace. */
export const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** “5m”, “3h”, “2d”, then a date: as wide as a list allows. */
export function formatAge(at: string, now: number): string {
  const age = now - Date.parse(at)
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h`
  if (age < 7 * DAY_MS) return `${Math.floor(age / DAY_MS)}d`
  return DATE.format(new Date(at))
}

/** “2h 5m” or “45m”. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(0, Math.round(Math.abs(ms) / MINUTE_MS))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`
  if (hours > 0) return minutes % 60 > 0 ? `${hours}h ${minutes % 60}m` : `${hours}h`
  return `${minutes}m`
}

export interface SnoozeOption {
  label: string
  until: Date
}

/** Times when people come back to work: later today, tomorrow morning, Monday. */
export function snoozeOptions(now: Date): SnoozeOption[] {
  const at = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: 'In 1 hour', until: new Date(now.getTime() + HOUR_MS) },
    { label: 'In 4 hours', until: new Date(now.getTime() + 4 * HOUR_MS) },
    { label: 'Tomorrow morning', until: at(1, 9) },
    { label: 'Next Monday', until: at(daysToMonday, 9) },
    { label: 'In a week', until: at(7, 9) },
  ]
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

export const formatCount = ({ count, capped }: { count: number; capped: boolean }): string =>
  capped ? `${new Intl.NumberFormat('en').format(count)}+` : String(count)
