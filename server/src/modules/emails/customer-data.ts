import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Keeps that an email was sent, and when. One that still waits is never sent. */
export const eraseEmails = async (ctx: Ctx, { orderIds, sharedOrderIds, emails }: Person): Promise<RowCounts> => ({
  emails: await ctx.db.run(sql`
    update emails set recipient = '', subject = '', text = null, html = null, secret = null, error = null,
      status = case when status = 'queued' then 'suppressed' else status end
    where environment_id = ${ctx.environmentId}
      and (order_id = any(${orderIds})
        or (order_id = any(${sharedOrderIds}) or kind in ('login_code', 'chat_code')) and lower(recipient) = any(${emails}))`),
})
