import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { StoreCreditAccount } from './schemas.ts'

export const listAccounts = (ctx: Ctx, customerId: string) =>
  ctx.db.rows(
    StoreCreditAccount,
    sql`
      select customer_id, json_build_object('amount', balance, 'currency', currency) as balance, created_at, updated_at
      from store_credit_accounts
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
      order by currency`,
  )

/** Does nothing if the account exists. */
export const openAccount = (ctx: Ctx, customerId: string, currency: string) =>
  ctx.db.run(sql`
    insert into store_credit_accounts (environment_id, customer_id, currency, balance, created_at, updated_at)
    values (${ctx.environmentId}, ${customerId}, ${currency}, 0, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, customer_id, currency) do nothing`)

const LockedAccount = Type.Object({ balance: Type.Integer() })

/** Blocks other balance changes until the transaction ends. */
export const lockAccount = (ctx: Ctx, customerId: string, currency: string) =>
  ctx.db.row(
    LockedAccount,
    sql`
      select balance from store_credit_accounts
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and currency = ${currency}
      for no key update`,
  )
