import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import type { ItemQuantity } from '../request-schemas.ts'
import { Fulfillment } from './schemas.ts'

/** Nothing is reported about a shipment before it exists. */
type NewFulfillmentRow = Omit<Fulfillment, 'trackingStatus' | 'estimatedDeliveryAt' | 'trackingEvents'> & {
  /** In the shop that it is imported from. */
  externalId?: string
}

export const insertFulfillment = (ctx: Ctx, fulfillment: NewFulfillmentRow) =>
  ctx.db.run(sql`
    insert into fulfillments (environment_id, id, order_id, status, items, tracking, location_id, external_id, created_at,
      delivered_at)
    values (${ctx.environmentId}, ${fulfillment.id}, ${fulfillment.orderId}, ${fulfillment.status}, ${JSON.stringify(fulfillment.items)},
      ${fulfillment.tracking && JSON.stringify(fulfillment.tracking)}, ${fulfillment.locationId},
      ${fulfillment.externalId ?? null}, ${fulfillment.createdAt}, ${fulfillment.deliveredAt})`)

export const findFulfillment = (ctx: Ctx, orderId: string, id: string) =>
  ctx.db.row(
    Fulfillment,
    sql`
      select id, order_id, status, items, tracking, location_id, created_at, delivered_at, tracking_status,
        estimated_delivery_at, coalesce((
          select json_agg(json_build_object('status', status, 'message', message, 'location', location,
            'occurredAt', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by occurred_at desc, id desc)
          from (
            select id, status, message, location, occurred_at from tracking_events
            where tracking_events.environment_id = ${ctx.environmentId} and tracking_events.fulfillment_id = fulfillments.id
              and tracking_number = upper(regexp_replace(tracking ->> 'number', '[^A-Za-z0-9]', '', 'g'))
            order by occurred_at desc, id desc
            limit 50
          ) as latest
        ), '[]') as tracking_events
      from fulfillments
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = ${id}`,
  )

export const listFulfillments = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Fulfillment,
    sql`
      select id, order_id, status, items, tracking, location_id, created_at, delivered_at, tracking_status,
        estimated_delivery_at, coalesce((
          select json_agg(json_build_object('status', status, 'message', message, 'location', location,
            'occurredAt', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by occurred_at desc, id desc)
          from (
            select id, status, message, location, occurred_at from tracking_events
            where tracking_events.environment_id = ${ctx.environmentId} and tracking_events.fulfillment_id = fulfillments.id
              and tracking_number = upper(regexp_replace(tracking ->> 'number', '[^A-Za-z0-9]', '', 'g'))
            order by occurred_at desc, id desc
            limit 50
          ) as latest
        ), '[]') as tracking_events
      from fulfillments
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const ImportedFulfillment = Type.Object({
  ...Type.Pick(Fulfillment, ['id', 'status', 'items', 'tracking', 'deliveredAt']).properties,
  externalId: Type.String(),
})
export type ImportedFulfillment = Static<typeof ImportedFulfillment>

export const listImportedFulfillments = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    ImportedFulfillment,
    sql`
      select id, status, items, tracking, delivered_at, external_id from fulfillments
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and external_id is not null`,
  )

export const updateFulfillment = (
  ctx: Ctx,
  { id, status, tracking, deliveredAt }: Pick<Fulfillment, 'id' | 'status' | 'tracking' | 'deliveredAt'>,
) =>
  ctx.db.run(sql`
    update fulfillments
    set status = ${status}, tracking = ${tracking && JSON.stringify(tracking)}, delivered_at = ${deliveredAt}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const saveTracking = (
  ctx: Ctx,
  { id, trackingStatus, estimatedDeliveryAt }: Pick<Fulfillment, 'id' | 'trackingStatus' | 'estimatedDeliveryAt'>,
) =>
  ctx.db.run(sql`
    update fulfillments set tracking_status = ${trackingStatus}, estimated_delivery_at = ${estimatedDeliveryAt}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** A negative quantity reverts fulfilled units. */
export const addFulfilledUnits = (ctx: Ctx, orderId: string, items: readonly ItemQuantity[]) =>
  ctx.db.run(sql`
    update order_items set fulfilled = fulfilled + input.quantity
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as input ("itemId" text, quantity integer)
    where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = input."itemId"`)
