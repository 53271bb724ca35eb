import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'

export type AlertKind = 'dispute' | 'fraud_warning' | 'refund_failed' | 'shipment'

interface AlertKey {
  kind: AlertKind
  ref: string
}

const AlertRow = Type.Object({ ticketId: Id('tkt'), dueAt: Nullable(Timestamp) })

export const findAlert = (ctx: Ctx, kind: AlertKind, ref: string) =>
  ctx.db.row(
    AlertRow,
    sql`
      select ticket_id, due_at from payment_alerts
      where environment_id = ${ctx.environmentId} and kind = ${kind} and ref = ${ref}`,
  )

/** Nothing is returned if a concurrent job was faster. */
export const insertAlert = (
  ctx: Ctx,
  { kind, ref, orderId, ticketId, dueAt }: AlertKey & { orderId: string; ticketId: string; dueAt: string | null },
) =>
  ctx.db.row(
    AlertRow,
    sql`
      insert into payment_alerts (environment_id, kind, ref, order_id, ticket_id, due_at, created_at)
      values (${ctx.environmentId}, ${kind}, ${ref}, ${orderId}, ${ticketId}, ${dueAt}, ${ctx.now})
      on conflict (environment_id, kind, ref) do nothing
      returning ticket_id, due_at`,
  )

export const saveAlertDueAt = (ctx: Ctx, { kind, ref }: AlertKey, dueAt: string | null) =>
  ctx.db.run(sql`
    update payment_alerts set due_at = ${dueAt}
    where environment_id = ${ctx.environmentId} and kind = ${kind} and ref = ${ref}`)

const DueRow = Type.Object({ dueAt: Nullable(Timestamp) })

/** When the first of a ticket's alerts is due, with those of tickets that were merged into it. */
export const findFirstDueAt = (ctx: Ctx, ticketId: string) =>
  ctx.db.one(
    DueRow,
    sql`
      select min(due_at) as due_at
      from payment_alerts
      where environment_id = ${ctx.environmentId} and due_at is not null and ticket_id in (
        select id from tickets
        where tickets.environment_id = ${ctx.environmentId}
          and (tickets.id = ${ticketId} or tickets.merged_into_id = ${ticketId})
      )`,
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
