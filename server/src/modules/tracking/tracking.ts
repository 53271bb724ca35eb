import { createHash } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import type { InboundOutcome } from '../../events/inbound-handler.ts'
import { newId } from '../../kit/ids.ts'
import { type TrackingState, updateTracking } from '../orders/fulfillments/fulfillments.ts'
import type { Fulfillment } from '../orders/fulfillments/schemas.ts'
import * as queries from './queries.ts'
import { resolveStatus } from './shipment-status.ts'
import type { ReportedEvent, TrackingReport } from './tracking-report.ts'

const DAY_MS = 86_400_000
/** A number that comes up again later belongs to another shipment. */
const MATCH_DAYS = 180

/**
 * Adds what a carrier reported to the fulfillments with this tracking number, and derives their status from all that was
 * ever reported. So the order in which reports arrive doesn't matter, nor do repetitions.
 */
export async function receiveTracking(ctx: Ctx, report: TrackingReport): Promise<InboundOutcome> {
  const since = new Date(ctx.now.getTime() - MATCH_DAYS * DAY_MS)
  const { source, events } = report
  const trackingNumber = normalizeNumber(report.trackingNumber)
  const candidates = await queries.findShipments(ctx, trackingNumber, since)
  if (candidates.length === 0) return { status: 'ignored', note: 'No fulfillment has this tracking number.' }
  const shipments = ofCarrier(candidates, report.carrier)
  if (shipments.length === 0) {
    return { status: 'ignored', note: 'Several orders have this tracking number, with other carriers.' }
  }
  for (const shipment of shipments) {
    const path = { id: shipment.orderId, fulfillmentId: shipment.id }
    await updateTracking(ctx, path, async (ctx, before) => {
      // It may have been canceled, or got another number, since it was found.
      if (before.status === 'canceled' || normalizeNumber(before.tracking?.number ?? '') !== trackingNumber) {
        return { current: null, estimatedDeliveryAt: before.estimatedDeliveryAt }
      }
      const rows = events.map((event) => toNewEvent(trackingNumber, event))
      await queries.insertEvents(ctx, shipment, { source, trackingNumber }, rows)
      return resolveState(before, report, await queries.listEvents(ctx, shipment.id, trackingNumber))
    })
  }
  return { status: 'processed' }
}

const normalizeNumber = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()

/** Fulfillments with this carrier, in whatever spelling. Of a single order also without: the number is rarely wrong. */
function ofCarrier(shipments: queries.Shipment[], carrier: string | null): queries.Shipment[] {
  const same = shipments.filter((shipment) => isSameCarrier(shipment.carrier, carrier))
  if (same.length > 0) return same
  return new Set(shipments.map(({ orderId }) => orderId)).size === 1 ? shipments : []
}

/** “DHL” and “DHLExpress”, “UPS®” and “ups”. */
function isSameCarrier(one: string | null, other: string | null): boolean {
  const [short = '', long = ''] = [one, other]
    .map((name) => (name ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .toSorted((a, b) => a.length - b.length)
  return short !== '' && long.startsWith(short)
}

const toNewEvent = (trackingNumber: string, event: ReportedEvent) => {
  const { status, message, location, occurredAt } = event
  const content = JSON.stringify([trackingNumber, status, message, location, occurredAt])
  const fingerprint = createHash('sha256').update(content).digest('base64url')
  return { id: newId('trk'), fingerprint, ...event }
}

/** A late report has an old estimate. */
function resolveState(
  before: Fulfillment,
  { events, estimatedDeliveryAt }: TrackingReport,
  stored: { status: ReportedEvent['status']; occurredAt: string }[],
): TrackingState {
  const latestTime = (all: { occurredAt: string }[]) =>
    Math.max(0, ...all.map(({ occurredAt }) => Date.parse(occurredAt)))
  const isLatest = latestTime(events) >= latestTime(stored)
  return {
    current: resolveStatus(stored),
    estimatedDeliveryAt: isLatest && estimatedDeliveryAt ? estimatedDeliveryAt : before.estimatedDeliveryAt,
  }
}
