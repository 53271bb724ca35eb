import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset, TimeKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Id, Timestamp } from '../../kit/schema.ts'
import { ConversationRow } from './queries.ts'
import {
  ChatConversationSummary,
  type ChatConversationsQuery,
  ChatQuestion,
  type ChatQuestionsQuery,
} from './schemas.ts'

const { customerName, lastStatus } = ChatConversationSummary.properties
const ListedConversation = Type.Object({ ...ConversationRow.properties, customerName, lastStatus, at: Timestamp })

/** By their last message, newest first. */
export const listConversations = (
  ctx: Ctx,
  query: ChatConversationsQuery,
  ids: string[] | null,
  { at, id, take }: TimeKeyset,
) =>
  ctx.db.rows(
    ListedConversation,
    withCustomPlan(sql`
      select id, channel, visitor_id, customer_id, verified_email, verified_until, cart_id, locale, owner, status, ticket_id,
        state, turn_id, turn_message_id, turn_heartbeat_at, last_message_at, last_message_role, last_message_preview,
        message_count, input_tokens, output_tokens, cost_millionths, cost_currency, rating, rating_comment, created_at,
        updated_at, last_message_at as at,
        (
          select name from customers
          where environment_id = ${ctx.environmentId} and customers.id = chat_conversations.customer_id
        ) as customer_name,
        (
          select status from chat_messages
          where environment_id = ${ctx.environmentId} and conversation_id = chat_conversations.id and role = 'assistant'
          order by chat_messages.id desc
          limit 1
        ) as last_status
      from chat_conversations
      where environment_id = ${ctx.environmentId} and (last_message_at, id) < (${at}::timestamptz, ${id})
        and (${query.owner ?? null}::text is null or owner = ${query.owner ?? null})
        and (${query.status ?? null}::text is null or status = ${query.status ?? null})
        and (${query.customer ?? null}::text is null or customer_id = ${query.customer ?? null})
        and (${query.channel ?? null}::text is null or channel = ${query.channel ?? null})
        and (${ids}::text[] is null or id = any(${ids}::text[]))
        and (${query.q ?? null}::text is null or id in (
          select conversation_id from chat_messages
          where environment_id = ${ctx.environmentId} and words @@ plainto_tsquery('simple'::regconfig, ${query.q ?? null})
        ))
      order by last_message_at desc, id desc
      limit ${take}`),
  )

/** Answers that did not help customers by themselves, with what was asked, newest first. */
export const listQuestions = (ctx: Ctx, query: ChatQuestionsQuery, { before, take }: Keyset) =>
  ctx.db.rows(
    ChatQuestion,
    withCustomPlan(sql`
      select answers.id, answers.conversation_id, questions.text as question, answers.text as answer, answers.status,
        answers.intent, answers.locale, answers.resolved_at is not null as resolved, answers.created_at
      from chat_messages as answers
      join chat_messages as questions
        on questions.environment_id = answers.environment_id and questions.id = answers.reply_to_id
      join chat_conversations
        on chat_conversations.environment_id = answers.environment_id and chat_conversations.id = answers.conversation_id
      where answers.environment_id = ${ctx.environmentId} and questions.environment_id = ${ctx.environmentId}
        and chat_conversations.environment_id = ${ctx.environmentId} and chat_conversations.channel <> 'dashboard'
        and (answers.resolved_at is not null) = ${query.resolved ?? false}::boolean
        and answers.id < ${before} and answers.status in ('unknown', 'clarification_required', 'handed_over')
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

const ResolvedQuestion = Type.Object({ id: Id('cmsg') })

/** A question keeps the time at which it was first resolved. Undefined if the question does not exist. */
export const resolveQuestion = (ctx: Ctx, id: string, resolved: boolean) =>
  ctx.db.row(
    ResolvedQuestion,
    sql`
      update chat_messages
      set resolved_at = case when ${resolved}::boolean then coalesce(resolved_at, ${ctx.now}::timestamptz) end
      where environment_id = ${ctx.environmentId} and id = ${id} and status in ('unknown', 'clarification_required', 'handed_over')
      returning id`,
  )

export const findQuestion = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ChatQuestion,
    sql`
      select answers.id, answers.conversation_id, questions.text as question, answers.text as answer, answers.status,
        answers.intent, answers.locale, answers.resolved_at is not null as resolved, answers.created_at
      from chat_messages as answers
      join chat_messages as questions
        on questions.environment_id = answers.environment_id and questions.id = answers.reply_to_id
      where answers.environment_id = ${ctx.environmentId} and questions.environment_id = ${ctx.environmentId}
        and answers.id = ${id} and answers.status in ('unknown', 'clarification_required', 'handed_over')`,
  )
