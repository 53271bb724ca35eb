import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { LAST_ID } from '../../../kit/ids.ts'
import type { ItemQuantity } from '../request-schemas.ts'
import { Return } from './schemas.ts'

export const insertReturn = (ctx: Ctx, input: Omit<Return, 'exchange'>) =>
  ctx.db.run(sql`
    with inserted_return as (
      insert into returns (environment_id, id, order_id, status, staff_note, created_at, updated_at)
      values (${ctx.environmentId}, ${input.id}, ${input.orderId}, ${input.status}, ${input.staffNote}, ${ctx.now}, ${ctx.now})
      returning id
    )
    insert into return_items (environment_id, return_id, item_id, position, quantity, reason)
    select ${ctx.environmentId}, inserted_return.id, item ->> 'itemId', ordinal, (item ->> 'quantity')::integer, item ->> 'reason'
    from inserted_return, jsonb_array_elements(${JSON.stringify(input.items)}::jsonb) with ordinality as input (item, ordinal)`)

/** Of one order, newest first: those before an ID, or one. */
const readReturns = (ctx: Ctx, orderId: string, id: string | null, { before, take }: Keyset) =>
  ctx.db.rows(
    Return,
    sql`
      select id, order_id, status, staff_note, created_at, updated_at, (
        select json_agg(json_build_object('itemId', item.item_id, 'quantity', item.quantity, 'received', item.received,
          'restocked', item.restocked, 'reason', item.reason) order by item.position)
        from return_items as item
        where item.environment_id = ${ctx.environmentId} and item.return_id = returns.id
      ) as items, (
        select json_build_object('orderId', exchange_order.id, 'number', exchange_order.number, 'credit', json_build_object(
          'currency', exchange_order.currency, 'amount', (
            select coalesce(sum(payment.captured - payment.refunded), 0) from order_payments as payment
            where payment.environment_id = ${ctx.environmentId} and payment.order_id = exchange_order.id
              and payment.kind = 'external' and payment.ref = returns.order_id
              and payment.details ->> 'exchangeOf' is not null
          )))
        from events as event
        join orders as exchange_order on exchange_order.environment_id = ${ctx.environmentId}
          and exchange_order.id = event.data ->> 'newOrderId'
        where event.environment_id = ${ctx.environmentId} and event.order_id = returns.order_id
          and event.type = 'order.exchanged' and event.data ->> 'returnId' = returns.id
        limit 1
      ) as exchange
      from returns
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id < ${before}
        and (${id}::text is null or id = ${id})
      order by id desc
      limit ${take}`,
  )

export const findReturn = async (ctx: Ctx, orderId: string, id: string) =>
  (await readReturns(ctx, orderId, id, { before: LAST_ID, take: 1 }))[0]

export const listReturns = (ctx: Ctx, orderId: string, page: Keyset) => readReturns(ctx, orderId, null, page)

const PendingReturnRow = Type.Object({ itemId: Type.String(), quantity: Type.Integer() })

/** Units requested or in transit but not received: they can't be requested again. */
export const listPendingReturns = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    PendingReturnRow,
    sql`
      select item_id, sum(quantity - received)::integer as quantity
      from return_items
      join returns on returns.environment_id = ${ctx.environmentId} and returns.id = return_id
      where return_items.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and status in ('requested', 'approved')
      group by item_id`,
  )

export const updateReturn = (ctx: Ctx, { id, status, staffNote }: Pick<Return, 'id' | 'status' | 'staffNote'>) =>
  ctx.db.run(sql`
    update returns set status = ${status}, staff_note = ${staffNote}, updated_at = ${ctx.now}
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
    with received_units as (
      select * from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as received_units ("itemId" text, quantity integer,
        restocked integer)
    ), updated_return_items as (
      update return_items set received = received + received_units.quantity, restocked = return_items.restocked + received_units.restocked
      from received_units
      where environment_id = ${ctx.environmentId} and return_id = ${id} and item_id = received_units."itemId"
    )
    update order_items set returned = returned + received_units.quantity
    from received_units
    where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id = received_units."itemId"`)

/** A pending decision comes first, then returns in transit, then completed ones. */
export const updateReturnStatus = (ctx: Ctx, orderId: string) =>
  ctx.db.run(sql`
    update orders set return_status = case
      when exists (select from returns where returns.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and returns.status = 'requested') then 'requested'
      when exists (select from returns where returns.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and returns.status = 'approved') then 'in_progress'
      when exists (select from order_items where order_items.environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and returned > 0) then 'returned'
      else 'none' end
    where environment_id = ${ctx.environmentId} and id = ${orderId}`)
