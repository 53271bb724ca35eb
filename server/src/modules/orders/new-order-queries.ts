import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable } from '../../kit/schema.ts'
import type { LineRow } from './place-queries.ts'
import type { OrderRow } from './queries.ts'

const Variant = Type.Object({ id: Id('var'), productId: Id('prod'), sku: Nullable(Type.String()) })

export const listVariants = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.rows(
    Variant,
    sql`select id, product_id, sku from variants where environment_id = ${ctx.environmentId} and id = any(${ids})`,
  )

const Found = Type.Object({ id: Id('ord') })

export const findByExternalId = (ctx: Ctx, externalId: string) =>
  ctx.db.row(
    Found,
    sql`
      select id from orders
      where environment_id = ${ctx.environmentId} and contents ->> 'externalId' = ${externalId}`,
  )

const Credited = Type.Object({ amount: Type.Integer() })

/** What of an order has paid for others, for which its goods were exchanged, and was not given back there. */
export const creditedOf = (ctx: Ctx, orderId: string) =>
  ctx.db.one(
    Credited,
    sql`
      select coalesce(sum(captured - refunded), 0)::bigint as amount from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'external' and ref = ${orderId}
        and details ->> 'exchangeOf' is not null`,
  )

const Exchanged = Type.Object({ lineId: Type.String(), quantity: Type.Integer() })

/** Units of an order that have paid for others, whether or not they have come back. */
export const listExchanged = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    Exchanged,
    sql`
      select line_id, sum(quantity)::integer as quantity
      from order_payments as payment
      join orders on orders.environment_id = ${ctx.environmentId} and orders.id = payment.order_id
      join return_lines on return_lines.environment_id = ${ctx.environmentId}
        and return_id = contents -> 'exchangeOf' ->> 'returnId'
      where payment.environment_id = ${ctx.environmentId} and kind = 'external' and ref = ${orderId}
        and details ->> 'exchangeOf' is not null and captured > payment.refunded
      group by line_id`,
  )

export interface OutsidePayment {
  id: string
  ref: string | null
  status: 'paid' | 'voided'
  amount: number
  captured: number
  refunded: number
  details: object
}

/** Payments that this server has not taken, and what of them was given back. */
export const insertOutsidePayments = (
  ctx: Ctx,
  { id, currency }: Pick<OrderRow, 'id' | 'currency'>,
  payments: readonly OutsidePayment[],
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

interface Marks {
  status: OrderRow['status']
  tags: string[]
  staffNote: string | null
  canceledAt: string | null
}

/** Of what is canceled nothing is to be sent any more. */
export const markOrder = (ctx: Ctx, id: string, { status, tags, staffNote, canceledAt }: Marks) =>
  ctx.db.run(sql`
    with emptied as (
      update order_lines set current = 0
      where environment_id = ${ctx.environmentId} and order_id = ${id} and ${canceledAt}::timestamptz is not null
    )
    update orders set status = ${status}, tags = ${tags}, staff_note = ${staffNote}, canceled_at = ${canceledAt}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Of a draft: other lines, another sum. */
export const replaceLines = (ctx: Ctx, orderId: string, total: number, lines: readonly LineRow[]) =>
  ctx.db.run(sql`
    with summed as (
      update orders set total = ${total} where environment_id = ${ctx.environmentId} and id = ${orderId}
    ), gone as (
      delete from order_lines where environment_id = ${ctx.environmentId} and order_id = ${orderId}
    )
    insert into order_lines (environment_id, order_id, id, position, variant_id, product_id, ordered, current,
      requires_shipping, total, facts)
    select ${ctx.environmentId}, ${orderId}, line.id, position, variant_id, product_id, ordered, ordered, requires_shipping,
      line.total, facts
    from json_to_recordset(${JSON.stringify(lines)}::json) as line (id text, position integer, variant_id text,
      product_id text, ordered integer, requires_shipping boolean, total bigint, facts json)`)

/** The draft is an order from now on. */
export const openDraft = (ctx: Ctx, { id, contents }: Pick<OrderRow, 'id' | 'contents'>) =>
  ctx.db.run(sql`
    update orders set status = 'open', placed_at = ${ctx.now}, contents = ${JSON.stringify(contents)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)
