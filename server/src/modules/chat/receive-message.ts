import { type Ctx, type SignedInCustomer, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId, newSecretId } from '../../kit/ids.ts'
import type { HistoryMessage } from '../assistant/schemas.ts'
import { addCustomerMessage } from '../tickets/messages/messages.ts'
import { collectAnswer, type PartEvent, toChatAnswer, toSilentAnswer, withoutSecrets } from './answer-events.ts'
import { getLocked, isAnswering, notifyChatChanged, withMessage } from './conversations.ts'
import { findHandover } from './handover.ts'
import { newLiveTurns, type Turn } from './live-turns.ts'
import * as queries from './queries.ts'
import type { ChatAnswer, ChatConversation } from './schemas.ts'

/** A customer's message, whichever format it came in. */
export interface IncomingMessage {
  text: string
  conversationId: `conv_${string}` | null
  /** The client's own ID of the conversation. */
  clientId: string | null
  clientMessageId: string | null
  /** Replaces the answer to a message that was answered before. */
  isRegeneration: boolean
  /** What the customer wrote before, if only the client knows it. */
  earlier: HistoryMessage[]
  channel: ChatConversation['channel']
  visitorId: string | null
  customer: SignedInCustomer | null
  cartId: `cart_${string}` | null
  locale: string | null
}

/** A turn to execute, or the answer if there is none: it exists already, or a person is going to write it. */
export type Receipt = { kind: 'turn'; turn: Turn } | { kind: 'answer'; answer: ChatAnswer }

const HISTORY_LENGTH = 40

interface TurnIds {
  messageId: `cmsg_${string}`
  turnId: `cmsg_${string}`
}

/** The answer's is later than the message's: IDs are in the order of creation, and so are messages. */
export const newTurnIds = (): TurnIds => ({ messageId: newId('cmsg'), turnId: newId('cmsg') })

export interface NewConversationIds extends TurnIds {
  conversationId: `conv_${string}`
}

export const newConversationIds = (): NewConversationIds => ({ conversationId: newSecretId('conv'), ...newTurnIds() })

/** Undefined if the client's ID of the conversation exists. */
export function startConversation(
  ctx: Ctx,
  message: IncomingMessage,
  { conversationId, messageId, turnId }: NewConversationIds,
): Promise<Turn | undefined> {
  const now = ctx.now.toISOString()
  const { text, customer, visitorId, cartId, locale, channel, clientMessageId } = message
  const conversation: queries.ConversationRow = {
    id: conversationId,
    channel,
    visitorId,
    customerId: customer?.id ?? null,
    verifiedEmail: null,
    verifiedUntil: null,
    cartId,
    locale,
    owner: 'assistant',
    status: 'open',
    ticketId: null,
    state: {},
    turnId,
    turnMessageId: messageId,
    turnHeartbeatAt: now,
    lastMessageAt: now,
    lastMessageRole: 'customer',
    lastMessagePreview: '',
    messageCount: 0,
    inputTokens: 0,
    outputTokens: 0,
    costMillionths: 0,
    costCurrency: null,
    rating: null,
    ratingComment: null,
    createdAt: now,
    updatedAt: now,
  }
  const stored = { id: messageId, conversationId, role: 'customer', text, clientMessageId, createdAt: now } as const
  const row = { ...conversation, ...withMessage(conversation, stored) }
  return transaction(ctx, async (ctx) => {
    if ((await queries.insertConversation(ctx, row, message.clientId)) === 0) return undefined
    await storeCustomerMessage(ctx, stored)
    notifyChatChanged(ctx, conversationId)
    return { id: turnId, messageId, text, conversation: row, history: message.earlier, customer, locale }
  })
}

/** Stores the message and takes the turn, or says why there is none. The same client message ID is stored once. */
export async function receiveMessage(
  ctx: Ctx,
  message: IncomingMessage,
  conversationId: string,
  ids: TurnIds = newTurnIds(),
): Promise<Receipt> {
  return transaction(ctx, async (ctx): Promise<Receipt> => {
    const conversation = await getLocked(ctx, conversationId)
    assertCustomer(conversation, message.customer)
    const { clientMessageId } = message
    const known = clientMessageId
      ? await queries.findByClientMessageId(ctx, conversation.id, clientMessageId)
      : undefined
    const answer = known && (await queries.findAnswerTo(ctx, known.id))
    const isDone = answer && answer.status !== 'stopped' && !message.isRegeneration
    if (isDone) return { kind: 'answer', answer: toChatAnswer(answer, await handoverOf(ctx, conversation, answer)) }
    if (conversation.owner === 'person') return passOn(ctx, conversation, message, known)
    if (isAnswering(ctx, conversation)) throw turnInProgress()
    return takeTurn(ctx, conversation, message, known, ids)
  })
}

/**
 * Whether the assistant will probably answer a new message here. Says so without a lock or a write, so that a stream can
 * start at once; `receiveMessage` decides.
 */
export async function isReadyForMessage(ctx: Ctx, message: IncomingMessage, conversationId: string): Promise<boolean> {
  const conversation = await queries.findReadiness(ctx, conversationId, message.clientMessageId)
  if (!conversation) return false
  const { owner, customerId, isKnownMessage } = conversation
  const isOwn = customerId === null || customerId === message.customer?.id
  if (owner !== 'assistant' || !isOwn || isKnownMessage || isAnswering(ctx, conversation)) return false
  // This server answers another message, and may be about to store it.
  if (ctx.perServer(newLiveTurns).find(conversationId)) throw turnInProgress()
  return true
}

/** Who knows the ID of a customer's conversation has not proven to be this customer. */
function assertCustomer({ id, customerId }: queries.ConversationRow, customer: SignedInCustomer | null): void {
  if (customerId === null || customerId === customer?.id) return
  if (customer) throw notFound('conversation', id)
  throw new AppError(
    'invalid_customer_token',
    'This conversation belongs to a signed-in customer. Send their token as "customerToken".',
  )
}

export const turnInProgress = () =>
  new AppError('turn_in_progress', 'The assistant is still answering. Wait for its answer, or stop it first.', {
    headers: { 'retry-after': '1' },
  })

async function takeTurn(
  ctx: Ctx,
  before: queries.ConversationRow,
  message: IncomingMessage,
  known: queries.MessageRow | undefined,
  { messageId, turnId }: TurnIds,
): Promise<Receipt> {
  const conversation = before.turnId === null ? before : await storeAbandonedAnswer(ctx, before)
  const now = ctx.now.toISOString()
  if (known) await queries.deleteAnswerTo(ctx, known.id)
  const stored = known ?? toCustomerMessage(ctx, conversation, message, messageId)
  const row: queries.ConversationRow = {
    ...conversation,
    ...(!known && withMessage(conversation, stored)),
    customerId: conversation.customerId ?? message.customer?.id ?? null,
    visitorId: conversation.visitorId ?? message.visitorId,
    cartId: message.cartId ?? conversation.cartId,
    status: 'open',
    turnId,
    turnMessageId: stored.id,
    turnHeartbeatAt: now,
  }
  if (!known) await storeCustomerMessage(ctx, stored)
  await queries.saveConversation(ctx, row)
  notifyChatChanged(ctx, row.id)
  const { customer, locale } = message
  const turn = { id: turnId, messageId: stored.id, text: stored.text, conversation: row, history: [], customer, locale }
  return { kind: 'turn', turn }
}

/** A server died while it answered: what it had flushed is all that remains. */
async function storeAbandonedAnswer(ctx: Ctx, conversation: queries.ConversationRow): Promise<queries.ConversationRow> {
  const { turnId, turnMessageId } = conversation
  const turn = await queries.findTurn(ctx, conversation.id)
  const { toolCalls, ...parts } = collectAnswer((turn?.turnEvents ?? []) as PartEvent[])
  if (!turnId || !turnMessageId || parts.text === '') return conversation
  const message = {
    ...parts,
    id: turnId,
    conversationId: conversation.id,
    role: 'assistant',
    replyToId: turnMessageId,
    status: 'stopped',
    toolCalls: toolCalls.map(withoutSecrets),
    createdAt: conversation.turnHeartbeatAt ?? ctx.now.toISOString(),
  } as const
  const isNew = (await queries.insertMessage(ctx, message)) > 0
  return isNew ? { ...conversation, ...withMessage(conversation, message) } : conversation
}

/** While a person owns the conversation, messages go to the ticket and the assistant is silent. */
async function passOn(
  ctx: Ctx,
  conversation: queries.ConversationRow,
  message: IncomingMessage,
  known: queries.MessageRow | undefined,
): Promise<Receipt> {
  const handover = await findHandover(ctx, conversation)
  if (!handover) throw new Error(`Conversation ${conversation.id} is owned by a person but has no ticket`)
  const stored = known ?? toCustomerMessage(ctx, conversation, message, newId('cmsg'))
  if (!known) {
    await storeCustomerMessage(ctx, stored)
    await queries.saveConversation(ctx, { ...conversation, ...withMessage(conversation, stored), status: 'open' })
    await addCustomerMessage(ctx, handover.ticketId, { text: stored.text, clientMessageId: stored.id })
    notifyChatChanged(ctx, conversation.id)
  }
  return { kind: 'answer', answer: toSilentAnswer(stored, handover) }
}

const toCustomerMessage = (
  ctx: Ctx,
  { id }: queries.ConversationRow,
  { text, clientMessageId }: IncomingMessage,
  messageId: `cmsg_${string}`,
): queries.NewMessageRow => ({
  id: messageId,
  conversationId: id,
  role: 'customer',
  text,
  clientMessageId,
  createdAt: ctx.now.toISOString(),
})

async function storeCustomerMessage(ctx: Ctx, message: queries.NewMessageRow): Promise<void> {
  const { conversationId, id: messageId } = message
  await queries.insertMessage(ctx, message)
  await emit(ctx, 'chat.message_created', { conversationId, messageId, role: 'customer' })
}

const handoverOf = async (ctx: Ctx, conversation: queries.ConversationRow, { status }: queries.MessageRow) =>
  status === 'handed_over' ? findHandover(ctx, conversation) : undefined

/** The turn of a conversation that exists, with what was said before. */
export const withHistory = async (ctx: Ctx, receipt: Receipt): Promise<Receipt> => {
  if (receipt.kind === 'answer') return receipt
  const { conversation, messageId } = receipt.turn
  const history = (await queries.listHistory(ctx, conversation.id, messageId, HISTORY_LENGTH)).reverse()
  return { kind: 'turn', turn: { ...receipt.turn, history } }
}
