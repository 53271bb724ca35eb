import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'

/** Of the customers with orders, in the shop's currency. Removes them if there are none. */
export async function computeThresholds(ctx: Ctx): Promise<void> {
  await ctx.db.run(sql`delete from customer_rfm_thresholds where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into customer_rfm_thresholds (environment_id, recency, frequency, monetary, computed_at)
    select ${ctx.environmentId}, recency, frequency, monetary, ${ctx.now}
    from (
      select percentile_disc(array[0.2, 0.4, 0.6, 0.8]) within group (order by last_order_ms) as recency,
        percentile_disc(array[0.2, 0.4, 0.6, 0.8]) within group (order by orders) as frequency,
        percentile_disc(array[0.2, 0.4, 0.6, 0.8]) within group (order by spent) as monetary
      from customer_totals
      where environment_id = ${ctx.environmentId} and orders > 0
        and currency = (select currency from environments where environments.id = ${ctx.environmentId})
    ) as limits
    where recency is not null`)
}

/**
 * Scores these customers by the current thresholds; those without orders have no score. Equal values get the lower
 * score: where most have ordered once, one order must not be a high frequency. Writes only what changed.
 */
export async function scoreCustomers(ctx: Ctx, customerIds: string[]): Promise<void> {
  await ctx.db.run(sql`
    delete from customer_rfm
    where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds}) and not exists (
      select from customer_totals as totals
      where totals.environment_id = ${ctx.environmentId} and totals.customer_id = customer_rfm.customer_id and totals.orders > 0
        and totals.currency = (select currency from environments where environments.id = ${ctx.environmentId})
    )`)
  await ctx.db.run(sql`
    insert into customer_rfm (environment_id, customer_id, recency, frequency, monetary, rfm_group)
    select ${ctx.environmentId}, customer_id, r, f, m, case
      when r >= 4 and f + m >= 8 then 'champions'
      when r >= 3 and f + m >= 6 then 'loyal'
      when r >= 4 and f = 1 then 'new'
      when r >= 3 then 'promising'
      when f + m >= 6 then 'at_risk'
      when r = 2 then 'hibernating'
      else 'lost' end
    from customer_totals as totals
    join customer_rfm_thresholds as limits on limits.environment_id = ${ctx.environmentId}
    cross join lateral (
      select width_bucket(last_order_ms - 1, limits.recency) + 1 as r, width_bucket(orders - 1, limits.frequency) + 1 as f,
        width_bucket(spent - 1, limits.monetary) + 1 as m
    ) as scores
    where totals.environment_id = ${ctx.environmentId} and totals.customer_id = any(${customerIds}) and totals.orders > 0
      and totals.currency = (select currency from environments where environments.id = ${ctx.environmentId})
    on conflict (environment_id, customer_id) do update set recency = excluded.recency, frequency = excluded.frequency,
      monetary = excluded.monetary, rfm_group = excluded.rfm_group
    where customer_rfm.recency <> excluded.recency or customer_rfm.frequency <> excluded.frequency
      or customer_rfm.monetary <> excluded.monetary`)
}
