import type { ReportedStatus } from './shipment-status.ts'

export type TrackingSource = 'easypost' | 'shippo' | 'aftership'

export interface ReportedEvent {
  status: ReportedStatus
  message: string | null
  /** Such as a city. */
  location: string | null
  occurredAt: string
}

/** What providers tell us about a shipment, in one shape. */
export interface TrackingReport {
  source: TrackingSource
  trackingNumber: string
  carrier: string | null
  estimatedDeliveryAt: string | null
  events: ReportedEvent[]
}

/** A shipment has some dozens. */
const MAX_EVENTS = 200
export const MAX_TEXT = 500

/** The history, and the current status if the history doesn't contain it. */
export const withCurrent = (history: ReportedEvent[], current: ReportedEvent): ReportedEvent[] => {
  const latest = history.toSorted((one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt))
  const isKnown = current.status === 'unknown' || history.some(({ status }) => status === current.status)
  return [...(isKnown ? [] : [current]), ...latest.slice(0, MAX_EVENTS)]
}

export const joinLocation = (...parts: (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(', ') || null
