import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Both sides of a transaction have the text. The amounts stay, or the ledger would not add up. */
export const eraseReasons = async (ctx: Ctx, { customerIds, giftCardIds }: Person): Promise<RowCounts> => ({
  ledger_entries: await ctx.db.run(sql`
    update ledger_entries set reason = 'Erased'
    where environment_id = ${ctx.environmentId} and reason is not null and transaction_id in (
      select transaction_id from ledger_entries as own
      where own.environment_id = ${ctx.environmentId} and own.account_id = any(${[...customerIds, ...giftCardIds]})
    )`),
})
