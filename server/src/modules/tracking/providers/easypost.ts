import type { InboundEvent } from '../../../events/inbound-handler.ts'
import { toLine, toList, toObject, toText, toTime } from '../../../kit/loose-json.ts'
import type { ReportedStatus } from '../shipment-status.ts'
import { joinLocation, MAX_TEXT, type ReportedEvent, type TrackingReport, withCurrent } from '../tracking-report.ts'

const STATUSES: Record<string, ReportedStatus> = {
  pre_transit: 'label_created',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'available_for_pickup',
  delivered: 'delivered',
  return_to_sender: 'returning',
  failure: 'exception',
  cancelled: 'canceled',
}

/** `tracker.created` and `tracker.updated`: the whole tracker, with its history. */
export function parseEasypost({ body, receivedAt }: InboundEvent): TrackingReport | undefined {
  const tracker = toObject(toObject(body).result)
  const trackingNumber = toLine(tracker.tracking_code, 100)
  if (tracker.object !== undefined && tracker.object !== 'Tracker') return undefined
  if (trackingNumber === null) return undefined
  const current: ReportedEvent = {
    status: toStatus(tracker.status),
    message: null,
    location: null,
    occurredAt: toTime(tracker.updated_at) ?? receivedAt,
  }
  const history = toList(tracker.tracking_details).flatMap((detail): ReportedEvent[] => {
    const { status, message, datetime, tracking_location } = toObject(detail)
    const { city, state, country } = toObject(tracking_location)
    const occurredAt = toTime(datetime)
    if (occurredAt === null) return []
    const location = joinLocation(toLine(city, 100), toLine(state, 100), toLine(country, 100))
    return [{ status: toStatus(status), message: toText(message, MAX_TEXT), location, occurredAt }]
  })
  return {
    source: 'easypost',
    trackingNumber,
    carrier: toLine(tracker.carrier, 100),
    estimatedDeliveryAt: toTime(tracker.est_delivery_date),
    events: withCurrent(history, current),
  }
}

const toStatus = (value: unknown): ReportedStatus => STATUSES[String(value)] ?? 'unknown'
