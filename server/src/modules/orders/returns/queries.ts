import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import type { ItemQuantity } from '../request-schemas.ts'
import { Return } from './schemas.ts'

export const insertReturn = (ctx: Ctx, input: Omit<Return, 'exchange'>) =>
  ctx.db.run(sql`
    with fresh as (
      insert into returns (environment_id, id, order_id, status, note, created_at, updated_at)
      values (${ctx.environmentId}, ${input.id}, ${input.orderId}, ${input.status}, ${input.note}, ${ctx.now}, ${ctx.now})
      returning id
    )
    insert into return_lines (environment_id, return_id, line_id, position, quantity, reason)
    select ${ctx.environmentId}, fresh.id, line ->> 'lineId', place, (line ->> 'quantity')::integer, line ->> 'reason'
    from fresh, jsonb_array_elements(${JSON.stringify(input.lines)}::jsonb) with ordinality as given (line, place)`)

export const findReturn = (ctx: Ctx, orderId: string, id: string) =>
  ctx.db.row(
    Return,
    sql`
      select id, order_id, status, note, created_at, updated_at, (
        select json_agg(json_build_object('lineId', line_id, 'quantity', quantity, 'received', received, 'restocked', restocked,
          'reason', reason) order by position)
        from return_lines where return_lines.environment_id = ${ctx.environmentId} and return_id = returns.id
      ) as lines, (
        select json_build_object('orderId', made.id, 'number', made.number, 'credit', json_build_object('currency', made.currency,
          'amount', (
            select coalesce(sum(captured - payment.refunded), 0) from order_payments as payment
            where payment.environment_id = ${ctx.environmentId} and payment.order_id = made.id and kind = 'external'
              and ref = ${orderId} and details ->> 'exchangeOf' is not null
          )))
        from events join orders as made on made.environment_id = ${ctx.environmentId} and made.id = data ->> 'newOrderId'
        where events.environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId}
          and type = 'order.exchanged' and data ->> 'returnId' = returns.id
        limit 1
      ) as exchange
      from returns
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = ${id}`,
  )

export const listReturns = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Return,
    sql`
      select id, order_id, status, note, created_at, updated_at, (
        select json_agg(json_build_object('lineId', line_id, 'quantity', quantity, 'received', received, 'restocked', restocked,
          'reason', reason) order by position)
        from return_lines where return_lines.environment_id = ${ctx.environmentId} and return_id = returns.id
      ) as lines, (
        select json_build_object('orderId', made.id, 'number', made.number, 'credit', json_build_object('currency', made.currency,
          'amount', (
            select coalesce(sum(captured - payment.refunded), 0) from order_payments as payment
            where payment.environment_id = ${ctx.environmentId} and payment.order_id = made.id and kind = 'external'
              and ref = ${orderId} and details ->> 'exchangeOf' is not null
          )))
        from events join orders as made on made.environment_id = ${ctx.environmentId} and made.id = data ->> 'newOrderId'
        where events.environment_id = ${ctx.environmentId} and data ? 'orderId' and data ->> 'orderId' = ${orderId}
          and type = 'order.exchanged' and data ->> 'returnId' = returns.id
        limit 1
      ) as exchange
      from returns
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const PendingReturnRow = Type.Object({ lineId: Type.String(), quantity: Type.Integer() })

/** Units requested or in transit but not received: they can't be requested again. */
export const listPendingReturns = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    PendingReturnRow,
    sql`
      select line_id, sum(quantity - received)::integer as quantity
      from return_lines
      join returns on returns.environment_id = ${ctx.environmentId} and returns.id = return_id
      where return_lines.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and status in ('requested', 'approved')
      group by line_id`,
  )

export const updateReturn = (ctx: Ctx, { id, status, note }: Pick<Return, 'id' | 'status' | 'note'>) =>
  ctx.db.run(sql`
    update returns set status = ${status}, note = ${note}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export interface ReceivedUnits extends ItemQuantity {
  restocked: number
}

/** Updates the return and the order's items in one statement. */
export const addReceivedUnits = (
  ctx: Ctx,
  { id, orderId }: Pick<Return, 'id' | 'orderId'>,
  received: readonly ReceivedUnits[],
) =>
  ctx.db.run(sql`
    with arrived as (
      select * from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as arrived ("lineId" text, quantity integer,
        restocked integer)
    ), noted as (
      update return_lines set received = received + arrived.quantity, restocked = return_lines.restocked + arrived.restocked
      from arrived
      where environment_id = ${ctx.environmentId} and return_id = ${id} and line_id = arrived."lineId"
    )
    update order_lines set returned = returned + arrived.quantity
    from arrived
    where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = arrived."lineId"`)

/** A pending decision comes first, then returns in transit, then completed ones. */
export const updateReturnStatus = (ctx: Ctx, orderId: string) =>
  ctx.db.run(sql`
    update orders set return_status = case
      when exists (select from returns where returns.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and returns.status = 'requested') then 'requested'
      when exists (select from returns where returns.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and returns.status = 'approved') then 'in_progress'
      when exists (select from order_lines where order_lines.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and returned > 0) then 'returned'
      else 'none' end
    where environment_id = ${ctx.environmentId} and id = ${orderId}`)
