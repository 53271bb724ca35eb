import type { Ctx } from '../../ctx.ts'
import { newConcurrencyLimit, withConcurrencyLimit } from '../../db/concurrency-limit.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { verifyCustomerToken } from '../customer-accounts/customer-accounts.ts'
import type { LiveTurn } from './live-turns.ts'
import { toMessageText } from './message-text.ts'
import { findIdByClientId } from './queries.ts'
import {
  type IncomingMessage,
  isReadyForMessage,
  newConversationIds,
  newTurnIds,
  receiveMessage,
  startConversation,
  withHistory,
} from './receive-message.ts'
import { startTurn } from './run-turn.ts'
import { type ChatAnswer, type ChatRequest, type ClientMessage, MAX_MESSAGE_LENGTH } from './schemas.ts'

/** A fifth of the connections: hundreds of answers at once must not keep the shop from selling. */
const newChatLimit = () => newConcurrencyLimit(4)

/** An answer that is being written, or one that exists. */
export type OpenAnswer = { live: LiveTurn } | { answer: ChatAnswer }

/**
 * Answers a message. A new conversation starts at once and is stored while it is answered: nothing can be wrong with it,
 * so its stream need not wait for the database.
 */
export function openAnswer(requestCtx: Ctx, message: IncomingMessage): OpenAnswer | Promise<OpenAnswer> {
  const ctx = { ...requestCtx, db: withConcurrencyLimit(requestCtx.db, requestCtx.perServer(newChatLimit)) }
  if (message.conversationId) return continueConversation(ctx, message, message.conversationId)
  if (message.clientId) return openByClientId(ctx, message, message.clientId)
  const ids = newConversationIds()
  const take = async () => {
    const turn = await startConversation(ctx, message, ids)
    if (!turn) throw new Error('A new conversation has an ID that exists')
    return { kind: 'turn' as const, turn }
  }
  return { live: startTurn(ctx, { id: ids.turnId, conversationId: ids.conversationId }, take) }
}

/**
 * A look at the conversation is enough to start the stream: its first byte need not wait until the message is stored.
 * Whoever loses a race after that look reads in the stream what the response would have said.
 */
async function continueConversation(
  ctx: Ctx,
  message: IncomingMessage,
  conversationId: `conv_${string}`,
): Promise<OpenAnswer> {
  if (await isReadyForMessage(ctx, message, conversationId)) {
    const ids = newTurnIds()
    const take = async () => withHistory(ctx, await receiveMessage(ctx, message, conversationId, ids))
    return { live: startTurn(ctx, { id: ids.turnId, conversationId }, take) }
  }
  const receipt = await receiveMessage(ctx, message, conversationId)
  if (receipt.kind === 'answer') return receipt
  const { turn } = receipt
  return {
    live: startTurn(ctx, { id: turn.id, conversationId: turn.conversation.id }, () => withHistory(ctx, receipt)),
  }
}

/** Finds or creates the conversation. Of two first messages at once, one creates it. */
async function openByClientId(ctx: Ctx, message: IncomingMessage, clientId: string): Promise<OpenAnswer> {
  const find = () => findIdByClientId(ctx, clientId, message.visitorId, false)
  const known = await find()
  if (known) return continueConversation(ctx, message, known.id)
  const turn = await startConversation(ctx, message, newConversationIds())
  if (turn) {
    const ids = { id: turn.id, conversationId: turn.conversation.id }
    return { live: startTurn(ctx, ids, async () => ({ kind: 'turn', turn })) }
  }
  const created = await find()
  if (!created) throw new Error('A conversation was deleted while its first message arrived')
  return continueConversation(ctx, message, created.id)
}

/** The body of `POST /v1/chat`. A token is verified here, so a wrong one fails before anything is stored. */
export async function toIncomingMessage(ctx: Ctx, body: ChatRequest): Promise<IncomingMessage> {
  const { text, clientMessageId } = readMessage(body)
  const { id = null, visitorId = null, cartId = null, locale = null } = body
  const isOwnId = id?.startsWith('conv_') ?? false
  return {
    text,
    clientMessageId,
    conversationId: body.conversationId ?? (isOwnId ? (id as `conv_${string}`) : null),
    clientId: isOwnId ? null : id,
    isRegeneration: body.trigger === 'regenerate-message',
    earlier: [],
    channel: ctx.caller.kind === 'member' ? 'dashboard' : (body.channel ?? 'api'),
    visitorId: visitorId ?? (ctx.caller.kind === 'member' ? ctx.caller.userId : null),
    customer: body.customerToken ? await verifyCustomerToken(ctx, body.customerToken) : null,
    cartId,
    locale,
  }
}

/** What clients claim that the assistant or the system has said is ignored: only the server knows. */
function readMessage({ message, messages, ...body }: ChatRequest) {
  const clientMessageId = body.clientMessageId ?? null
  if (message !== undefined && messages) {
    throw invalidRequest('Send either `message` or `messages`.', [{ path: '/message', message: 'must be omitted' }])
  }
  if (message !== undefined) return { text: assertText(message, '/message'), clientMessageId }
  const last = messages?.findLast(({ role }) => role === 'user')
  if (!last) {
    const path = messages ? '/messages' : '/message'
    throw invalidRequest('Send what the customer wrote as `message`.', [{ path, message: 'must have a message' }])
  }
  return { text: assertText(textOf(last), '/messages'), clientMessageId: clientMessageId ?? (last.id || null) }
}

const textOf = ({ parts, content = '' }: ClientMessage): string =>
  parts
    ? parts
        .filter(({ type }) => type === 'text')
        .map(({ text = '' }) => text)
        .join('\n')
    : content

export function assertText(input: string, path: string): string {
  const text = toMessageText(input)
  if (text === '') throw invalidRequest('The message is empty.', [{ path, message: 'must contain text' }])
  if (text.length > MAX_MESSAGE_LENGTH) {
    throw invalidRequest('The message is too long. Send it in several messages.', [
      { path, message: `must have at most ${MAX_MESSAGE_LENGTH} characters`, limit: MAX_MESSAGE_LENGTH },
    ])
  }
  return text
}
