import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Nullable } from '../../kit/schema.ts'
import {
  type AccountType,
  ClosingTotal,
  COUNTER_ACCOUNTS,
  ENTRY_KINDS,
  LedgerAudit,
  LedgerClosing,
  LedgerEntry,
  type LedgerQuery,
  Liability,
  MAX_DRIFT,
} from './schemas.ts'

const EntryRow = Type.Object({
  ...Type.Omit(LedgerEntry, ['orderId', 'refundId', 'referralId']).properties,
  holder: Nullable(Type.String()),
  reference: Nullable(Type.String()),
})
export type EntryRow = Static<typeof EntryRow>

export const listEntries = (ctx: Ctx, { before, take }: Keyset, filter: LedgerQuery) =>
  ctx.db.rows(
    EntryRow,
    withCustomPlan(sql`
      select id, transaction_id, account_type, case when account_type = 'gift_card' then account_id end as gift_card_id,
        case when account_type <> 'gift_card' then account_id end as customer_id, unit, amount, balance_after, kind, holder,
        reference, reason, actor, created_at
      from ledger_entries
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${filter.customerId ?? null}::text is null or account_id = ${filter.customerId ?? null})
        and (${filter.giftCardId ?? null}::text is null or account_id = ${filter.giftCardId ?? null})
        and (${filter.accountType ?? null}::text is null or account_type = ${filter.accountType ?? null})
        and (${filter.unit ?? null}::text is null or unit = ${filter.unit ?? null})
        and (${filter.kind ?? null}::text is null or kind = ${filter.kind ?? null})
        and (${filter.transactionId ?? null}::text is null or transaction_id = ${filter.transactionId ?? null})
        and (${filter.createdFrom ?? null}::timestamptz is null or created_at >= ${filter.createdFrom ?? null})
        and (${filter.createdTo ?? null}::timestamptz is null or created_at < ${filter.createdTo ?? null})
      order by id desc
      limit ${take}`),
  )

export const listAccountEntries = (ctx: Ctx, { before, take }: Keyset, accountType: AccountType, accountId: string) =>
  ctx.db.rows(
    EntryRow,
    sql`
      select id, transaction_id, account_type, case when account_type = 'gift_card' then account_id end as gift_card_id,
        case when account_type <> 'gift_card' then account_id end as customer_id, unit, amount, balance_after, kind, holder,
        reference, reason, actor, created_at
      from ledger_entries
      where environment_id = ${ctx.environmentId} and account_type = ${accountType} and account_id = ${accountId}
        and id < ${before}
      order by id desc
      limit ${take}`,
  )

const kindsAgainst = (account: string) => ENTRY_KINDS.filter((kind) => COUNTER_ACCOUNTS[kind] === account)

/** Computed from the entries only, so that it can be reported for any past day, such as the last one of a year. */
export const listLiabilities = (ctx: Ctx, from: string, to: string) =>
  ctx.db.rows(
    Liability,
    sql`
      with daily as (
        -- What happened before the first day counts as its opening balance.
        select account_type, unit, greatest((created_at at time zone 'UTC')::date, ${from}::date) as day, sum(amount) as outstanding,
          coalesce(sum(amount) filter (where kind = any(${kindsAgainst('issued')})), 0) as issued,
          coalesce(-sum(amount) filter (where kind = any(${kindsAgainst('redeemed')})), 0) as redeemed,
          coalesce(-sum(amount) filter (where kind = any(${kindsAgainst('written_off')})), 0) as written_off
        from ledger_entries
        where environment_id = ${ctx.environmentId} and account_id is not null
          and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
        group by 1, 2, 3
      )
      select to_char(days.day, 'YYYY-MM-DD') as date, accounts.account_type, accounts.unit,
        coalesce(sum(outstanding) over so_far, 0)::bigint as outstanding, coalesce(sum(issued) over so_far, 0)::bigint as issued,
        coalesce(sum(redeemed) over so_far, 0)::bigint as redeemed, coalesce(sum(written_off) over so_far, 0)::bigint as written_off
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as days (day)
      cross join (select distinct account_type, unit from daily) as accounts
      left join daily on daily.account_type = accounts.account_type and daily.unit = accounts.unit and daily.day = days.day::date
      window so_far as (partition by accounts.account_type, accounts.unit order by days.day)
      order by days.day, accounts.account_type, accounts.unit`,
  )

const ClosingRow = Type.Object(LedgerClosing.properties)

export const insertClosing = (
  ctx: Ctx,
  closing: { id: string; through: string; totals: ClosingTotal[]; actor: string },
) =>
  ctx.db.one(
    ClosingRow,
    sql`
      insert into ledger_closings (environment_id, id, through, totals, actor, created_at)
      values (${ctx.environmentId}, ${closing.id}, ${closing.through}, ${JSON.stringify(closing.totals)}::jsonb, ${closing.actor},
        ${ctx.now})
      returning id, to_char(through, 'YYYY-MM-DD') as through, totals, actor, created_at`,
  )

export const listClosings = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    ClosingRow,
    sql`
      select id, to_char(through, 'YYYY-MM-DD') as through, totals, actor, created_at
      from ledger_closings
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

const ClosedThrough = Type.Object({ through: Nullable(Type.String()) })

export const findClosedThrough = (ctx: Ctx) =>
  ctx.db.one(
    ClosedThrough,
    sql`
      select to_char(max(through), 'YYYY-MM-DD') as through from ledger_closings
      where environment_id = ${ctx.environmentId}`,
  )

const PeriodTotal = Type.Object({ ...ClosingTotal.properties, period: Type.Integer() })

/** What was booked in each of the periods that end at these times: 0 is the first, and the last is still open. */
export const listPeriodTotals = (ctx: Ctx, ends: string[]) =>
  ctx.db.rows(
    PeriodTotal,
    sql`
      select width_bucket(created_at, ${ends}::timestamptz[]) as period, account_type, unit, sum(amount)::bigint as outstanding,
        coalesce(sum(amount) filter (where kind = any(${kindsAgainst('issued')})), 0)::bigint as issued,
        coalesce(-sum(amount) filter (where kind = any(${kindsAgainst('redeemed')})), 0)::bigint as redeemed,
        coalesce(-sum(amount) filter (where kind = any(${kindsAgainst('written_off')})), 0)::bigint as written_off
      from ledger_entries
      where environment_id = ${ctx.environmentId} and account_id is not null
      group by 1, 2, 3
      order by 1`,
  )

const BalanceAudit = Type.Omit(LedgerAudit, ['changedClosings'])

/** A single statement sees one snapshot, so concurrent payments don't show up as drift. */
export const auditBalances = (ctx: Ctx) =>
  ctx.db.one(
    BalanceAudit,
    sql`
      with ledger as (
        select account_type, account_id, unit, sum(amount) as total from ledger_entries
        where environment_id = ${ctx.environmentId} and account_id is not null
        group by account_type, account_id, unit
      ), balances as (
        select 'gift_card' as account_type, id as account_id, currency as unit, balance from gift_cards
        where environment_id = ${ctx.environmentId}
        union all
        select 'points', customer_id, 'points', balance from loyalty_accounts where environment_id = ${ctx.environmentId}
        union all
        select 'store_credit', customer_id, currency, balance from store_credit_accounts
        where environment_id = ${ctx.environmentId}
      ), accounts as (
        select account_type, account_id, unit, coalesce(balance, 0) as balance, coalesce(total, 0) as total
        from balances full join ledger using (account_type, account_id, unit)
      ), transactions as (
        select transaction_id, unit, sum(amount) as total from ledger_entries
        where environment_id = ${ctx.environmentId}
        group by transaction_id, unit
      ), drift as (
        select * from accounts where balance <> total
      ), reported_drift as (
        select * from drift order by account_type, account_id, unit limit ${MAX_DRIFT}
      ), unbalanced as (
        select * from transactions where total <> 0
      ), reported_unbalanced as (
        select * from unbalanced order by transaction_id, unit limit ${MAX_DRIFT}
      )
      select (select count(*) from accounts) as checked_accounts, (select count(*) from drift) as drift_count,
        coalesce((
          select json_agg(json_build_object(
            'accountType', account_type, 'giftCardId', case when account_type = 'gift_card' then account_id end,
            'customerId', case when account_type <> 'gift_card' then account_id end, 'unit', unit, 'balance', balance, 'ledger', total
          )) from reported_drift
        ), '[]') as drift,
        (select count(distinct transaction_id) from transactions) as checked_transactions,
        (select count(*) from unbalanced) as unbalanced_count,
        coalesce((
          select json_agg(json_build_object('transactionId', transaction_id, 'unit', unit, 'amount', total))
          from reported_unbalanced
        ), '[]') as unbalanced`,
  )
