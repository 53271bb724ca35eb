import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'

const AccountRow = Type.Object({
  customerId: Id('cus'),
  balance: Type.Integer(),
  tier: Nullable(Type.String()),
  tierUntil: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type AccountRow = Static<typeof AccountRow>

export const findAccount = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    AccountRow,
    sql`
      select customer_id, balance, tier, tier_until, created_at, updated_at
      from loyalty_accounts where environment_id = ${ctx.environmentId} and customer_id = ${customerId}`,
  )

const CodeRow = Type.Object({ code: Type.String() })

/** The code that the customer shares; others came with a merge. */
export const findReferralCode = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    CodeRow,
    sql`
      select code from referral_codes
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and is_primary`,
  )

/** Returns false, and does nothing, if the account exists. */
export const openAccount = async (ctx: Ctx, customerId: string): Promise<boolean> =>
  (await ctx.db.run(sql`
    insert into loyalty_accounts (environment_id, customer_id, balance, created_at, updated_at)
    values (${ctx.environmentId}, ${customerId}, 0, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, customer_id) do nothing`)) === 1
