import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'
import { AnswerCard, AnswerEngine, AnswerUsage, Citation } from '../assistant/schemas.ts'
import { ChatConversation, ChatMessage, ChatNotice, ChatToolCall } from './schemas.ts'

const { channel, owner, status, visitorId, customerId, cartId, locale, ticketId, rating } = ChatConversation.properties

export const ConversationRow = Type.Object({
  id: Id('conv'),
  channel,
  visitorId,
  customerId,
  verifiedEmail: Nullable(Type.String()),
  verifiedUntil: Nullable(Timestamp),
  cartId,
  locale,
  owner,
  status,
  ticketId,
  state: Type.Record(Type.String(), Type.Unknown()),
  turnId: Nullable(Id('cmsg')),
  turnMessageId: Nullable(Id('cmsg')),
  turnHeartbeatAt: Nullable(Timestamp),
  lastMessageAt: Timestamp,
  lastMessageRole: ChatMessage.properties.role,
  lastMessagePreview: Type.String(),
  messageCount: Type.Integer(),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  costMillionths: Type.Integer(),
  costCurrency: Nullable(Type.String()),
  rating,
  ratingComment: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ConversationRow = Static<typeof ConversationRow>

export const insertConversation = (ctx: Ctx, row: ConversationRow, clientId: string | null) =>
  ctx.db.run(sql`
    insert into chat_conversations (environment_id, id, client_id, channel, visitor_id, customer_id, cart_id, locale, owner,
      status, state, turn_id, turn_message_id, turn_heartbeat_at, is_stop_requested, last_message_at, last_message_role,
      last_message_preview, message_count, input_tokens, output_tokens, cost_millionths, created_at, updated_at)
    values (${ctx.environmentId}, ${row.id}, ${clientId}, ${row.channel}, ${row.visitorId}, ${row.customerId},
      ${row.cartId}, ${row.locale}, ${row.owner}, ${row.status}, ${JSON.stringify(row.state)}, ${row.turnId},
      ${row.turnMessageId}, ${row.turnHeartbeatAt}, false, ${row.lastMessageAt}, ${row.lastMessageRole},
      ${row.lastMessagePreview}, ${row.messageCount}, 0, 0, 0, ${row.createdAt}, ${row.updatedAt})
    on conflict (environment_id, client_id, visitor_id) where client_id is not null do nothing
    returning id`)

export const findConversation = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ConversationRow,
    sql`
      select id, channel, visitor_id, customer_id, verified_email, verified_until, cart_id, locale, owner, status, ticket_id,
        state, turn_id, turn_message_id, turn_heartbeat_at, last_message_at, last_message_role, last_message_preview,
        message_count, input_tokens, output_tokens, cost_millionths, cost_currency, rating, rating_comment, created_at,
        updated_at
      from chat_conversations
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

const Readiness = Type.Object({
  owner,
  customerId,
  turnId: Nullable(Id('cmsg')),
  turnHeartbeatAt: Nullable(Timestamp),
  isKnownMessage: Type.Boolean(),
})

export const findReadiness = (ctx: Ctx, id: string, clientMessageId: string | null) =>
  ctx.db.row(
    Readiness,
    sql`
      select owner, customer_id, turn_id, turn_heartbeat_at, exists (
        select 1 from chat_messages
        where chat_messages.environment_id = ${ctx.environmentId} and chat_messages.conversation_id = ${id}
          and chat_messages.client_message_id = ${clientMessageId}
      ) as is_known_message
      from chat_conversations
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** Changes by others wait until the transaction ends. */
export const lockConversation = (ctx: Ctx, id: string) =>
  ctx.db.row(
    ConversationRow,
    sql`
      select id, channel, visitor_id, customer_id, verified_email, verified_until, cart_id, locale, owner, status, ticket_id,
        state, turn_id, turn_message_id, turn_heartbeat_at, last_message_at, last_message_role, last_message_preview,
        message_count, input_tokens, output_tokens, cost_millionths, cost_currency, rating, rating_comment, created_at,
        updated_at
      from chat_conversations
      where environment_id = ${ctx.environmentId} and id = ${id}
      for update`,
  )

const ConversationRef = Type.Object({ id: Id('conv') })

/** Visitors may have made up the same ID: then only the newest can be read without naming the visitor. */
export const findIdByClientId = (ctx: Ctx, clientId: string, visitorId: string | null, isAnyVisitor: boolean) =>
  ctx.db.row(
    ConversationRef,
    sql`
      select id from chat_conversations
      where environment_id = ${ctx.environmentId} and client_id = ${clientId}
        and (${isAnyVisitor}::boolean or visitor_id is not distinct from ${visitorId}::text)
      order by created_at desc
      limit 1`,
  )

/** Of a locked conversation. A turn that ends or begins starts without a partial answer and without a request to stop. */
export const saveConversation = (ctx: Ctx, row: ConversationRow) =>
  ctx.db.run(sql`
    update chat_conversations
    set visitor_id = ${row.visitorId}, customer_id = ${row.customerId}, cart_id = ${row.cartId}, locale = ${row.locale},
      owner = ${row.owner}, status = ${row.status}, ticket_id = ${row.ticketId}, state = ${JSON.stringify(row.state)},
      turn_id = ${row.turnId}, turn_message_id = ${row.turnMessageId}, turn_heartbeat_at = ${row.turnHeartbeatAt},
      turn_events = case when turn_id is not distinct from ${row.turnId}::text then turn_events end,
      is_stop_requested = is_stop_requested and turn_id is not distinct from ${row.turnId}::text,
      last_message_at = ${row.lastMessageAt}, last_message_role = ${row.lastMessageRole},
      last_message_preview = ${row.lastMessagePreview}, message_count = ${row.messageCount},
      input_tokens = ${row.inputTokens}, output_tokens = ${row.outputTokens}, cost_millionths = ${row.costMillionths},
      cost_currency = ${row.costCurrency}, rating = ${row.rating}, rating_comment = ${row.ratingComment},
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${row.id}`)

export const saveCart = (ctx: Ctx, id: string, cartId: string) =>
  ctx.db.run(sql`
    update chat_conversations set cart_id = ${cartId} where environment_id = ${ctx.environmentId} and id = ${id}`)

export const saveVerifiedEmail = (ctx: Ctx, id: string, email: string, until: Date) =>
  ctx.db.run(sql`
    update chat_conversations set verified_email = ${email}, verified_until = ${until}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const { id, conversationId, role, text } = ChatMessage.properties

export const MessageRow = Type.Object({
  id,
  conversationId,
  role,
  text,
  replyToId: Nullable(Id('cmsg')),
  status: ChatMessage.properties.status,
  intent: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  citations: Nullable(Type.Array(Citation)),
  cards: Nullable(Type.Array(AnswerCard)),
  suggestions: Nullable(Type.Array(Type.String())),
  notices: Nullable(Type.Array(ChatNotice)),
  toolCalls: Nullable(Type.Array(ChatToolCall)),
  engine: Nullable(AnswerEngine),
  usage: Nullable(AnswerUsage),
  durationMs: Nullable(Type.Integer()),
  rating,
  authorName: Nullable(Type.String()),
  clientMessageId: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type MessageRow = Static<typeof MessageRow>

export type NewMessageRow = Pick<MessageRow, 'id' | 'conversationId' | 'role' | 'text' | 'createdAt'> &
  Partial<MessageRow> & { ticketMessageId?: string }

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

/** Returns 0 if the same message was stored before. */
export const insertMessage = (ctx: Ctx, row: NewMessageRow) =>
  ctx.db.run(sql`
    insert into chat_messages (environment_id, id, conversation_id, role, text, reply_to_id, status, intent, locale,
      citations, cards, suggestions, notices, tool_calls, engine, usage, duration_ms, author_name, ticket_message_id,
      client_message_id, created_at)
    values (${ctx.environmentId}, ${row.id}, ${row.conversationId}, ${row.role}, ${row.text}, ${row.replyToId ?? null},
      ${row.status ?? null}, ${row.intent ?? null}, ${row.locale ?? null}, ${json(row.citations)}, ${json(row.cards)},
      ${json(row.suggestions)}, ${json(row.notices)}, ${json(row.toolCalls)}, ${json(row.engine)}, ${json(row.usage)},
      ${row.durationMs ?? null}, ${row.authorName ?? null}, ${row.ticketMessageId ?? null},
      ${row.clientMessageId ?? null}, ${row.createdAt})
    on conflict do nothing
    returning id`)

export const findMessage = (ctx: Ctx, id: string) =>
  ctx.db.row(
    MessageRow,
    sql`
      select id, conversation_id, role, text, reply_to_id, status, intent, locale, citations, cards, suggestions, notices,
        tool_calls, engine, usage, duration_ms, rating, author_name, client_message_id, created_at
      from chat_messages
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const findByClientMessageId = (ctx: Ctx, conversationId: string, clientMessageId: string) =>
  ctx.db.row(
    MessageRow,
    sql`
      select id, conversation_id, role, text, reply_to_id, status, intent, locale, citations, cards, suggestions, notices,
        tool_calls, engine, usage, duration_ms, rating, author_name, client_message_id, created_at
      from chat_messages
      where environment_id = ${ctx.environmentId} and conversation_id = ${conversationId}
        and client_message_id = ${clientMessageId}`,
  )

export const findAnswerTo = (ctx: Ctx, messageId: string) =>
  ctx.db.row(
    MessageRow,
    sql`
      select id, conversation_id, role, text, reply_to_id, status, intent, locale, citations, cards, suggestions, notices,
        tool_calls, engine, usage, duration_ms, rating, author_name, client_message_id, created_at
      from chat_messages
      where environment_id = ${ctx.environmentId} and reply_to_id = ${messageId}`,
  )

export const deleteAnswerTo = (ctx: Ctx, messageId: string) =>
  ctx.db.run(sql`
    delete from chat_messages where environment_id = ${ctx.environmentId} and reply_to_id = ${messageId} returning id`)

/** Newest first. */
export const listMessages = (ctx: Ctx, conversationId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    MessageRow,
    sql`
      select id, conversation_id, role, text, reply_to_id, status, intent, locale, citations, cards, suggestions, notices,
        tool_calls, engine, usage, duration_ms, rating, author_name, client_message_id, created_at
      from chat_messages
      where environment_id = ${ctx.environmentId} and conversation_id = ${conversationId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

export const HistoryRow = Type.Object({ role, text })

/** Newest first: what was said before a message. */
export const listHistory = (ctx: Ctx, conversationId: string, before: string, limit: number) =>
  ctx.db.rows(
    HistoryRow,
    sql`
      select role, text from chat_messages
      where environment_id = ${ctx.environmentId} and conversation_id = ${conversationId} and id < ${before} and text <> ''
      order by id desc
      limit ${limit}`,
  )

export const rateMessage = (ctx: Ctx, conversationId: string, messageId: string, rating: string) =>
  ctx.db.run(sql`
    update chat_messages set rating = ${rating}
    where environment_id = ${ctx.environmentId} and conversation_id = ${conversationId} and id = ${messageId}
      and role = 'assistant'
    returning id`)

export const closeIdleConversations = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    update chat_conversations set status = 'closed', updated_at = ${ctx.now} where (environment_id, id) in (
      select environment_id, id from chat_conversations
      where last_message_at < ${before}::timestamptz and status = 'open' and owner = 'assistant'
      limit ${limit}
    ) and last_message_at < ${before}::timestamptz and status = 'open' and owner = 'assistant'
    returning id`)

/** Checked again: a visitor may have written meanwhile. */
export const deleteOldConversations = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from chat_conversations where (environment_id, id) in (
      select environment_id, id from chat_conversations
      where last_message_at < ${before}::timestamptz and customer_id is null
      limit ${limit}
    ) and last_message_at < ${before}::timestamptz and customer_id is null
    returning id`)

const TurnState = Type.Object({
  turnId: Nullable(Id('cmsg')),
  turnHeartbeatAt: Nullable(Timestamp),
  turnEvents: Nullable(Type.Array(Type.Unsafe<{ type: string }>({ type: 'object' }))),
})

export const findTurn = (ctx: Ctx, conversationId: string) =>
  ctx.db.row(
    TurnState,
    sql`
      select turn_id, turn_heartbeat_at, turn_events from chat_conversations
      where environment_id = ${ctx.environmentId} and id = ${conversationId}`,
  )

const FlushResult = Type.Object({ isStopRequested: Type.Boolean() })

/** Undefined if the turn is no longer this one: a person took over, or another server did. Without events, only says that the server lives. */
export const flushTurn = (ctx: Ctx, conversationId: string, turnId: string, events: string | null, now: Date) =>
  ctx.db.row(
    FlushResult,
    sql`
      update chat_conversations set turn_heartbeat_at = ${now}, turn_events = coalesce(${events}::json, turn_events)
      where environment_id = ${ctx.environmentId} and id = ${conversationId} and turn_id = ${turnId}
      returning is_stop_requested`,
  )

const StoppedTurn = Type.Object({ turnId: Id('cmsg') })

export const requestStop = (ctx: Ctx, conversationId: string) =>
  ctx.db.row(
    StoppedTurn,
    sql`
      update chat_conversations set is_stop_requested = true
      where environment_id = ${ctx.environmentId} and id = ${conversationId} and turn_id is not null
      returning turn_id`,
  )

export const clearTurn = (ctx: Ctx, conversationId: string, turnId: string) =>
  ctx.db.run(sql`
    update chat_conversations
    set turn_id = null, turn_message_id = null, turn_heartbeat_at = null, turn_events = null, is_stop_requested = false
    where environment_id = ${ctx.environmentId} and id = ${conversationId} and turn_id = ${turnId}`)

const OrderRef = Type.Object({ id: Id('ord') })

export const listOrderIds = (ctx: Ctx, numbers: number[]) =>
  ctx.db.rows(
    OrderRef,
    sql`select id from orders where environment_id = ${ctx.environmentId} and number = any(${numbers}::bigint[]) limit 20`,
  )
