import type { InboundEvent } from '../../../events/inbound-handler.ts'
import { toLine, toList, toObject, toText, toTime } from '../../../kit/loose-json.ts'
import type { ReportedStatus } from '../shipment-status.ts'
import { joinLocation, MAX_TEXT, type ReportedEvent, type TrackingReport, withCurrent } from '../tracking-report.ts'

const STATUSES: Record<string, ReportedStatus> = {
  PRE_TRANSIT: 'label_created',
  TRANSIT: 'in_transit',
  DELIVERED: 'delivered',
  RETURNED: 'returned',
  FAILURE: 'exception',
}
/** More exact than the status, which is `TRANSIT` for most of them. */
const SUBSTATUSES: Record<string, ReportedStatus> = {
  out_for_delivery: 'out_for_delivery',
  delivery_attempted: 'attempt_failed',
  pickup_available: 'available_for_pickup',
  return_to_sender: 'returning',
}

/** `track_updated`: the current status and the history. */
export function parseShippo({ body, receivedAt }: InboundEvent): TrackingReport | undefined {
  const data = toObject(toObject(body).data)
  const trackingNumber = toLine(data.tracking_number, 100)
  if (trackingNumber === null || data.tracking_status === undefined) return undefined
  const history = toList(data.tracking_history).flatMap((entry) => toEvent(entry) ?? [])
  const current = toEvent(data.tracking_status, receivedAt)
  return {
    source: 'shippo',
    trackingNumber,
    carrier: toLine(data.carrier, 100),
    estimatedDeliveryAt: toTime(data.eta),
    events: current ? withCurrent(history, current) : history,
  }
}

function toEvent(value: unknown, otherwiseAt: string | null = null): ReportedEvent | undefined {
  const { status, substatus, status_details, status_date, location } = toObject(value)
  const { city, state, country } = toObject(location)
  const occurredAt = toTime(status_date) ?? otherwiseAt
  if (occurredAt === null) return undefined
  const { code } = toObject(substatus)
  return {
    status: SUBSTATUSES[String(code ?? substatus)] ?? STATUSES[String(status).toUpperCase()] ?? 'unknown',
    message: toText(status_details, MAX_TEXT),
    location: joinLocation(toLine(city, 100), toLine(state, 100), toLine(country, 100)),
    occurredAt,
  }
}
