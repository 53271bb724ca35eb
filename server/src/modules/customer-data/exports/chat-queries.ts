import { sql } from '../../../db/sql.ts'
import { ExportedRow, type ListRows, PAGE_SIZE } from './exported-row.ts'

/** Of the signed-in customer, or of whoever proved to have one of their emails. */
const chatConversations: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(chat_conversations) - '{environment_id}'::text[] as row from chat_conversations
      where environment_id = ${ctx.environmentId} and id > ${after} and id in (
        select id from chat_conversations where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from chat_conversations where environment_id = ${ctx.environmentId} and verified_email = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

const chatMessages: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(chat_messages) - '{environment_id,words}'::text[] as row from chat_messages
      where environment_id = ${ctx.environmentId} and id > ${after} and conversation_id in (
        select id from chat_conversations where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds})
        union
        select id from chat_conversations where environment_id = ${ctx.environmentId} and verified_email = any(${emails})
      )
      order by id limit ${PAGE_SIZE}`,
  )

export const CHAT_SECTIONS: Record<string, ListRows> = { chatConversations, chatMessages }
