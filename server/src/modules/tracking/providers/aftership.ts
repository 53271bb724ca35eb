import type { InboundEvent } from '../../../events/inbound-handler.ts'
import { toLine, toList, toObject, toText, toTime } from '../../../kit/loose-json.ts'
import type { ReportedStatus } from '../shipment-status.ts'
import { joinLocation, MAX_TEXT, type ReportedEvent, type TrackingReport, withCurrent } from '../tracking-report.ts'

const STATUSES: Record<string, ReportedStatus> = {
  InfoReceived: 'label_created',
  InTransit: 'in_transit',
  OutForDelivery: 'out_for_delivery',
  AttemptFail: 'attempt_failed',
  AvailableForPickup: 'available_for_pickup',
  Delivered: 'delivered',
  Exception: 'exception',
  Expired: 'expired',
}
/** A return has no tag of its own. */
const SUBTAGS: Record<string, ReportedStatus> = { Exception_010: 'returning', Exception_011: 'returned' }

/** `tracking_update` and `edd_revise`: the tracking, with its checkpoints. */
export function parseAftership({ body, receivedAt }: InboundEvent): TrackingReport | undefined {
  const envelope = toObject(body)
  const tracking = toObject(envelope.msg)
  const trackingNumber = toLine(tracking.tracking_number, 100)
  if (trackingNumber === null) return undefined
  const history = toList(tracking.checkpoints).flatMap((checkpoint): ReportedEvent[] => {
    const { tag, subtag, message, checkpoint_time, location, city, state, country_name } = toObject(checkpoint)
    const occurredAt = toTime(checkpoint_time)
    if (occurredAt === null) return []
    const place = joinLocation(toLine(city, 100), toLine(state, 100), toLine(country_name, 100))
    const event = { status: toStatus(tag, subtag), message: toText(message, MAX_TEXT), occurredAt }
    return [{ ...event, location: toLine(location, 200) ?? place }]
  })
  const current: ReportedEvent = {
    status: toStatus(tracking.tag, tracking.subtag),
    message: toText(tracking.subtag_message, MAX_TEXT),
    location: null,
    occurredAt: toTime(tracking.updated_at) ?? toTime(envelope.ts) ?? receivedAt,
  }
  const { expected_delivery, latest_estimated_delivery, courier_estimated_delivery_date } = tracking
  const estimate =
    toObject(latest_estimated_delivery).datetime ?? toObject(courier_estimated_delivery_date).estimated_delivery_date
  return {
    source: 'aftership',
    trackingNumber,
    carrier: toLine(tracking.slug, 100),
    estimatedDeliveryAt: toTime(estimate ?? expected_delivery),
    events: withCurrent(history, current),
  }
}

const toStatus = (tag: unknown, subtag: unknown): ReportedStatus =>
  SUBTAGS[String(subtag)] ?? STATUSES[String(tag)] ?? 'unknown'
