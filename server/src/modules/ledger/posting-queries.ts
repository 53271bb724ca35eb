import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable, OneOf } from '../../kit/schema.ts'
import { ACCOUNT_TYPES, type EntryKind } from './schemas.ts'

/**
 * Balances are in tables of their own, and change in the statement that writes the entries. An entry is never booked in a
 * closed period, whatever the clock of the server says: a payment must not fail because of the books.
 */

export interface EntryRow {
  entry_id: string
  transaction_id: string
  account_type: string
  /** Null for accounts of the shop. */
  account_id: string | null
  unit: string
  amount: number
  kind: EntryKind
  holder?: string
  reference?: string
  reason?: string
}

const BalanceChange = Type.Object({
  accountType: OneOf(ACCOUNT_TYPES),
  accountId: Type.String(),
  unit: Type.String(),
  amount: Type.Integer(),
  balance: Type.Integer(),
})
export type BalanceChange = Static<typeof BalanceChange>

/** Each account at most once. An account that does not exist violates a constraint. */
export const postEntries = (ctx: Ctx, entries: EntryRow[], actor: string) =>
  ctx.db.rows(
    BalanceChange,
    sql`
      with new_entries as (
        select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as row (entry_id text, transaction_id text, account_type text, account_id text, unit text, amount bigint, kind text,
            holder text, reference text, reason text)
      ), updated_cards as (
        update gift_cards set balance = balance + new_entries.amount,
          status = case when new_entries.kind in ('deactivated', 'expired') then new_entries.kind else status end,
          version = version + case when new_entries.kind in ('deactivated', 'expired') then 1 else 0 end,
          updated_at = ${ctx.now}
        from new_entries
        where environment_id = ${ctx.environmentId} and account_type = 'gift_card' and gift_cards.id = account_id
          and currency = unit
        returning entry_id, balance
      ), updated_points as (
        update loyalty_accounts set balance = balance + new_entries.amount, updated_at = ${ctx.now}
        from new_entries
        where environment_id = ${ctx.environmentId} and account_type = 'points' and customer_id = account_id
        returning entry_id, balance
      ), updated_store_credit as (
        update store_credit_accounts set balance = balance + new_entries.amount, updated_at = ${ctx.now}
        from new_entries
        where environment_id = ${ctx.environmentId} and account_type = 'store_credit' and customer_id = account_id
          and currency = unit
        returning entry_id, balance
      ), balances as (
        select * from updated_cards union all select * from updated_points union all select * from updated_store_credit
      ), inserted_entries as (
        insert into ledger_entries (environment_id, id, transaction_id, account_type, account_id, unit, amount, balance_after,
          kind, holder, reference, reason, actor, created_at)
        select ${ctx.environmentId}, entry_id, transaction_id, account_type, account_id, unit, amount, balance, kind, holder,
          reference, reason, ${actor}, greatest(${ctx.now}::timestamptz, (
            select (max(through) + 1)::timestamp at time zone 'UTC' from ledger_closings
            where environment_id = ${ctx.environmentId}
          ))
        from new_entries left join balances using (entry_id)
      )
      select account_type, account_id, unit, amount, balance
      from new_entries join balances using (entry_id)
      order by account_type, account_id, unit`,
  )

export interface DebitRow {
  entry_id: string
  counter_entry_id: string
  transaction_id: string
  account_type: string
  account_id: string
  unit: string
  kind: EntryKind
  amount: number
}

const DebitResult = Type.Object({
  accountType: OneOf(ACCOUNT_TYPES),
  accountId: Type.String(),
  /** Of the account, which may differ from the requested one. */
  unit: Type.String(),
  /** Of a gift card. */
  last4: Nullable(Type.String()),
  amount: Type.Integer(),
  outcome: OneOf([
    'debited',
    'already_debited',
    'conflicting_debit',
    'currency_mismatch',
    'deactivated',
    'expired',
    'insufficient_balance',
  ]),
  /** Remaining balance; null if the account was not debited. */
  balance: Nullable(Type.Integer()),
})
export type DebitResult = Static<typeof DebitResult>

/**
 * Debits all accounts or none. They must be locked by an earlier statement: only a statement that starts afterwards sees
 * concurrent debits by the same holder. No row for an account that does not exist.
 */
export const debitAccounts = (ctx: Ctx, holder: string, debits: DebitRow[], actor: string) =>
  ctx.db.rows(
    DebitResult,
    sql`
      with requested_debits as (
        select * from jsonb_to_recordset(${JSON.stringify(debits)}::jsonb)
          as row (entry_id text, counter_entry_id text, transaction_id text, account_type text, account_id text, unit text,
            kind text, amount bigint)
      ), previous_debits as (
        select account_type, account_id, -sum(amount) as amount from ledger_entries
        where environment_id = ${ctx.environmentId} and holder = ${holder} and account_id is not null
          and kind in ('debited', 'redeemed', 'restored')
        group by account_type, account_id
      ), accounts as (
        select 'gift_card' as account_type, gift_cards.id as account_id, currency as account_unit, last4, balance as available, case
          when status = 'deactivated' then 'deactivated'
          when status = 'expired' or expires_at <= ${ctx.now}::timestamptz then 'expired'
        end as ended
        from gift_cards join requested_debits on account_type = 'gift_card' and account_id = gift_cards.id
        where environment_id = ${ctx.environmentId}
        union all
        select 'points', customer_id, 'points', null, balance, null
        from loyalty_accounts join requested_debits on account_type = 'points' and account_id = customer_id
        where environment_id = ${ctx.environmentId}
        union all
        select 'store_credit', customer_id, currency, null, balance, null
        from store_credit_accounts
        join requested_debits on account_type = 'store_credit' and account_id = customer_id and unit = currency
        where environment_id = ${ctx.environmentId}
      ), checked_debits as (
        select requested_debits.*, account_unit, last4, case
          when previous_debits.amount = requested_debits.amount then 'already_debited'
          when previous_debits.amount > 0 then 'conflicting_debit'
          when account_unit <> unit then 'currency_mismatch'
          when ended is not null then ended
          when available < requested_debits.amount then 'insufficient_balance'
          else 'debited'
        end as outcome
        from requested_debits
        join accounts using (account_type, account_id)
        left join previous_debits using (account_type, account_id)
      ), accepted_debits as (
        select * from checked_debits
        where outcome = 'debited'
          and not exists (select from checked_debits where outcome not in ('debited', 'already_debited'))
      ), updated_cards as (
        update gift_cards set balance = balance - accepted_debits.amount, updated_at = ${ctx.now}
        from accepted_debits
        where environment_id = ${ctx.environmentId} and account_type = 'gift_card' and gift_cards.id = account_id
          and status = 'active' and balance >= accepted_debits.amount
        returning entry_id, balance
      ), updated_points as (
        update loyalty_accounts set balance = balance - accepted_debits.amount, updated_at = ${ctx.now}
        from accepted_debits
        where environment_id = ${ctx.environmentId} and account_type = 'points' and customer_id = account_id
          and balance >= accepted_debits.amount
        returning entry_id, balance
      ), lots as (
        select lot.id as lot_id, remaining as lot_points, accepted_debits.amount, sum(remaining) over (
          partition by lot.customer_id order by expires_at nulls last, available_at, lot.id rows unbounded preceding
        ) - remaining as taken_before
        from loyalty_lots as lot join accepted_debits on account_type = 'points' and account_id = lot.customer_id
        where lot.environment_id = ${ctx.environmentId} and lot.state = 'available'
      ), updated_lots as (
        update loyalty_lots set remaining = remaining - least(lot_points, lots.amount - taken_before),
          state = case when lot_points <= lots.amount - taken_before then 'spent' else state end
        from lots
        where environment_id = ${ctx.environmentId} and loyalty_lots.id = lot_id and taken_before < lots.amount
      ), updated_store_credit as (
        update store_credit_accounts set balance = balance - accepted_debits.amount, updated_at = ${ctx.now}
        from accepted_debits
        where environment_id = ${ctx.environmentId} and account_type = 'store_credit' and customer_id = account_id
          and currency = unit and balance >= accepted_debits.amount
        returning entry_id, balance
      ), balances as (
        select * from updated_cards union all select * from updated_points union all select * from updated_store_credit
      ), inserted_entries as (
        insert into ledger_entries (environment_id, id, transaction_id, account_type, account_id, unit, amount, balance_after,
          kind, holder, actor, created_at)
        select ${ctx.environmentId}, side.id, transaction_id, side.account_type, side.account_id, unit, side.amount, side.balance,
          kind, ${holder}, ${actor}, greatest(${ctx.now}::timestamptz, (
            select (max(through) + 1)::timestamp at time zone 'UTC' from ledger_closings
            where environment_id = ${ctx.environmentId}
          ))
        from accepted_debits join balances using (entry_id)
        cross join lateral (values
          (entry_id, accepted_debits.account_type, accepted_debits.account_id, -accepted_debits.amount, balances.balance),
          (counter_entry_id, 'redeemed', null, accepted_debits.amount, null)
        ) as side (id, account_type, account_id, amount, balance)
      )
      select account_type, account_id, account_unit as unit, last4, amount, outcome, balance
      from checked_debits left join balances using (entry_id)
      order by account_type, account_id`,
  )

const HolderBalance = Type.Object({
  accountType: OneOf(ACCOUNT_TYPES),
  accountId: Type.String(),
  unit: Type.String(),
  /** Debited by the holder and not restored. */
  amount: Type.Integer(),
  references: Type.Array(Type.String()),
})
export type HolderBalance = Static<typeof HolderBalance>

export const listHolderBalances = (ctx: Ctx, holder: string) =>
  ctx.db.rows(
    HolderBalance,
    sql`
      select account_type, account_id, unit, (-sum(amount))::bigint as amount,
        array_remove(array_agg(reference), null) as references
      from ledger_entries
      where environment_id = ${ctx.environmentId} and holder = ${holder} and account_id is not null
        and kind in ('debited', 'redeemed', 'restored')
      group by account_type, account_id, unit
      order by account_type, account_id, unit`,
  )
