import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { SortedKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import type { OrderLookup } from './queries.ts'
import type { OrdersQuery } from './schemas.ts'

const SortedOrder = Type.Object({ id: Type.String(), value: Type.String() })

type OrderSort = NonNullable<OrdersQuery['sort']>

/**
 * One page of IDs in another order than newest first. The plan is made for this order and these filters: PostgreSQL drops
 * the orders that were not chosen, and reads one index. Candidates are sorted, since `0 * total` has no index.
 */
export const listSortedOrderIds = (
  ctx: Ctx,
  { value, id, take }: SortedKeyset,
  sort: OrderSort,
  filter: OrdersQuery,
  { content, candidateIds }: OrderLookup,
) => {
  const total = sort === 'oldest' || value === null ? null : Number(value)
  const placedAt = sort === 'oldest' && value !== null ? value : null
  return ctx.db.rows(
    SortedOrder,
    withCustomPlan(sql`
      select id, case when ${sort}::text = 'oldest'
        then to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else total::text end as value
      from orders
      where environment_id = ${ctx.environmentId}
        and (${total}::bigint is null or ${sort} <> '-total' or (total, id) < (${total}::bigint, ${id}))
        and (${total}::bigint is null or ${sort} <> 'total' or (total, id) > (${total}::bigint, ${id}))
        and (${placedAt}::timestamptz is null or (placed_at, id) > (${placedAt}::timestamptz, ${id}))
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${filter.paymentStatus ?? null}::text is null or payment_status = ${filter.paymentStatus ?? null})
        and (${filter.fulfillmentStatus ?? null}::text is null or fulfillment_status = ${filter.fulfillmentStatus ?? null})
        and (${filter.returnStatus ?? null}::text is null or return_status = ${filter.returnStatus ?? null})
        and (${filter.toFulfill ?? false} = false or (status = 'open'
          and fulfillment_status in ('unfulfilled', 'partially_fulfilled')
          and payment_status in ('authorized', 'paid', 'partially_refunded')))
        and (${filter.email ?? null}::text is null or lower(email) = lower(${filter.email ?? null}))
        and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
        and (${filter.number ?? null}::integer is null or number = ${filter.number ?? null})
        and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
        and (${filter.externalId ?? null}::text is null or contents ->> 'externalId' = ${filter.externalId ?? null})
        and (${content.tag}::text is null or ${content.tag} = any(tags))
        and (${filter.placedFrom ?? null}::timestamptz is null or placed_at >= ${filter.placedFrom ?? null})
        and (${filter.placedTo ?? null}::timestamptz is null or placed_at < ${filter.placedTo ?? null})
        and (${content.searchPattern}::text is null or search like ${content.searchPattern})
        and (${content.wordPattern}::text is null or search ~ ${content.wordPattern})
        and (${candidateIds}::text[] is null or id = any(${candidateIds}))
      order by
        case when ${candidateIds}::text[] is not null then 0 * total end,
        case when ${sort} = '-total' then total end desc, case when ${sort} = '-total' then id end desc,
        case when ${sort} = 'total' then total end, case when ${sort} = 'oldest' then placed_at end, id
      limit ${take}`),
  )
}
