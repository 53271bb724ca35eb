import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { OneOf } from '../../../kit/schema.ts'
import type { LOYALTY_ENTRY_KINDS } from '../schemas.ts'

/** Blocks other balance changes until the transaction ends. Returns the number of accounts: one or zero. */
export const lockAccount = (ctx: Ctx, customerId: string) =>
  ctx.db.run(sql`
    select customer_id from loyalty_accounts
    where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
    for no key update`)

export interface NewEntryRow {
  entryId: string
  customerId: string
  kind: (typeof LOYALTY_ENTRY_KINDS)[number]
  points: number
  holder?: string
  reference?: string
  reason?: string
}

const NewBalance = Type.Object({ balance: Type.Integer() })

/** Changes balance and ledger in one statement; no row if the balance would leave the range from 0 to `maxBalance`. */
export const postEntry = (
  ctx: Ctx,
  { entryId, customerId, kind, points, ...details }: NewEntryRow,
  maxBalance: number,
  actor: string,
) =>
  ctx.db.row(
    NewBalance,
    sql`
      with updated_account as (
        update loyalty_accounts set balance = balance + ${points}, updated_at = ${ctx.now}
        where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
          and balance + ${points} between 0 and ${maxBalance}
        returning balance
      )
      insert into loyalty_entries (environment_id, id, customer_id, kind, points, balance_after, holder, reference, reason, actor,
        created_at)
      select ${ctx.environmentId}, ${entryId}, ${customerId}, ${kind}, ${points}, balance, ${details.holder ?? null},
        ${details.reference ?? null}, ${details.reason ?? null}, ${actor}, ${ctx.now}
      from updated_account
      returning balance_after as balance`,
  )

const RedemptionResult = Type.Object({
  outcome: OneOf(['redeemed', 'already_redeemed', 'conflicting_redemption', 'insufficient_balance']),
  balance: Type.Integer(),
  isRedeemed: Type.Boolean(),
})

/**
 * The account must be locked by an earlier statement: only a statement that starts afterwards sees concurrent debits by
 * the same holder. No row if there is no account.
 */
export const redeem = (
  ctx: Ctx,
  holder: string,
  { entryId, customerId, points }: { entryId: string; customerId: string; points: number },
  actor: string,
) =>
  ctx.db.row(
    RedemptionResult,
    sql`
      with checked_account as (
        select balance, case
          when previous_entries.points = ${points} then 'already_redeemed'
          when previous_entries.points > 0 then 'conflicting_redemption'
          when balance < ${points} then 'insufficient_balance'
          else 'redeemed'
        end as outcome
        from loyalty_accounts
        cross join (
          select coalesce(-sum(points), 0) as points from loyalty_entries
          where environment_id = ${ctx.environmentId} and holder = ${holder}
        ) as previous_entries
        where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
      ), updated_account as (
        update loyalty_accounts set balance = loyalty_accounts.balance - ${points}, updated_at = ${ctx.now}
        from checked_account
        where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and outcome = 'redeemed'
          and loyalty_accounts.balance >= ${points}
        returning loyalty_accounts.balance
      ), inserted_entry as (
        insert into loyalty_entries (environment_id, id, customer_id, kind, points, balance_after, holder, actor, created_at)
        select ${ctx.environmentId}, ${entryId}, ${customerId}, 'redeemed', -${points}::bigint, balance, ${holder}, ${actor},
          ${ctx.now}
        from updated_account
      )
      select outcome, coalesce((select balance from updated_account), balance) as balance, exists (select from updated_account) as is_redeemed
      from checked_account`,
  )

const HolderBalance = Type.Object({
  /** Debited by the holder and not restored. */
  points: Type.Integer(),
  references: Type.Array(Type.String()),
})

export const getHolderBalance = (ctx: Ctx, holder: string) =>
  ctx.db.one(
    HolderBalance,
    sql`
      select coalesce(-sum(points), 0)::bigint as points,
        coalesce(array_agg(reference) filter (where reference is not null), '{}') as references
      from loyalty_entries
      where environment_id = ${ctx.environmentId} and holder = ${holder}`,
  )
