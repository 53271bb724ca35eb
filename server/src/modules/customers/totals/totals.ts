import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'

interface TotalsChange {
  customerId: string
  currency: string
  /** Of the order that changed. */
  placedAt: string
  orders: number
  spent: number
}

/**
 * Adds what an order contributes now, less what it contributed before. Runs in the order's transaction. Placing an order
 * writes the same row in its own statement.
 */
export const addToTotals = (ctx: Ctx, { customerId, currency, placedAt, orders, spent }: TotalsChange) =>
  ctx.db.run(sql`
    insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
    values (${ctx.environmentId}, ${customerId}, ${currency}, ${orders}, ${spent}, ${Date.parse(placedAt)}, ${Date.parse(placedAt)})
    on conflict (environment_id, customer_id, currency) do update set
      orders = customer_totals.orders + excluded.orders,
      spent = customer_totals.spent + excluded.spent,
      first_order_ms = case when excluded.orders = 0 then customer_totals.first_order_ms else (
        select coalesce((extract(epoch from min(placed_at)) * 1000)::bigint, 0) from orders
        where orders.environment_id = ${ctx.environmentId} and orders.customer_id = ${customerId}
          and orders.currency = ${currency} and orders.status not in ('draft', 'canceled')
      ) end,
      last_order_ms = case when excluded.orders = 0 then customer_totals.last_order_ms else (
        select coalesce((extract(epoch from max(placed_at)) * 1000)::bigint, 0) from orders
        where orders.environment_id = ${ctx.environmentId} and orders.customer_id = ${customerId}
          and orders.currency = ${currency} and orders.status not in ('draft', 'canceled')
      ) end`)

/** Adds these orders to the totals of a customer, or subtracts them, when they move from one to another. */
export const addOrdersToTotals = (ctx: Ctx, customerId: string, orderIds: string[], sign: 1 | -1) =>
  ctx.db.run(sql`
    insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
    select ${ctx.environmentId}, ${customerId}, currency, ${sign} * count(*), ${sign} * sum(total - refunded)::bigint,
      (extract(epoch from min(placed_at)) * 1000)::bigint, (extract(epoch from max(placed_at)) * 1000)::bigint
    from orders
    where environment_id = ${ctx.environmentId} and id = any(${orderIds}) and status not in ('draft', 'canceled')
    group by currency
    on conflict (environment_id, customer_id, currency) do update set
      orders = customer_totals.orders + excluded.orders,
      spent = customer_totals.spent + excluded.spent,
      first_order_ms = (
        select coalesce((extract(epoch from min(placed_at)) * 1000)::bigint, 0) from orders
        where orders.environment_id = ${ctx.environmentId} and orders.customer_id = ${customerId}
          and orders.currency = excluded.currency and orders.status not in ('draft', 'canceled')
      ),
      last_order_ms = (
        select coalesce((extract(epoch from max(placed_at)) * 1000)::bigint, 0) from orders
        where orders.environment_id = ${ctx.environmentId} and orders.customer_id = ${customerId}
          and orders.currency = excluded.currency and orders.status not in ('draft', 'canceled')
      )`)
