import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable } from '../../kit/schema.ts'

export type AlertKind = 'dispute' | 'fraud_warning' | 'refund_failed' | 'shipment'

const AlertRow = Type.Object({ ticketId: Id('tkt') })

export const findAlert = (ctx: Ctx, kind: AlertKind, ref: string) =>
  ctx.db.row(
    AlertRow,
    sql`
      select ticket_id from payment_alerts
      where environment_id = ${ctx.environmentId} and kind = ${kind} and ref = ${ref}`,
  )

/** Nothing is returned if a concurrent job was faster. */
export const insertAlert = (ctx: Ctx, kind: AlertKind, ref: string, orderId: string, ticketId: string) =>
  ctx.db.row(
    AlertRow,
    sql`
      insert into payment_alerts (environment_id, kind, ref, order_id, ticket_id, created_at)
      values (${ctx.environmentId}, ${kind}, ${ref}, ${orderId}, ${ticketId}, ${ctx.now})
      on conflict (environment_id, kind, ref) do nothing
      returning ticket_id`,
  )

const OrderRow = Type.Object({ number: Type.Integer(), customerId: Nullable(Id('cus')) })

export const findOrder = (ctx: Ctx, orderId: string) =>
  ctx.db.row(
    OrderRow,
    sql`select number, customer_id from orders where environment_id = ${ctx.environmentId} and id = ${orderId}`,
  )

const ShipmentRow = Type.Object({ carrier: Nullable(Type.String()), number: Nullable(Type.String()) })

/** Nothing is returned unless a connected carrier is set to open tickets (`ticketOnProblem`). */
export const findWatchedShipment = (ctx: Ctx, orderId: string, fulfillmentId: string) =>
  ctx.db.row(
    ShipmentRow,
    sql`
      select tracking ->> 'carrier' as carrier, tracking ->> 'number' as number from fulfillments
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = ${fulfillmentId} and exists (
        select from connections
        where connections.environment_id = ${ctx.environmentId} and connections.is_active
          and connections.provider in ('easypost', 'shippo', 'aftership')
          and connections.settings ->> 'ticketOnProblem' = 'true'
      )`,
  )
