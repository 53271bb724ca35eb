import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql, withGenericPlan } from '../../db/sql.ts'
import type { OrderRow } from './queries.ts'

const CounterRow = Type.Object({ last: Type.Integer() })

/**
 * Runs outside any other transaction and without waiting for the disk, so the row is locked for microseconds only. An
 * order on disk was written after its number, so a crash never rolls back a number in use.
 */
export const incrementCounter = async (ctx: Ctx, first: number): Promise<number> => {
  const { last } = await ctx.db.one(
    CounterRow,
    withGenericPlan(sql`
      with commit_mode as materialized (select set_config('synchronous_commit', 'off', true))
      insert into order_counters (environment_id, last)
      select ${ctx.environmentId}, ${first}::integer from commit_mode
      on conflict (environment_id) do update set last = order_counters.last + 1
      returning last`),
  )
  return last
}

/**
 * Does nothing if `last` is more than `reach` above the counter, or above `first` if there is no counter yet. Skips
 * past existing numbers that were too far before and are in reach now, so no number is assigned twice.
 */
export const raiseCounter = (ctx: Ctx, { last, first, reach }: { last: number; first: number; reach: number }) =>
  ctx.db.run(sql`
    insert into order_counters (environment_id, last)
    select ${ctx.environmentId}, greatest(${last}::integer, (
      select max(number) from orders where environment_id = ${ctx.environmentId} and number <= ${last}::bigint + ${reach}::bigint
    ))
    where ${last}::integer <= ${reach}::bigint + coalesce(
      (select last from order_counters where environment_id = ${ctx.environmentId}), ${first}::integer
    )
    on conflict (environment_id) do update set last = excluded.last where order_counters.last < excluded.last`)

export interface NewOrderRow {
  id: string
  number: number
  status: string
  payment_status: string
  fulfillment_status: string
  currency: string
  total: number
  email: string | null
  customer_id: string | null
  source: string
  contents: object
  search: string
  placed_at: string
}

export interface NewItemRow {
  id: string
  position: number
  variant_id: string | null
  product_id: string | null
  ordered: number
  requires_shipping: boolean
  total: number
  details: object
}

export interface NewPaymentRow {
  id: string
  kind: string
  provider: string | null
  ref: string | null
  status: string
  amount: number
  captured: number
  details: object
}

/**
 * Inserts the order, its items, its payments and its `events`. With `checkoutId`, inserts only while that checkout is
 * active, and returns whether it was. Ending a checkout locks its cart, as the caller does, so it can't end
 * concurrently.
 */
export const insertOrder = async (
  ctx: Ctx,
  { order, items, payments }: { order: NewOrderRow; items: NewItemRow[]; payments: NewPaymentRow[] },
  checkoutId: string | null,
  events: string | null,
): Promise<boolean> => {
  const count = await ctx.db.run(sql`
    with inserted_order as (
      insert into orders (environment_id, id, number, status, payment_status, fulfillment_status, return_status, currency, total,
        email, customer_id, source, contents, search, version, placed_at, updated_at)
      select ${ctx.environmentId}, ${order.id}, ${order.number}, ${order.status}, ${order.payment_status},
        ${order.fulfillment_status}, 'none', ${order.currency}, ${order.total}, ${order.email}, ${order.customer_id},
        ${order.source}, ${JSON.stringify(order.contents)}, ${order.search}, 1, ${order.placed_at}, ${ctx.now}
      where ${checkoutId}::text is null or exists (
        select from checkouts where environment_id = ${ctx.environmentId} and id = ${checkoutId} and status = 'active'
      )
      returning id
    ), inserted_items as (
      insert into order_items (environment_id, order_id, id, position, variant_id, product_id, ordered, current,
        requires_shipping, total, details)
      select ${ctx.environmentId}, inserted_order.id, item.id, position, variant_id, product_id, ordered, ordered, requires_shipping,
        total, details
      from inserted_order, json_to_recordset(${JSON.stringify(items)}::json) as item (id text, position integer, variant_id text,
        product_id text, ordered integer, requires_shipping boolean, total bigint, details json)
    ), inserted_payments as (
      insert into order_payments (environment_id, id, order_id, kind, provider, ref, status, currency, amount, captured, details,
        created_at)
      select ${ctx.environmentId}, payment.id, inserted_order.id, kind, provider, ref, status, ${order.currency}, amount, captured,
        details, ${ctx.now}
      from inserted_order, json_to_recordset(${JSON.stringify(payments)}::json) as payment (id text, kind text, provider text, ref text,
        status text, amount bigint, captured bigint, details json)
    )
    select id, case when ${events}::text is not null then emit_events(${ctx.environmentId}, ${events}::jsonb, ${ctx.now}) end from inserted_order`)
  return count === 1
}

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
    with new_payments as (
      select * from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as payment (id text, ref text, status text,
        amount bigint, captured bigint, refunded bigint, details json)
    ), inserted_payments as (
      insert into order_payments (environment_id, id, order_id, kind, provider, ref, status, currency, amount, captured, refunded,
        details, created_at)
      select ${ctx.environmentId}, id, ${id}, 'external', null, ref, status, ${currency}, amount, captured, refunded, details,
        ${ctx.now}
      from new_payments
    )
    update orders set refunded = refunded + (select coalesce(sum(new_payments.refunded), 0) from new_payments)
    where environment_id = ${ctx.environmentId} and id = ${id}`)
