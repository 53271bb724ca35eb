import { Type } from 'typebox'
import { actorOf, type Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { type ActionDetails, TicketAction } from './schemas.ts'

const { id, ticketId, type, status, orderId, actor, createdAt } = TicketAction.properties

export const ActionRow = Type.Object({
  id,
  ticketId,
  type,
  status,
  orderId,
  details: Type.Unsafe<ActionDetails>({ type: 'object' }),
  actor,
  createdAt,
})
export type ActionRow = Type.Static<typeof ActionRow>

interface NewActionRow {
  id: string
  ticketId: string
  type: string
  requestKey: string | null
}

/** Returns 0 if the request was performed already. While another attempt performs it, waits for that one. */
export const insertAction = (ctx: Ctx, row: NewActionRow) =>
  ctx.db.run(sql`
    insert into ticket_actions (environment_id, id, ticket_id, type, details, actor, request_key, created_at)
    values (${ctx.environmentId}, ${row.id}, ${row.ticketId}, ${row.type}, '{}', ${actorOf(ctx.caller)}, ${row.requestKey},
      ${ctx.now})
    on conflict (environment_id, ticket_id, request_key) where request_key is not null do nothing`)

export const updateAction = (ctx: Ctx, id: string, orderId: string | null, details: ActionDetails) =>
  ctx.db.run(sql`
    update ticket_actions set order_id = ${orderId}, details = ${JSON.stringify(details)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const findAction = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ActionRow,
    sql`
      select action.id, action.ticket_id, action.type, coalesce(refund.status, 'completed') as status, action.order_id,
        action.details, action.actor, action.created_at
      from ticket_actions as action
      left join order_refunds as refund
        on refund.environment_id = ${ctx.environmentId} and refund.id = action.details ->> 'refundId' and action.type = 'refund'
      where action.environment_id = ${ctx.environmentId} and action.id = ${id}`,
  )

const ActionId = Type.Object({ id })

export const findActionOfRequest = (ctx: Ctx, ticketId: string, requestKey: string) =>
  ctx.db.row(
    ActionId,
    sql`
      select id from ticket_actions
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and request_key = ${requestKey}`,
  )

export const listActions = (ctx: Ctx, ticketId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    ActionRow,
    sql`
      select action.id, action.ticket_id, action.type, coalesce(refund.status, 'completed') as status, action.order_id,
        action.details, action.actor, action.created_at
      from ticket_actions as action
      left join order_refunds as refund
        on refund.environment_id = ${ctx.environmentId} and refund.id = action.details ->> 'refundId' and action.type = 'refund'
      where action.environment_id = ${ctx.environmentId} and action.ticket_id = ${ticketId} and action.id < ${before}
      order by action.id desc
      limit ${take}`,
  )
