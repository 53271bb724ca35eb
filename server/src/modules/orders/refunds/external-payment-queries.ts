import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import type { OrderRow } from '../queries.ts'

const ExchangeCreditRow = Type.Object({ amount: Type.Integer() })

/** The order's money that paid for its exchange orders, less what was refunded there. */
export const getExchangeCredit = (ctx: Ctx, orderId: string) =>
  ctx.db.one(
    ExchangeCreditRow,
    sql`
      select coalesce(sum(captured - refunded), 0)::bigint as amount from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'external' and ref = ${orderId}
        and details ->> 'exchangeOf' is not null`,
  )

const ExchangedUnitsRow = Type.Object({ itemId: Type.String(), quantity: Type.Integer(), received: Type.Integer() })

/** Units of an order exchanged for other items, and how many of them were received back. */
export const listExchangedUnits = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    ExchangedUnitsRow,
    sql`
      select item_id, sum(quantity)::integer as quantity, sum(received)::integer as received
      from order_payments as payment
      join orders on orders.environment_id = ${ctx.environmentId} and orders.id = payment.order_id
      join return_items on return_items.environment_id = ${ctx.environmentId}
        and return_id = contents -> 'exchangeOf' ->> 'returnId'
      where payment.environment_id = ${ctx.environmentId} and kind = 'external' and ref = ${orderId}
        and details ->> 'exchangeOf' is not null and captured > payment.refunded
      group by item_id`,
  )

export interface ExternalPaymentRow {
  id: string
  ref: string | null
  status: 'paid' | 'voided'
  amount: number
  captured: number
  refunded: number
  details: object
}

/** Payments that this server did not process, with their refunded amounts. */
export const insertExternalPayments = (
  ctx: Ctx,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
  payments: readonly ExternalPaymentRow[],
) =>
  ctx.db.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as payment (id text, ref text, status text,
        amount bigint, captured bigint, refunded bigint, details json)
    ), written as (
      insert into order_payments (environment_id, id, order_id, kind, provider, ref, status, currency, amount, captured, refunded,
        details, created_at)
      select ${ctx.environmentId}, id, ${id}, 'external', null, ref, status, ${currency}, amount, captured, refunded, details,
        ${ctx.now}
      from given
    )
    update orders set refunded = refunded + (select coalesce(sum(given.refunded), 0) from given)
    where environment_id = ${ctx.environmentId} and id = ${id}`)
