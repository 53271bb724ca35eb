import type { TrackingStatus } from '../orders/fulfillments/schemas.ts'

/** `unknown`: the carrier said something that is no progress. It is kept, and changes nothing. */
export type ReportedStatus = TrackingStatus | 'unknown'

interface ReportedEvent {
  status: ReportedStatus
  occurredAt: string
}

/** Among events of the same time, as many carriers report only the day, the one that comes later in a shipment. */
const RANKS: Record<ReportedStatus, number> = {
  unknown: 0,
  expired: 1,
  label_created: 2,
  in_transit: 3,
  out_for_delivery: 4,
  available_for_pickup: 5,
  attempt_failed: 6,
  exception: 7,
  returning: 8,
  delivered: 9,
  returned: 10,
  canceled: 11,
}

/**
 * The status after all events, in whatever order they were received: the one of the latest event, except that a delivered
 * shipment stays delivered, and that what returns to the shop is not delivered to the customer.
 */
export function resolveStatus(events: readonly ReportedEvent[]): CurrentStatus | null {
  const known = events.flatMap(({ status, occurredAt }) => (status === 'unknown' ? [] : [{ status, occurredAt }]))
  const [first = null, ...later] = known.toSorted(byTime)
  return first && later.reduce(next, first)
}

interface CurrentStatus {
  status: TrackingStatus
  occurredAt: string
}

function next(current: CurrentStatus, event: CurrentStatus): CurrentStatus {
  if (current.status === 'delivered' || current.status === 'returned') return current
  const isBack = current.status === 'returning' && event.status === 'delivered'
  return isBack ? { ...event, status: 'returned' } : event
}

const byTime = (one: ReportedEvent, other: ReportedEvent): number =>
  Date.parse(one.occurredAt) - Date.parse(other.occurredAt) || RANKS[one.status] - RANKS[other.status]
