import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { OneOf, Uuid } from '../../kit/schema.ts'

const Shop = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(['live', 'test'] as const) })

export const listShops = ({ db }: SystemCtx) =>
  db.rows(
    Shop,
    sql`
      /* all environments: the clock is one for all */
      select id as environment_id, workspace_id, mode from environments order by id`,
  )

/** Units that were bought since then and not given back. Only what has changed is written; says how many products. */
export const countSales = (ctx: Ctx, since: Date) =>
  ctx.db.run(sql`
    with sales as materialized (
      select product_id, sum(greatest(current - returned, 0))::integer as units
      from orders
      join order_lines on order_lines.environment_id = ${ctx.environmentId} and order_lines.order_id = orders.id
      where orders.environment_id = ${ctx.environmentId} and placed_at > ${since} and status in ('open', 'completed')
        and product_id is not null
      group by product_id
    ), changed as materialized (
      select listings.product_id, coalesce(units, 0) as units
      from listings left join sales on sales.product_id = listings.product_id
      where environment_id = ${ctx.environmentId} and sold <> coalesce(units, 0)
      order by listings.product_id
    )
    update listings set sold = units
    from changed
    where listings.environment_id = ${ctx.environmentId} and listings.product_id = changed.product_id`)
