import type { LabelColor } from '../ui/label.tsx'
import type { Attempt, Delivery, Endpoint } from './webhooks.ts'

interface Display {
  label: string
  color: LabelColor
}

export const DELIVERY_STATUS_LABELS: Record<Delivery['status'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  canceled: 'Canceled',
}

const DELIVERY_COLORS: Record<Delivery['status'], LabelColor> = {
  pending: 'yellow',
  delivered: 'green',
  failed: 'red',
  canceled: 'gray',
}

export function deliveryStatus({ status, lastAttempt }: Pick<Delivery, 'status' | 'lastAttempt'>): Display {
  if (status === 'pending' && lastAttempt?.error) return { label: 'Retrying', color: 'orange' }
  return { label: DELIVERY_STATUS_LABELS[status], color: DELIVERY_COLORS[status] }
}

/** The log outlives its endpoint. */
export const endpointName = (endpoint: Pick<Endpoint, 'url' | 'description'> | undefined): string =>
  endpoint ? endpoint.description || endpoint.url : 'Deleted endpoint'

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
