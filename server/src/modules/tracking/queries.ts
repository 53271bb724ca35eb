import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { TRACKING_STATUSES } from '../orders/fulfillments/schemas.ts'
import type { ReportedEvent, TrackingSource } from './tracking-report.ts'

const Shipment = Type.Object({ id: Id('ful'), orderId: Id('ord'), carrier: Nullable(Type.String()) })
export type Shipment = Static<typeof Shipment>

/** Newest first. Carriers use a number again after a while. */
export const findShipments = (ctx: Ctx, trackingNumber: string, since: Date) =>
  ctx.db.rows(
    Shipment,
    sql`
      select id, order_id, tracking ->> 'carrier' as carrier from fulfillments
      where environment_id = ${ctx.environmentId} and tracking is not null
        and upper(regexp_replace(tracking ->> 'number', '[^A-Za-z0-9]', '', 'g')) = ${trackingNumber}
        and status <> 'canceled' and created_at > ${since}
      order by id desc
      limit 20`,
  )

interface NewTrackingEvent extends ReportedEvent {
  id: string
  fingerprint: string
}

/** Skips what was reported before. */
export const insertEvents = (
  ctx: Ctx,
  { id: fulfillmentId, orderId }: Pick<Shipment, 'id' | 'orderId'>,
  { source, trackingNumber }: { source: TrackingSource; trackingNumber: string },
  events: NewTrackingEvent[],
) =>
  ctx.db.run(sql`
    insert into tracking_events (environment_id, id, order_id, fulfillment_id, source, tracking_number, status, message, location,
      occurred_at, fingerprint, created_at)
    select ${ctx.environmentId}, id, ${orderId}, ${fulfillmentId}, ${source}, ${trackingNumber}, status, message, location,
      "occurredAt", fingerprint, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as input (id text, status text, message text, location text,
      "occurredAt" timestamptz, fingerprint text)
    on conflict (environment_id, fulfillment_id, fingerprint) do nothing`)

const StoredEvent = Type.Object({ status: OneOf([...TRACKING_STATUSES, 'unknown'] as const), occurredAt: Timestamp })

export const listEvents = (ctx: Ctx, fulfillmentId: string, trackingNumber: string) =>
  ctx.db.rows(
    StoredEvent,
    sql`
      select status, occurred_at from tracking_events
      where environment_id = ${ctx.environmentId} and fulfillment_id = ${fulfillmentId}
        and tracking_number = ${trackingNumber}
      order by occurred_at`,
  )
