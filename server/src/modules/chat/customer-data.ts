import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

const ConversationRef = Type.Object({ id: Type.String() })

/** Deletes their conversations: what the assistant said is about them, too. */
export async function eraseConversations(ctx: Ctx, { customerIds, emails }: Person): Promise<RowCounts> {
  const conversations = await ctx.db.rows(
    ConversationRef,
    sql`
      select id from chat_conversations where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
      union
      select id from chat_conversations where environment_id = ${ctx.environmentId} and verified_email = any(${emails})`,
  )
  const ids = conversations.map(({ id }) => id)
  return {
    chat_messages: await ctx.db.run(sql`
      delete from chat_messages
      where environment_id = ${ctx.environmentId} and conversation_id = any(${ids})
      returning id`),
    chat_conversations: await ctx.db.run(sql`
      delete from chat_conversations
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      returning id`),
  }
}

/** Of the conversations in `ids`, or of all, those of `fromId`. Returns their IDs, so that a merge can be reversed. */
export async function moveConversations(ctx: Ctx, fromId: string, toId: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    ConversationRef,
    sql`
      update chat_conversations set customer_id = ${toId}, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and customer_id = ${fromId}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}
