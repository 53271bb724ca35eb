import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Nullable } from '../../kit/schema.ts'
import { LoyaltyAudit, LoyaltyEntry, MAX_DRIFT } from './schemas.ts'

/** Does nothing if the account exists. */
export const openAccount = (ctx: Ctx, customerId: string) =>
  ctx.db.run(sql`
    insert into loyalty_accounts (environment_id, customer_id, balance, created_at, updated_at)
    values (${ctx.environmentId}, ${customerId}, 0, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, customer_id) do nothing`)

const LedgerRow = Type.Object({
  ...Type.Omit(LoyaltyEntry, ['orderId', 'refundId']).properties,
  holder: Nullable(Type.String()),
  reference: Nullable(Type.String()),
})

export const listEntries = (ctx: Ctx, { before, take }: Keyset, customerId: string) =>
  ctx.db.rows(
    LedgerRow,
    sql`
      select id, kind, points, balance_after, holder, reference, reason, actor, created_at
      from loyalty_entries
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

/** A single statement sees one snapshot, so concurrent payments don't show up as drift. */
export const auditAccounts = (ctx: Ctx) =>
  ctx.db.one(
    LoyaltyAudit,
    sql`
      with ledger as (
        select customer_id, sum(points) as total from loyalty_entries
        where environment_id = ${ctx.environmentId}
        group by customer_id
      ), drift as (
        select account.customer_id, balance, coalesce(total, 0) as total
        from loyalty_accounts as account left join ledger on ledger.customer_id = account.customer_id
        where environment_id = ${ctx.environmentId} and balance <> coalesce(total, 0)
      ), reported as (
        select * from drift order by customer_id limit ${MAX_DRIFT}
      )
      select (select count(*) from loyalty_accounts where environment_id = ${ctx.environmentId}) as checked_accounts,
        (select count(*) from drift) as drift_count,
        coalesce((
          select json_agg(json_build_object('customerId', customer_id, 'balance', balance, 'ledger', total)) from reported
        ), '[]') as drift`,
  )
