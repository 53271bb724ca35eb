import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { OneOf, Timestamp, Uuid } from '../../kit/schema.ts'

const Environment = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(['live', 'test'] as const) })

export const listEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select id as environment_id, workspace_id, mode from environments order by id`,
  )

const SalesPosition = Type.Object({ at: Timestamp, orderId: Type.String() })
export type SalesPosition = Static<typeof SalesPosition>

/** The last order that was counted, or undefined before the first time. Another count waits until this transaction ends. */
export const lockSalesPosition = (ctx: Ctx) =>
  ctx.db.row(
    SalesPosition,
    sql`select at, order_id from sales_positions where environment_id = ${ctx.environmentId} for update`,
  )

export const saveSalesPosition = (ctx: Ctx, { at, orderId }: SalesPosition) =>
  ctx.db.run(sql`
    insert into sales_positions (environment_id, at, order_id) values (${ctx.environmentId}, ${at}, ${orderId})
    on conflict (environment_id) do update set at = excluded.at, order_id = excluded.order_id`)

/** Before the first count. Returns the number of products, at most the limit. */
export const resetUnitsSold = async (ctx: Ctx, limit: number): Promise<number> => {
  const products = await ctx.db.rows(
    Type.Object({ productId: Type.String() }),
    sql`
      select product_id from listings
      where environment_id = ${ctx.environmentId} and units_sold > 0
      order by units_sold desc, product_id desc
      limit ${limit}`,
  )
  const ids = products.map(({ productId }) => productId)
  await ctx.db.run(sql`
    update listings set units_sold = 0 where environment_id = ${ctx.environmentId} and product_id = any(${ids})`)
  return ids.length
}

export const deleteCountedSales = (ctx: Ctx) =>
  ctx.db.run(sql`delete from counted_sales where environment_id = ${ctx.environmentId}`)

const OldSale = Type.Object({ orderId: Type.String() })

/** Orders that were counted and are too old now. */
export const listOldSales = (ctx: Ctx, until: Date, limit: number) =>
  ctx.db.rows(
    OldSale,
    sql`
      select order_id from counted_sales
      where environment_id = ${ctx.environmentId} and placed_at <= ${until}
      order by placed_at
      limit ${limit}`,
  )

const ChangedOrder = Type.Object({ orderId: Type.String(), at: Timestamp })

/** Orders that changed after this one, in the order of their changes. */
export const listChangedOrders = (ctx: Ctx, { at, orderId }: SalesPosition, limit: number) =>
  ctx.db.rows(
    ChangedOrder,
    sql`
      select id as order_id, updated_at as at from orders
      where environment_id = ${ctx.environmentId} and (updated_at, id) > (${at}::timestamptz, ${orderId})
      order by updated_at, id
      limit ${limit}`,
  )

/**
 * Units of these orders that were sold since then and not returned: adds what differs from what was counted before. Returns
 * the number of products.
 */
export const countSalesOf = (ctx: Ctx, orderIds: string[], since: Date) =>
  ctx.db.run(
    withCustomPlan(sql`
      with sales as materialized (
        select orders.id as order_id, product_id, placed_at, sum(greatest(current - returned, 0))::integer as units
        from unnest(${orderIds}::text[]) as changed (id)
        join orders on orders.environment_id = ${ctx.environmentId} and orders.id = changed.id
        join order_items on order_items.environment_id = ${ctx.environmentId} and order_items.order_id = changed.id
        where placed_at > ${since} and status in ('open', 'archived') and product_id is not null
        group by orders.id, product_id, placed_at
      ), counted as materialized (
        select order_id, product_id, units, placed_at
        from unnest(${orderIds}::text[]) as changed (id)
        join counted_sales on counted_sales.environment_id = ${ctx.environmentId} and order_id = changed.id
      ), differences as materialized (
        select order_id, product_id, sales.placed_at, coalesce(sales.units, 0) as units,
          coalesce(sales.units, 0) - coalesce(counted.units, 0) as change
        from sales full join counted using (order_id, product_id)
        where (sales.units, sales.placed_at) is distinct from (counted.units, counted.placed_at)
      ), written as (
        insert into counted_sales (environment_id, order_id, product_id, units, placed_at)
        select ${ctx.environmentId}, order_id, product_id, units, placed_at from differences where units > 0
        on conflict (environment_id, order_id, product_id) do update set units = excluded.units, placed_at = excluded.placed_at
        returning product_id
      ), removed as (
        delete from counted_sales using differences
        where environment_id = ${ctx.environmentId} and counted_sales.order_id = differences.order_id
          and counted_sales.product_id = differences.product_id and differences.units = 0
        returning counted_sales.product_id
      ), totals as materialized (
        select product_id, sum(change)::integer as change from differences
        group by product_id having sum(change) <> 0
        order by product_id
      )
      update listings set units_sold = units_sold + totals.change
      from totals
      where listings.environment_id = ${ctx.environmentId} and listings.product_id = totals.product_id`),
  )
