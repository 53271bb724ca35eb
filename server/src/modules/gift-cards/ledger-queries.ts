import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Currency } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'
import {
  type GIFT_CARD_ENTRY_KINDS,
  GIFT_CARD_STATUSES,
  GiftCardAudit,
  GiftCardEntry,
  GiftCardLiability,
  MAX_DRIFT,
} from './schemas.ts'

/** The fields needed to change a balance. */
export const LockedCard = Type.Object({
  id: Id('gc'),
  last4: Type.String(),
  currency: Currency,
  balance: Type.Integer(),
  /** As stored: an `active` card may already have expired. */
  status: OneOf(GIFT_CARD_STATUSES),
  expiresAt: Nullable(Timestamp),
})
export type LockedCard = Static<typeof LockedCard>

/** Blocks other balance changes until the transaction ends. Locks in id order to prevent deadlocks. */
export const lockCards = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    LockedCard,
    sql`
      select id, last4, currency, balance, status, expires_at
      from gift_cards
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id
      for no key update`,
  )

export interface EntryRow {
  entry_id: string
  gift_card_id: string
  kind: (typeof GIFT_CARD_ENTRY_KINDS)[number]
  amount: number
  holder?: string
  reference?: string
  reason?: string
}

const BalanceChange = Type.Object({
  giftCardId: Id('gc'),
  currency: Currency,
  amount: Type.Integer(),
  balance: Type.Integer(),
})
export type BalanceChange = Static<typeof BalanceChange>

/** Changes balance and ledger in one statement. Each card at most once, and it must be locked. */
export const postEntries = (ctx: Ctx, entries: EntryRow[], actor: string) =>
  ctx.db.rows(
    BalanceChange,
    sql`
      with new_entries as (
        select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as row (entry_id text, gift_card_id text, kind text, amount bigint, holder text, reference text, reason text)
      ), updated_cards as (
        update gift_cards set balance = balance + new_entries.amount,
          status = case when new_entries.kind in ('deactivated', 'expired') then new_entries.kind else status end,
          version = version + case when new_entries.kind in ('deactivated', 'expired') then 1 else 0 end,
          updated_at = ${ctx.now}
        from new_entries
        where environment_id = ${ctx.environmentId} and id = new_entries.gift_card_id
        returning id, currency, balance
      ), inserted_entries as (
        insert into gift_card_entries (environment_id, id, gift_card_id, kind, amount, balance_after, holder, reference, reason,
          actor, created_at)
        select ${ctx.environmentId}, entry_id, gift_card_id, kind, amount, balance, holder, reference, reason, ${actor}, ${ctx.now}
        from new_entries join updated_cards on updated_cards.id = new_entries.gift_card_id
      )
      select gift_card_id, currency, amount, balance
      from new_entries join updated_cards on updated_cards.id = new_entries.gift_card_id
      order by gift_card_id`,
  )

export interface DebitRow {
  entry_id: string
  gift_card_id: string
  amount: number
  currency: string
}

const DebitResult = Type.Object({
  giftCardId: Id('gc'),
  last4: Type.String(),
  currency: Currency,
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
  /** Remaining balance; null if the card was not debited. */
  balance: Nullable(Type.Integer()),
})

/**
 * Debits all cards or none. They must be locked by an earlier statement: only a statement that starts afterwards sees
 * concurrent debits by the same holder.
 */
export const debitCards = (ctx: Ctx, holder: string, debits: DebitRow[], actor: string) =>
  ctx.db.rows(
    DebitResult,
    sql`
      with requested_debits as (
        select * from jsonb_to_recordset(${JSON.stringify(debits)}::jsonb)
          as row (entry_id text, gift_card_id text, amount bigint, currency text)
      ), previous_debits as (
        select gift_card_id, -sum(amount) as amount from gift_card_entries
        where environment_id = ${ctx.environmentId} and holder = ${holder}
        group by gift_card_id
      ), checked_debits as (
        select requested_debits.entry_id, gift_cards.id, last4, gift_cards.currency, requested_debits.amount, case
          when previous_debits.amount = requested_debits.amount then 'already_debited'
          when previous_debits.amount > 0 then 'conflicting_debit'
          when gift_cards.currency <> requested_debits.currency then 'currency_mismatch'
          when status = 'deactivated' then 'deactivated'
          when status = 'expired' or expires_at <= ${ctx.now}::timestamptz then 'expired'
          when balance < requested_debits.amount then 'insufficient_balance'
          else 'debited'
        end as outcome
        from requested_debits
        join gift_cards on gift_cards.environment_id = ${ctx.environmentId} and gift_cards.id = requested_debits.gift_card_id
        left join previous_debits on previous_debits.gift_card_id = requested_debits.gift_card_id
      ), updated_cards as (
        update gift_cards set balance = balance - checked_debits.amount, updated_at = ${ctx.now}
        from checked_debits
        where environment_id = ${ctx.environmentId} and gift_cards.id = checked_debits.id and checked_debits.outcome = 'debited'
          and status = 'active' and balance >= checked_debits.amount
          and not exists (select from checked_debits where outcome not in ('debited', 'already_debited'))
        returning gift_cards.id, balance
      ), inserted_entries as (
        insert into gift_card_entries (environment_id, id, gift_card_id, kind, amount, balance_after, holder, actor, created_at)
        select ${ctx.environmentId}, entry_id, id, 'debited', -amount, balance, ${holder}, ${actor}, ${ctx.now}
        from checked_debits join updated_cards using (id)
      )
      select id as gift_card_id, last4, currency, amount, outcome, balance
      from checked_debits left join updated_cards using (id)
      order by id`,
  )

const HolderBalance = Type.Object({
  giftCardId: Id('gc'),
  /** Debited by the holder and not restored. */
  amount: Type.Integer(),
  references: Type.Array(Type.String()),
})

export const listHolderBalances = (ctx: Ctx, holder: string, ids: string[]) =>
  ctx.db.rows(
    HolderBalance,
    sql`
      select gift_card_id, (-sum(amount))::bigint as amount, array_remove(array_agg(reference), null) as references
      from gift_card_entries
      where environment_id = ${ctx.environmentId} and holder = ${holder} and gift_card_id = any(${ids})
      group by gift_card_id`,
  )

const HolderDebit = Type.Object({ giftCardId: Type.String(), amount: Type.Integer() })

/** Debited by the holder and not restored. */
export const listHolderDebits = (ctx: Ctx, holder: string) =>
  ctx.db.rows(
    HolderDebit,
    sql`
      select gift_card_id, (-sum(amount))::bigint as amount
      from gift_card_entries
      where environment_id = ${ctx.environmentId} and holder = ${holder}
      group by gift_card_id
      having sum(amount) < 0
      order by gift_card_id`,
  )

const LedgerRow = Type.Object({
  ...Type.Omit(GiftCardEntry, ['orderId', 'refundId']).properties,
  holder: Nullable(Type.String()),
  reference: Nullable(Type.String()),
})

export const listEntries = (ctx: Ctx, { before, take }: Keyset, giftCardId: string) =>
  ctx.db.rows(
    LedgerRow,
    sql`
      select gift_card_entries.id, kind, json_build_object('amount', amount, 'currency', currency) as amount,
        json_build_object('amount', balance_after, 'currency', currency) as balance_after, holder, reference, reason, actor,
        gift_card_entries.created_at
      from gift_card_entries
      join gift_cards on gift_cards.environment_id = ${ctx.environmentId} and gift_cards.id = gift_card_id
      where gift_card_entries.environment_id = ${ctx.environmentId} and gift_card_id = ${giftCardId}
        and gift_card_entries.id < ${before}
      order by gift_card_entries.id desc
      limit ${take}`,
  )

const LiabilityRow = GiftCardLiability.properties.data.items

/** Computed from the ledger only, so that it can be reported for any past date, such as the end of a year. */
export const listLiabilities = (ctx: Ctx, at: string) =>
  ctx.db.rows(
    LiabilityRow,
    sql`
      with cards as (
        select gift_card_id, sum(amount) as outstanding,
          coalesce(sum(amount) filter (where kind in ('issued', 'credited')), 0) as issued,
          coalesce(-sum(amount) filter (where kind in ('debited', 'restored')), 0) as redeemed,
          coalesce(-sum(amount) filter (where kind = 'expired'), 0) as expired,
          coalesce(-sum(amount) filter (where kind = 'deactivated'), 0) as deactivated
        from gift_card_entries
        where environment_id = ${ctx.environmentId} and created_at <= ${at}::timestamptz
        group by gift_card_id
      )
      select currency,
        json_build_object('amount', sum(outstanding), 'currency', currency) as outstanding,
        json_build_object('amount', sum(issued), 'currency', currency) as issued,
        json_build_object('amount', sum(redeemed), 'currency', currency) as redeemed,
        json_build_object('amount', sum(expired), 'currency', currency) as expired,
        json_build_object('amount', sum(deactivated), 'currency', currency) as deactivated,
        count(*) filter (where outstanding > 0) as count
      from cards
      join gift_cards on gift_cards.environment_id = ${ctx.environmentId} and gift_cards.id = cards.gift_card_id
      group by currency
      order by currency`,
  )

/** A single statement sees one snapshot, so concurrent payments don't show up as drift. */
export const auditCards = (ctx: Ctx) =>
  ctx.db.one(
    GiftCardAudit,
    sql`
      with ledger as (
        select gift_card_id, sum(amount) as total from gift_card_entries
        where environment_id = ${ctx.environmentId}
        group by gift_card_id
      ), drift as (
        select id, balance, coalesce(total, 0) as total
        from gift_cards left join ledger on gift_card_id = id
        where environment_id = ${ctx.environmentId} and balance <> coalesce(total, 0)
      ), reported as (
        select * from drift order by id limit ${MAX_DRIFT}
      )
      select (select count(*) from gift_cards where environment_id = ${ctx.environmentId}) as checked_cards,
        (select count(*) from drift) as drift_count,
        coalesce((
          select json_agg(json_build_object('giftCardId', id, 'balance', balance, 'ledger', total)) from reported
        ), '[]') as drift`,
  )

const ExpiredCards = Type.Object({ environmentId: Uuid, ids: Type.Array(Id('gc')) })

/** Up to `take` expired cards that are not written off yet, grouped by environment. */
export const listExpiredCards = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    ExpiredCards,
    sql`
      /* all environments: maintenance of the installation */
      select environment_id, array_agg(id) as ids
      from (
        select environment_id, id from gift_cards
        where status = 'active' and expires_at <= ${ctx.now}::timestamptz
        order by expires_at
        limit ${take}
      ) as due
      group by environment_id`,
  )
