import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'

const Environment = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(['live', 'test'] as const) })

export const listEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select id as environment_id, workspace_id, mode from environments order by id`,
  )

const SalesCount = Type.Object({ countedAt: Nullable(Timestamp) })

/** Until when the sales are counted, or undefined before the first time. Another count waits until this transaction ends. */
export const lockSalesCount = async (ctx: Ctx): Promise<Date | undefined> => {
  await ctx.db.run(sql`
    insert into sales_counts (environment_id, counted_at) values (${ctx.environmentId}, null)
    on conflict (environment_id) do nothing`)
  const { countedAt } = await ctx.db.one(
    SalesCount,
    sql`select counted_at from sales_counts where environment_id = ${ctx.environmentId} for update`,
  )
  return countedAt === null ? undefined : new Date(countedAt)
}

export const updateSalesCount = (ctx: Ctx) =>
  ctx.db.run(sql`update sales_counts set counted_at = ${ctx.now} where environment_id = ${ctx.environmentId}`)

/** Before the first count. Returns the number of products. */
export const resetUnitsSold = async (ctx: Ctx): Promise<number> => {
  await ctx.db.run(sql`delete from counted_sales where environment_id = ${ctx.environmentId}`)
  return ctx.db.run(
    sql`update listings set units_sold = 0 where environment_id = ${ctx.environmentId} and units_sold <> 0`,
  )
}

/** Takes away the sales until then. Returns the number of products. */
export const removeOldSales = (ctx: Ctx, until: Date) =>
  ctx.db.run(
    withCustomPlan(sql`
      with removed as (
        delete from counted_sales
        where environment_id = ${ctx.environmentId} and placed_at <= ${until}
        returning product_id, units
      ), totals as materialized (
        select product_id, sum(units)::integer as units from removed group by product_id order by product_id
      )
      update listings set units_sold = units_sold - totals.units
      from totals
      where listings.environment_id = ${ctx.environmentId} and listings.product_id = totals.product_id`),
  )

/**
 * Units that were sold since then and not returned, of orders that changed after a time: adds what differs from what was
 * counted before. Most orders may be recent, and few have changed: `interval '0'` keeps PostgreSQL from using the index of the
 * former. Returns the number of products.
 */
export const countChangedSales = (ctx: Ctx, since: Date, changedAfter: Date) =>
  ctx.db.run(
    withCustomPlan(sql`
      with changed as materialized (
        select id, status, placed_at from orders
        where environment_id = ${ctx.environmentId} and updated_at > ${changedAfter}
          and placed_at + interval '0' > ${since}
      ), sales as materialized (
        select order_id, product_id, placed_at, sum(greatest(current - returned, 0))::integer as units
        from changed
        join order_items on order_items.environment_id = ${ctx.environmentId} and order_items.order_id = changed.id
        where status in ('open', 'archived') and product_id is not null
        group by order_id, product_id, placed_at
      ), counted as materialized (
        select order_id, product_id, units from counted_sales
        where environment_id = ${ctx.environmentId} and order_id in (select id from changed)
      ), differences as materialized (
        select order_id, product_id, sales.placed_at, coalesce(sales.units, 0) as units,
          coalesce(sales.units, 0) - coalesce(counted.units, 0) as change
        from sales full join counted using (order_id, product_id)
        where coalesce(sales.units, 0) <> coalesce(counted.units, 0)
      ), written as (
        insert into counted_sales (environment_id, order_id, product_id, units, placed_at)
        select ${ctx.environmentId}, order_id, product_id, units, placed_at from differences where units > 0
        on conflict (environment_id, order_id, product_id) do update set units = excluded.units
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
