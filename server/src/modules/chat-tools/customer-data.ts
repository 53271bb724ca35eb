import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** Also what they asked before they had proven who they are, in the same session. Call it before their conversations are erased. */
export const eraseToolCalls = async (ctx: Ctx, { customerIds, emails, customerKeys }: Person): Promise<RowCounts> => ({
  chat_tool_calls: await ctx.db.run(sql`
    delete from chat_tool_calls
    where environment_id = ${ctx.environmentId}
      and (customer_id = any(${customerIds}) or email = any(${emails}) or session_id in (
        select session_id from chat_tool_calls
        where environment_id = ${ctx.environmentId} and (customer_id = any(${customerIds}) or email = any(${emails}))
        union all
        select session_id from chat_verification_codes
        where environment_id = ${ctx.environmentId} and email = any(${emails}) and verified_at is not null
        union all
        select id from chat_conversations
        where environment_id = ${ctx.environmentId}
          and (customer_id = any(${customerIds}) or verified_email = any(${emails}))
      ))`),
  chat_verification_codes: await ctx.db.run(
    sql`delete from chat_verification_codes where environment_id = ${ctx.environmentId} and email = any(${emails})`,
  ),
  chat_tool_limits: await ctx.db.run(
    sql`delete from chat_tool_limits where environment_id = ${ctx.environmentId} and subject = any(${customerKeys})`,
  ),
})
