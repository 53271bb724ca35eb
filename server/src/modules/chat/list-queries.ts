import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset, TimeKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id, Timestamp } from '../../kit/schema.ts'
import { ConversationRow } from './queries.ts'
import { type ChatConversationsQuery, ChatQuestion, type ChatQuestionsQuery } from './schemas.ts'

const ListedConversation = Type.Object({ ...ConversationRow.properties, at: Timestamp })

/** By their last message, newest first. */
export const listConversations = (ctx: Ctx, query: ChatConversationsQuery, { at, id, take }: TimeKeyset) =>
  ctx.db.rows(
    ListedConversation,
    withCustomPlan(sql`
      select id, channel, visitor_id, customer_id, verified_email, verified_until, cart_id, locale, owner, status, ticket_id,
        state, turn_id, turn_message_id, turn_heartbeat_at, last_message_at, last_message_role, last_message_preview,
        message_count, input_tokens, output_tokens, cost_millionths, cost_currency, rating, rating_comment, created_at,
        updated_at, last_message_at as at
      from chat_conversations
      where environment_id = ${ctx.environmentId} and (last_message_at, id) < (${at}::timestamptz, ${id})
        and (${query.owner ?? null}::text is null or owner = ${query.owner ?? null})
        and (${query.status ?? null}::text is null or status = ${query.status ?? null})
        and (${query.customer ?? null}::text is null or customer_id = ${query.customer ?? null})
        and (${query.q ?? null}::text is null or id in (
          select conversation_id from chat_messages
          where environment_id = ${ctx.environmentId} and words @@ plainto_tsquery('simple'::regconfig, ${query.q ?? null})
        ))
      order by last_message_at desc, id desc
      limit ${take}`),
  )

/** Answers that did not help by themselves, with what was asked, newest first. */
export const listQuestions = (ctx: Ctx, query: ChatQuestionsQuery, { before, take }: Keyset) =>
  ctx.db.rows(
    ChatQuestion,
    withCustomPlan(sql`
      select answers.id, answers.conversation_id, questions.text as question, answers.text as answer, answers.status,
        answers.intent, answers.locale, answers.created_at
      from chat_messages as answers
      join chat_messages as questions
        on questions.environment_id = answers.environment_id and questions.id = answers.reply_to_id
      where answers.environment_id = ${ctx.environmentId} and questions.environment_id = ${ctx.environmentId}
        and answers.id < ${before} and answers.status in ('unknown', 'asked', 'handed_over')
        and (${query.status ?? null}::text is null or answers.status = ${query.status ?? null})
        and (${query.createdFrom ?? null}::timestamptz is null or answers.created_at >= ${query.createdFrom ?? null})
        and (${query.createdTo ?? null}::timestamptz is null or answers.created_at < ${query.createdTo ?? null})
      order by answers.id desc
      limit ${take}`),
  )

const ConversationRef = Type.Object({ id: Id('conv') })

/** Of a ticket, or of those that were merged into it. */
export const listIdsByTicket = (ctx: Ctx, ticketId: string) =>
  ctx.db.rows(
    ConversationRef,
    sql`
      with recursive merged as (
        select id from tickets where environment_id = ${ctx.environmentId} and id = ${ticketId}
        union
        select tickets.id from tickets join merged on tickets.merged_into_id = merged.id
        where tickets.environment_id = ${ctx.environmentId}
      )
      select id from chat_conversations
      where environment_id = ${ctx.environmentId} and ticket_id in (select id from merged)`,
  )
