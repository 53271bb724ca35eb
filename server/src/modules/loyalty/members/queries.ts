import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import type { RankedKeyset } from '../../../db/page.ts'
import { sql, withCustomPlan } from '../../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../../kit/schema.ts'
import type { CustomerSearch } from '../../customers/identity/identity.ts'
import type { LoyaltyMembersQuery } from './schemas.ts'

const MemberRow = Type.Object({
  /** The customer's. */
  id: Id('cus'),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  balance: Type.Integer(),
  pending: Type.Integer(),
  lifetime: Type.Integer(),
  tier: Nullable(Type.String()),
  createdAt: Timestamp,
  rank: Type.Integer(),
})

/**
 * One page of the accounts whose customer still exists: merged and erased customers leave an empty one behind. The plan
 * is made for this order and these filters, so the rank becomes one column with an index. What the lots add up to is read
 * only for the accounts on the page.
 */
export const listMembers = (
  ctx: Ctx,
  { rank, before, take }: RankedKeyset,
  { tier, customerIds, sort = 'newest' }: LoyaltyMembersQuery,
  { textPattern, emailPattern }: CustomerSearch,
) =>
  ctx.db.rows(
    MemberRow,
    withCustomPlan(sql`
      select account.customer_id as id, customer.name, account.balance, account.tier, account.created_at,
        (
          select address from customer_emails as email
          where email.environment_id = ${ctx.environmentId} and email.customer_id = account.customer_id
          order by position
          limit 1
        ) as email,
        (
          select coalesce(sum(remaining), 0)::bigint from loyalty_lots as lot
          where lot.environment_id = ${ctx.environmentId} and lot.customer_id = account.customer_id and state = 'pending'
        ) as pending,
        (
          select coalesce(sum(points - clawed_back), 0)::bigint from loyalty_lots as lot
          where lot.environment_id = ${ctx.environmentId} and lot.customer_id = account.customer_id and state <> 'pending'
            and source not in ('adjustment', 'restoration')
        ) as lifetime,
        case ${sort} when 'balance' then account.balance
          else (extract(epoch from account.created_at at time zone 'UTC') * 1000)::bigint end as rank
      from loyalty_accounts as account
      join customers as customer on customer.environment_id = ${ctx.environmentId} and customer.id = account.customer_id
      where account.environment_id = ${ctx.environmentId}
        and (
          case ${sort} when 'balance' then account.balance
            else (extract(epoch from account.created_at at time zone 'UTC') * 1000)::bigint end, account.customer_id
        ) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before})
        and (${tier ?? null}::text is null or account.tier = ${tier ?? null})
        and (${customerIds ?? null}::text[] is null or account.customer_id = any(${customerIds ?? null}))
        and (${textPattern}::text is null or customer.search like ${textPattern})
        and (${emailPattern}::text is null or customer.id = any(array(
          select customer_id from customer_emails
          where environment_id = ${ctx.environmentId} and address like ${emailPattern})))
      order by case ${sort} when 'balance' then account.balance
        else (extract(epoch from account.created_at at time zone 'UTC') * 1000)::bigint end desc, account.customer_id desc
      limit ${take}`),
  )
