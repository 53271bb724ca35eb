import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Keeps who did what to which ID; a reason is free text. */
export const eraseAuditReasons = async (ctx: Ctx, { customerIds, giftCardIds }: Person): Promise<RowCounts> => ({
  audit_entries: await ctx.db.run(sql`
    update audit_entries set details = details - 'reason'
    where workspace_id = ${ctx.workspaceId} and details ? 'reason'
      and (subject = any(${customerIds}) or details ->> 'giftCardId' = any(${giftCardIds}))`),
})
