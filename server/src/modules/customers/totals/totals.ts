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
export const addToTotals = async (ctx: Ctx, { customerId, currency, placedAt, orders, spent }: TotalsChange) => {
  await ctx.db.run(sql`
    insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
    values (${ctx.environmentId}, ${customerId}, ${currency}, ${orders}, ${spent}, ${Date.parse(placedAt)}, ${Date.parse(placedAt)})
    on conflict (environment_id, customer_id, currency) do update set
      orders = customer_totals.orders + excluded.orders,
      spent = customer_totals.spent + excluded.spent`)
  if (orders !== 0) await updateOrderTimes(ctx, customerId)
}

/** When the first and the last order were placed. The totals must be locked. */
const updateOrderTimes = (ctx: Ctx, customerId: string) =>
  ctx.db.run(sql`
    update customer_totals set first_order_ms = times.first_ms, last_order_ms = times.last_ms
    from (
      select totals.currency, coalesce((extract(epoch from min(placed_at)) * 1000)::bigint, 0) as first_ms,
        coalesce((extract(epoch from max(placed_at)) * 1000)::bigint, 0) as last_ms
      from customer_totals as totals
      left join orders on orders.environment_id = ${ctx.environmentId} and orders.customer_id = ${customerId}
        and orders.currency = totals.currency and orders.status not in ('draft', 'canceled')
      where totals.environment_id = ${ctx.environmentId} and totals.customer_id = ${customerId}
      group by totals.currency
    ) as times
    where customer_totals.environment_id = ${ctx.environmentId} and customer_totals.customer_id = ${customerId}
      and customer_totals.currency = times.currency`)

/** Adds these orders to the totals of a customer, or subtracts them, when they move from one to another. */
export const addOrdersToTotals = async (ctx: Ctx, customerId: string, orderIds: string[], sign: 1 | -1) => {
  await ctx.db.run(sql`
    insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
    select ${ctx.environmentId}, ${customerId}, currency, ${sign} * count(*), ${sign} * sum(total - refunded)::bigint, 0, 0
    from orders
    where environment_id = ${ctx.environmentId} and id = any(${orderIds}) and status not in ('draft', 'canceled')
    group by currency
    on conflict (environment_id, customer_id, currency) do update set
      orders = customer_totals.orders + excluded.orders,
      spent = customer_totals.spent + excluded.spent`)
  await updateOrderTimes(ctx, customerId)
}
