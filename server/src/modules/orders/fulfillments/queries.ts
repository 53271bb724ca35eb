import type { Ctx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import type { ItemQuantity } from '../request-schemas.ts'
import { Fulfillment } from './schemas.ts'

export const insertFulfillment = (ctx: Ctx, fulfillment: Fulfillment) =>
  ctx.db.run(sql`
    insert into fulfillments (environment_id, id, order_id, status, items, tracking, location_id, created_at, delivered_at)
    values (${ctx.environmentId}, ${fulfillment.id}, ${fulfillment.orderId}, ${fulfillment.status}, ${JSON.stringify(fulfillment.items)},
      ${fulfillment.tracking && JSON.stringify(fulfillment.tracking)}, ${fulfillment.locationId}, ${fulfillment.createdAt}, ${fulfillment.deliveredAt})`)

export const findFulfillment = (ctx: Ctx, orderId: string, id: string) =>
  ctx.db.row(
    Fulfillment,
    sql`
      select id, order_id, status, items, tracking, location_id, created_at, delivered_at
      from fulfillments
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = ${id}`,
  )

export const listFulfillments = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Fulfillment,
    sql`
      select id, order_id, status, items, tracking, location_id, created_at, delivered_at
      from fulfillments
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

export const updateFulfillment = (ctx: Ctx, { id, status, tracking, deliveredAt }: Fulfillment) =>
  ctx.db.run(sql`
    update fulfillments
    set status = ${status}, tracking = ${tracking && JSON.stringify(tracking)}, delivered_at = ${deliveredAt}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** A negative quantity reverts fulfilled units. */
export const addFulfilledUnits = (ctx: Ctx, orderId: string, items: readonly ItemQuantity[]) =>
  ctx.db.run(sql`
    update order_items set fulfilled = fulfilled + input.quantity
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as input ("itemId" text, quantity integer)
    where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = input."itemId"`)
