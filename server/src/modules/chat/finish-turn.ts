import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { AnswerEvent, AnswerUsage } from '../assistant/schemas.ts'
import type { ToolInput } from '../chat-tools/schemas.ts'
import { claimTicketNumber } from '../tickets/tickets.ts'
import { collectAnswer, type TurnEnd, toChatAnswer, toSilentAnswer, withoutSecrets } from './answer-events.ts'
import { notifyChatChanged, withMessage } from './conversations.ts'
import { findHandover, handOver } from './handover.ts'
import type { LiveTurn, Turn } from './live-turns.ts'
import * as queries from './queries.ts'
import type { ChatHandover } from './schemas.ts'

export interface TurnResult {
  /** Undefined if the answer was stopped. */
  finish: Extract<AnswerEvent, { type: 'finish' }> | undefined
  handover: ToolInput<'hand_over'> | undefined
  durationMs: number
}

/**
 * Stores the answer if the assistant still owns the conversation and the turn is still this one. Otherwise a person
 * speaks, and the answer is dropped.
 */
export async function finishTurn(ctx: Ctx, turn: Turn, live: LiveTurn, result: TurnResult): Promise<TurnEnd> {
  const { finish, handover } = result
  const number = handover ? await claimTicketNumber(ctx) : undefined
  return transaction(ctx, async (ctx): Promise<TurnEnd> => {
    const conversation = await queries.lockConversation(ctx, turn.conversation.id)
    if (conversation?.turnId !== turn.id || conversation.owner !== 'assistant') {
      const ticket = conversation && (await findHandover(ctx, conversation))
      const message = { id: turn.id, conversationId: turn.conversation.id, createdAt: ctx.now.toISOString() }
      return { type: 'end', outcome: 'withdrawn', answer: toSilentAnswer(message, ticket) }
    }
    const message = toMessage(ctx, turn, live, result)
    const isEmpty = message.text === '' && message.toolCalls?.length === 0
    // Nothing exists of a stopped answer: sending the message again answers it.
    const isStored = finish !== undefined || !isEmpty
    if (isStored) await queries.insertMessage(ctx, message)
    const updated: queries.ConversationRow = {
      ...conversation,
      state: finish?.state ?? conversation.state,
      locale: finish?.locale ?? conversation.locale,
      turnId: null,
      turnMessageId: null,
      turnHeartbeatAt: null,
      ...(isStored && withMessage(conversation, message)),
      ...sumUsage(conversation, message.usage),
    }
    let ticket: ChatHandover | undefined
    if (handover && number !== undefined) {
      ticket = await handOver(ctx, updated, { ...handover, number })
    } else await queries.saveConversation(ctx, updated)
    const { id: conversationId } = conversation
    if (isStored) await emit(ctx, 'chat.message_created', { conversationId, messageId: message.id, role: 'assistant' })
    notifyChatChanged(ctx, conversationId)
    return { type: 'end', outcome: 'completed', answer: toChatAnswer(message, ticket) }
  })
}

function toMessage(ctx: Ctx, turn: Turn, { events }: LiveTurn, { finish, durationMs }: TurnResult): queries.MessageRow {
  const { toolCalls, ...parts } = collectAnswer(events)
  return {
    ...parts,
    id: turn.id,
    conversationId: turn.conversation.id,
    role: 'assistant',
    replyToId: turn.messageId,
    status: finish?.status ?? 'stopped',
    intent: finish?.intent ?? null,
    locale: finish?.locale ?? null,
    toolCalls: toolCalls.map(withoutSecrets),
    durationMs,
    rating: null,
    authorName: null,
    clientMessageId: null,
    createdAt: ctx.now.toISOString(),
  }
}

/** Costs in another currency than before start a new sum: prices of models change rarely. */
function sumUsage(
  { inputTokens, outputTokens, costMillionths, costCurrency }: queries.ConversationRow,
  usage: AnswerUsage | null,
) {
  if (!usage) return {}
  const tokens = {
    inputTokens: inputTokens + usage.inputTokens,
    outputTokens: outputTokens + usage.outputTokens,
  }
  if (!usage.cost) return tokens
  const { amount, currency } = usage.cost
  const cost = usage.costMillionths ?? amount * 1_000_000
  return {
    ...tokens,
    costMillionths: cost + (costCurrency === currency ? costMillionths : 0),
    costCurrency: currency,
  }
}
