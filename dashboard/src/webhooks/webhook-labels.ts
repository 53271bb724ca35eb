import type { LabelColor } from '../ui/label.tsx'
import type { Attempt, Delivery, Endpoint } from './webhooks.ts'

interface Display {
  label: string
  color: LabelColor
}

export const DELIVERY_STATUSES: Record<Delivery['status'], Display> = {
  pending: { label: 'Pending', color: 'yellow' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  canceled: { label: 'Canceled', color: 'gray' },
}

export const DELIVERY_STATUS_LABELS: Record<Delivery['status'], string> = {
  pending: DELIVERY_STATUSES.pending.label,
  delivered: DELIVERY_STATUSES.delivered.label,
  failed: DELIVERY_STATUSES.failed.label,
  canceled: DELIVERY_STATUSES.canceled.label,
}

export const ALL_EVENTS = '*'

/** "All events", or up to three types by name. */
export function formatEventTypes(events: readonly string[]): string {
  if (events.includes(ALL_EVENTS)) return 'All events'
  const [first = '', second, third, ...others] = events
  const shown = [first, second, third].filter(Boolean).join(', ')
  return others.length > 0 ? `${shown} and ${others.length} more` : shown
}

type State = Pick<Endpoint, 'active' | 'disabledReason' | 'failingSince'>

export function endpointStatus({ active, disabledReason, failingSince }: State): Display {
  if (!active) return disabledReason ? { label: 'Disabled', color: 'red' } : { label: 'Inactive', color: 'gray' }
  return failingSince ? { label: 'Failing', color: 'orange' } : { label: 'Active', color: 'green' }
}

export const DISABLED_REASONS: Record<NonNullable<Endpoint['disabledReason']>, string> = {
  failing: 'Every attempt failed for three days.',
  gone: 'It responded with status 410 (Gone).',
}

/** "HTTP 200 in 310 ms", or why there was no response. */
export function formatResult({ responseStatus, error, durationMs }: Omit<Attempt, 'at' | 'response'>): string {
  if (responseStatus === null) return error ?? 'No response'
  return `HTTP ${responseStatus} in ${formatDuration(durationMs)}`
}

const formatDuration = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
