import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, timeKeyset, toPage, toTimePage } from '../../db/page.ts'
import { notFound } from '../../kit/errors.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { toPreview } from '../../kit/preview.ts'
import * as listQueries from './list-queries.ts'
import { newLiveTurns } from './live-turns.ts'
import * as queries from './queries.ts'
import type {
  ChatConversation,
  ChatConversationChanges,
  ChatConversationSummary,
  ChatConversationsQuery,
  ChatFeedback,
  ChatHistory,
  ChatMessage,
  ChatMessagesQuery,
  ChatQuestion,
  ChatQuestionChanges,
  ChatQuestionsQuery,
} from './schemas.ts'

/** A server that has not said for so long that it writes an answer is dead: another one may answer. */
export const TURN_LEASE_MS = 15_000
const HISTORY_LENGTH = 100
const OWN_ID = /^conv_[0-9a-hjkmnp-tv-z]{26}$/

/** Of our own ID, or of the one that the client made up. */
export async function resolveId(ctx: Ctx, chatId: string): Promise<queries.ConversationRow['id']> {
  if (OWN_ID.test(chatId)) return chatId as queries.ConversationRow['id']
  const found = await queries.findIdByClientId(ctx, chatId, null, true)
  if (!found) throw notFound('conversation', chatId)
  return found.id
}

export async function getRow(ctx: Ctx, chatId: string): Promise<queries.ConversationRow> {
  const row = await queries.findConversation(ctx, await resolveId(ctx, chatId))
  if (!row) throw notFound('conversation', chatId)
  return row
}

export async function getLocked(ctx: Ctx, id: string): Promise<queries.ConversationRow> {
  const row = await queries.lockConversation(ctx, id)
  if (!row) throw notFound('conversation', id)
  return row
}

/** Whether an answer is being written, by a server that lives. */
export const isAnswering = (
  { now }: Pick<Ctx, 'now'>,
  { turnId, turnHeartbeatAt }: Pick<queries.ConversationRow, 'turnId' | 'turnHeartbeatAt'>,
): boolean => turnId !== null && turnHeartbeatAt !== null && now.getTime() - Date.parse(turnHeartbeatAt) < TURN_LEASE_MS

export function toConversation(ctx: Ctx, row: queries.ConversationRow): ChatConversation {
  const { inputTokens, outputTokens, costMillionths, costCurrency } = row
  return {
    id: row.id,
    channel: row.channel,
    owner: row.owner,
    status: row.status,
    visitorId: row.visitorId,
    customerId: row.customerId,
    verifiedEmail: row.verifiedEmail,
    cartId: row.cartId,
    locale: row.locale,
    ticketId: row.ticketId,
    answering: isAnswering(ctx, row),
    lastMessage: { role: row.lastMessageRole, preview: row.lastMessagePreview, createdAt: row.lastMessageAt },
    messageCount: row.messageCount,
    usage: {
      inputTokens,
      outputTokens,
      cost: costCurrency === null ? null : { amount: Math.ceil(costMillionths / 1_000_000), currency: costCurrency },
      ...(costCurrency && { costMillionths }),
    },
    rating: row.rating,
    ratingComment: row.ratingComment,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

const toMessage = (row: queries.MessageRow): ChatMessage => ({
  id: row.id,
  conversationId: row.conversationId,
  role: row.role,
  text: row.text,
  status: row.status,
  intent: row.intent,
  citations: row.citations ?? [],
  cards: row.cards ?? [],
  suggestions: row.suggestions ?? [],
  notices: row.notices ?? [],
  toolCalls: row.toolCalls ?? [],
  engine: row.engine,
  usage: row.usage,
  durationMs: row.durationMs,
  authorName: row.authorName,
  rating: row.rating,
  clientMessageId: row.clientMessageId,
  createdAt: row.createdAt,
})

export async function getHistory(ctx: Ctx, chatId: string): Promise<ChatHistory> {
  const row = await getRow(ctx, chatId)
  const messages = await queries.listMessages(ctx, row.id, { before: LAST_ID, take: HISTORY_LENGTH })
  return { ...toConversation(ctx, row), messages: messages.reverse().map(toMessage) }
}

/** Newest first. */
export async function listMessages(ctx: Ctx, chatId: string, query: ChatMessagesQuery): Promise<Page<ChatMessage>> {
  const { id } = await getRow(ctx, chatId)
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listMessages(ctx, id, page), page)
  return { data: data.map(toMessage), nextCursor }
}

/** By their last message, newest first. */
export async function listConversations(
  ctx: Ctx,
  query: ChatConversationsQuery,
): Promise<Page<ChatConversationSummary>> {
  const page = timeKeyset(query)
  const ids = query.ticket ? (await listQueries.listIdsByTicket(ctx, query.ticket)).map(({ id }) => id) : null
  const { data, nextCursor } = toTimePage(await listQueries.listConversations(ctx, query, ids, page), page)
  const toSummary = (row: (typeof data)[number]): ChatConversationSummary => ({
    ...toConversation(ctx, row),
    customerName: row.customerName,
    lastStatus: row.lastStatus,
  })
  return { data: data.map(toSummary), nextCursor }
}

/** What the assistant could not answer alone, newest first. */
export async function listQuestions(ctx: Ctx, query: ChatQuestionsQuery): Promise<Page<ChatQuestion>> {
  const page = keyset(query)
  return toPage(await listQueries.listQuestions(ctx, query, page), page)
}

export async function updateQuestion(ctx: Ctx, id: string, { resolved }: ChatQuestionChanges): Promise<ChatQuestion> {
  if (resolved !== undefined) await listQueries.resolveQuestion(ctx, id, resolved)
  const question = await listQueries.findQuestion(ctx, id)
  if (!question) throw notFound('question', id)
  return question
}

export async function updateConversation(
  ctx: Ctx,
  chatId: string,
  { status }: ChatConversationChanges,
): Promise<ChatConversation> {
  const id = await resolveId(ctx, chatId)
  return changeConversation(ctx, id, (row) => ({ ...row, status: status ?? row.status }))
}

/** The last rating counts. */
export async function rateConversation(ctx: Ctx, chatId: string, feedback: ChatFeedback): Promise<ChatConversation> {
  const id = await resolveId(ctx, chatId)
  const { rating, messageId, comment = null } = feedback
  return transaction(ctx, async (ctx) => {
    if (messageId && (await queries.rateMessage(ctx, id, messageId, rating)) === 0) throw notFound('answer', messageId)
    return changeConversation(ctx, id, (row) => ({ ...row, rating, ratingComment: comment }))
  })
}

function changeConversation(
  ctx: Ctx,
  id: string,
  change: (row: queries.ConversationRow) => queries.ConversationRow,
): Promise<ChatConversation> {
  return transaction(ctx, async (ctx) => {
    const row = await getLocked(ctx, id)
    const changed = change(row)
    await queries.saveConversation(ctx, changed)
    notifyChatChanged(ctx, id)
    return toConversation(ctx, { ...changed, updatedAt: ctx.now.toISOString() })
  })
}

/** Stops the answer that is being written, on whichever server: what exists of it is stored. */
export async function stopAnswer(ctx: Ctx, chatId: string): Promise<void> {
  const { id } = await getRow(ctx, chatId)
  const stopped = await queries.requestStop(ctx, id)
  const live = ctx.perServer(newLiveTurns).find(id)
  if (stopped && live?.id === stopped.turnId) live.abort('stopped')
}

/** What the conversation repeats of its last message, for lists. */
export const withMessage = (
  { messageCount }: queries.ConversationRow,
  { role, text, createdAt }: Pick<queries.MessageRow, 'role' | 'text' | 'createdAt'>,
) => ({
  lastMessageAt: createdAt,
  lastMessageRole: role,
  lastMessagePreview: toPreview(text),
  messageCount: messageCount + 1,
})

/** Open inboxes update themselves. */
export const notifyChatChanged = (ctx: Ctx, conversationId: string): void =>
  ctx.db.notify('chat_changed', `${ctx.environmentId} ${conversationId}`)
