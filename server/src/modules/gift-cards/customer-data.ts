import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** The card keeps its balance: whoever has the code can spend it. */
export const eraseRecipients = async (ctx: Ctx, { giftCardIds }: Person): Promise<RowCounts> => ({
  gift_cards: await ctx.db.run(sql`
    update gift_cards set recipient_name = null, recipient_email = null, staff_note = null, version = version + 1,
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = any(${giftCardIds})`),
})
