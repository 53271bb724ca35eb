import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { RankedKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import type { CustomerSearch } from './identity/identity.ts'
import { Customer, type CustomersQuery } from './schemas.ts'

/** `updated` ranks the oldest change highest. */
export type CustomerSort = NonNullable<CustomersQuery['sort']> | 'updated'

interface NormalizedFilters extends CustomerSearch {
  sort: CustomerSort
  email: string | null
  /** If few customers match some of the filters: which. */
  candidateIds: string[] | null
}

const CustomerRef = Type.Object({ customerId: Id('cus') })

/** Sorting these takes a few milliseconds. */
const MAX_CANDIDATES = 2000

/** At most one more than `MAX_CANDIDATES`: those whose orders match, in the order of no list. */
export const listTotalsMatches = (ctx: Ctx, filter: CustomersQuery) =>
  ctx.db.rows(
    CustomerRef,
    withCustomPlan(sql`
      select customer_id from customer_totals as totals
      where environment_id = ${ctx.environmentId}
        and currency = (select currency from environments where environments.id = ${ctx.environmentId})
        and (${filter.ordersMin ?? null}::bigint is null or orders >= ${filter.ordersMin ?? null})
        and (${filter.ordersMax ?? null}::bigint is null or orders <= ${filter.ordersMax ?? null})
        and (${filter.spentMin ?? null}::bigint is null or spent >= ${filter.spentMin ?? null})
        and (${filter.spentMax ?? null}::bigint is null or spent <= ${filter.spentMax ?? null})
        and (${toMs(filter.lastOrderFrom)}::bigint is null or last_order_ms >= ${toMs(filter.lastOrderFrom)})
        and (${toMs(filter.lastOrderTo)}::bigint is null or last_order_ms > 0 and last_order_ms < ${toMs(filter.lastOrderTo)})
      limit ${MAX_CANDIDATES + 1}`),
  )

/** The same for those who were created within a period, or chose this about marketing. */
export const listCustomerMatches = (ctx: Ctx, filter: CustomersQuery) =>
  ctx.db.rows(
    CustomerRef,
    withCustomPlan(sql`
      select id as customer_id from customers
      where environment_id = ${ctx.environmentId}
        and (${toMs(filter.createdFrom)}::bigint is null
          or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint >= ${toMs(filter.createdFrom)})
        and (${toMs(filter.createdTo)}::bigint is null
          or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint < ${toMs(filter.createdTo)})
        and (${filter.emailMarketing ?? null}::text is null or email_marketing = ${filter.emailMarketing ?? null})
      limit ${MAX_CANDIDATES + 1}`),
  )

const HighestRank = Type.Object({ rank: Type.Integer() })

/** The most orders of anyone who spent at most this. There are few numbers of orders: each takes one look at the index. */
export const findMostOrders = (ctx: Ctx, spentMax: number) =>
  ctx.db.row(
    HighestRank,
    sql`
      with recursive base as (
        select currency from environments where environments.id = ${ctx.environmentId}
      ), levels as (
        select max(orders) as orders from customer_totals
        where environment_id = ${ctx.environmentId} and currency = (select currency from base)
        union all
        select (
          select max(totals.orders) from customer_totals as totals
          where totals.environment_id = ${ctx.environmentId} and totals.currency = (select currency from base)
            and totals.orders < levels.orders
        )
        from levels where levels.orders is not null
      )
      select orders as rank from levels
      where (
        select min(totals.spent) from customer_totals as totals
        where totals.environment_id = ${ctx.environmentId} and totals.currency = (select currency from base)
          and totals.orders = levels.orders
      ) <= ${spentMax}
      limit 1`,
  )

/** The most that anyone with at most this many orders spent. */
export const findMostSpent = (ctx: Ctx, ordersMax: number) =>
  ctx.db.row(
    HighestRank,
    sql`
      with recursive base as (
        select currency from environments where environments.id = ${ctx.environmentId}
      ), levels as (
        select max(orders) as orders from customer_totals
        where environment_id = ${ctx.environmentId} and currency = (select currency from base) and orders <= ${ordersMax}
        union all
        select (
          select max(totals.orders) from customer_totals as totals
          where totals.environment_id = ${ctx.environmentId} and totals.currency = (select currency from base)
            and totals.orders < levels.orders
        )
        from levels where levels.orders is not null
      )
      select max((
        select max(totals.spent) from customer_totals as totals
        where totals.environment_id = ${ctx.environmentId} and totals.currency = (select currency from base)
          and totals.orders = levels.orders
      )) as rank
      from levels
      having max(orders) is not null`,
  )

/** Null: too many to list. */
export const toCandidateIds = (matches: { customerId: string }[]): string[] | null =>
  matches.length > MAX_CANDIDATES ? null : matches.map(({ customerId }) => customerId)

const RankedCustomer = Type.Object({ ...Customer.properties, rank: Type.Integer() })

/**
 * One page. The plan is made for these filters and this order: PostgreSQL drops the filters that are null and reduces
 * the rank to one column, for which there is an index. It does not know what one filter says about other columns, and would
 * read all customers without orders to find that out. Below an `or`, a subquery with `in` would be compared with every
 * customer: an array is looked up, and an outer join that must match becomes an inner one. It has no condition that is
 * null, which a distributed database rejects.
 */
export const listCustomers = (
  ctx: Ctx,
  { rank, before, take }: RankedKeyset,
  filter: CustomersQuery,
  { sort, textPattern, emailPattern, email, candidateIds }: NormalizedFilters,
) =>
  ctx.db.rows(
    RankedCustomer,
    withCustomPlan(sql`
      select id, name, company, locale, emails, phones, addresses, tags, marketing, external_ids, custom_fields, statistics,
        version, created_at, updated_at, (
          select json_build_object('recency', recency, 'frequency', frequency, 'monetary', monetary, 'group', rfm_group)
          from customer_rfm where customer_rfm.environment_id = ${ctx.environmentId} and customer_rfm.customer_id = customer.id
        ) as rfm,
        case ${sort} when 'spent' then totals.spent when 'orders' then totals.orders
          when 'last_order' then totals.last_order_ms
          when 'updated' then -(extract(epoch from updated_at at time zone 'UTC') * 1000)::bigint
          else (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint end as rank
      from customer_details as customer
      join customer_totals as totals on totals.environment_id = ${ctx.environmentId} and totals.customer_id = customer.id
      left join segment_members as member on member.environment_id = ${ctx.environmentId}
        and member.segment_id = ${filter.segmentId ?? ''} and member.customer_id = customer.id
      left join customer_rfm as score on score.environment_id = ${ctx.environmentId}
        and score.rfm_group = ${filter.rfm ?? ''} and score.customer_id = customer.id
      where customer.environment_id = ${ctx.environmentId}
        and totals.currency = (select currency from environments where environments.id = ${ctx.environmentId})
        and (${sort} in ('newest', 'updated') or (
          case ${sort} when 'spent' then totals.spent when 'orders' then totals.orders
            else totals.last_order_ms end, totals.customer_id
        ) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before}))
        and (${sort} <> 'newest' or (
          (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint, customer.id
        ) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before}))
        and (${sort} <> 'updated' or (
          -(extract(epoch from updated_at at time zone 'UTC') * 1000)::bigint, customer.id
        ) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before}))
        and (${candidateIds}::text[] is null or totals.customer_id = any(${candidateIds}))
        and (${textPattern}::text is null or search like ${textPattern})
        and (${emailPattern}::text is null or id = any(array(
          select customer_id from customer_emails
          where environment_id = ${ctx.environmentId} and address like ${emailPattern})))
        and (${filter.tag ?? null}::text is null or tags @> array[${filter.tag ?? null}::text])
        and (${filter.emailMarketing ?? null}::text is null or email_marketing = ${filter.emailMarketing ?? null})
        and (${filter.ordersMin ?? null}::bigint is null or totals.orders >= ${filter.ordersMin ?? null})
        and (${filter.ordersMax ?? null}::bigint is null or totals.orders <= ${filter.ordersMax ?? null})
        and (${filter.spentMin ?? null}::bigint is null or totals.spent >= ${filter.spentMin ?? null})
        and (${filter.spentMax ?? null}::bigint is null or totals.spent <= ${filter.spentMax ?? null})
        and (${toMs(filter.lastOrderFrom)}::bigint is null or totals.last_order_ms >= ${toMs(filter.lastOrderFrom)})
        and (${toMs(filter.lastOrderTo)}::bigint is null
          or totals.last_order_ms > 0 and totals.last_order_ms < ${toMs(filter.lastOrderTo)})
        and (not ${hasOrders(filter)}::boolean or totals.orders > 0 and totals.last_order_ms > 0)
        and (${filter.ordersMax ?? null}::bigint is distinct from 0 or totals.spent = 0 and totals.last_order_ms = 0)
        and (${toMs(filter.createdFrom)}::bigint is null
          or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint >= ${toMs(filter.createdFrom)})
        and (${toMs(filter.createdTo)}::bigint is null
          or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint < ${toMs(filter.createdTo)})
        and (${email}::text is null or id = any(array(
          select customer_id from customer_emails
          where environment_id = ${ctx.environmentId} and address = ${email})))
        and (${filter.phone ?? null}::text is null or id = any(array(
          select customer_id from customer_phones
          where environment_id = ${ctx.environmentId} and number = ${filter.phone ?? null})))
        and (${filter.externalId ?? null}::text is null or id = any(array(
          select customer_id from customer_external_ids
          where environment_id = ${ctx.environmentId} and external_id = ${filter.externalId ?? null})))
        and (${filter.rfm ?? null}::text is null or score.customer_id is not null)
        and (${filter.segmentId ?? null}::text is null or member.customer_id is not null)
      order by case ${sort} when 'spent' then totals.spent when 'orders' then totals.orders
        when 'last_order' then totals.last_order_ms
        when 'updated' then -(extract(epoch from updated_at at time zone 'UTC') * 1000)::bigint
        else (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint end desc, customer.id desc
      limit ${take}`),
  )

/** Whether only customers with orders match. */
const hasOrders = ({ ordersMin = 0, spentMin = 0, lastOrderFrom, lastOrderTo, rfm }: CustomersQuery): boolean =>
  ordersMin > 0 || spentMin > 0 || [lastOrderFrom, lastOrderTo, rfm].some((filter) => filter !== undefined)

const toMs = (time: string | undefined) => (time === undefined ? null : Date.parse(time))
