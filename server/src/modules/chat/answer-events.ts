import type { AnswerCard, AnswerEngine, AnswerEvent, AnswerUsage, Citation } from '../assistant/schemas.ts'
import type { ToolName, ToolResult } from '../chat-tools/schemas.ts'
import type { MessageRow } from './queries.ts'
import type { ChatAnswer, ChatHandover, ChatMessage, ChatToolCall, ChatVerification } from './schemas.ts'

/** What an answer consists of, while it is written. */
export type PartEvent = Exclude<AnswerEvent, { type: 'finish' }>

/** `withdrawn`: a person took over meanwhile, so the answer does not count. */
export type TurnEnd =
  | { type: 'end'; outcome: 'completed'; answer: ChatAnswer }
  | { type: 'end'; outcome: 'withdrawn'; answer: ChatAnswer }
  | { type: 'end'; outcome: 'failed'; error: unknown }

export type TurnEvent = PartEvent | TurnEnd

export interface AnswerParts {
  text: string
  citations: Citation[]
  cards: AnswerCard[]
  suggestions: string[]
  notices: ChatMessage['notices']
  toolCalls: ChatToolCall[]
  engine: AnswerEngine | null
  usage: AnswerUsage | null
}

const MAX_OUTPUT_LENGTH = 20_000

export function collectAnswer(events: readonly PartEvent[]): AnswerParts {
  const parts: AnswerParts = {
    text: '',
    citations: [],
    cards: [],
    suggestions: [],
    notices: [],
    toolCalls: [],
    engine: null,
    usage: null,
  }
  for (const event of events) addEvent(parts, event)
  return parts
}

function addEvent(parts: AnswerParts, event: PartEvent): void {
  switch (event.type) {
    case 'text':
      parts.text += event.delta
      return
    case 'citation':
      parts.citations.push(event.citation)
      return
    case 'card':
      parts.cards.push(event.card)
      return
    case 'suggestions':
      parts.suggestions = event.suggestions
      return
    case 'notice':
      parts.notices.push({ code: event.code, text: event.text })
      return
    case 'tool_call':
      parts.toolCalls.push({ id: event.id, name: event.name, input: event.input, ok: false, output: null, error: null })
      return
    case 'tool_result': {
      const call = parts.toolCalls.find(({ id }) => id === event.id)
      if (call) Object.assign(call, toOutcome(event.result))
      return
    }
    case 'engine':
      parts.engine = event.engine
      return
    case 'usage':
      parts.usage = event.usage
      return
  }
}

const toOutcome = (result: ToolResult<ToolName>): Pick<ChatToolCall, 'ok' | 'output' | 'error'> =>
  result.ok
    ? { ok: true, output: JSON.stringify(result.output).length > MAX_OUTPUT_LENGTH ? null : result.output, error: null }
    : { ok: false, output: null, error: { code: result.code, message: result.message } }

/** Inputs that are as good as money or a password are not kept. */
const SECRET_TOOLS: readonly string[] = ['check_verification_code', 'get_gift_card_balance', 'check_discount_code']

export const withoutSecrets = (call: ChatToolCall): ChatToolCall =>
  SECRET_TOOLS.includes(call.name) ? { ...call, input: { code: '…' } } : call

/** Joins adjacent pieces of text: the same answer in fewer events. */
export function compactEvents(events: readonly PartEvent[]): PartEvent[] {
  const compact: PartEvent[] = []
  for (const event of events) {
    const last = compact.at(-1)
    if (event.type === 'text' && last?.type === 'text') {
      compact[compact.length - 1] = { type: 'text', delta: last.delta + event.delta }
    } else compact.push(event)
  }
  return compact
}

/** A stored answer as the events it came from, but for their order. */
export function eventsOf(message: MessageRow): PartEvent[] {
  const events: PartEvent[] = []
  if (message.engine) events.push({ type: 'engine', engine: message.engine })
  for (const call of message.toolCalls ?? []) {
    const name = call.name as ToolName
    events.push({ type: 'tool_call', id: call.id, name, input: call.input })
    const result = call.error
      ? { ok: false, ...call.error }
      : { ok: call.ok, output: call.output, code: 'unavailable', message: 'The tool did not finish.' }
    events.push({ type: 'tool_result', id: call.id, name, result: result as ToolResult<ToolName> })
  }
  for (const notice of message.notices ?? []) events.push({ type: 'notice', ...notice } as PartEvent)
  if (message.text) events.push({ type: 'text', delta: message.text })
  for (const citation of message.citations ?? []) events.push({ type: 'citation', citation })
  for (const card of message.cards ?? []) events.push({ type: 'card', card })
  if (message.suggestions?.length) events.push({ type: 'suggestions', suggestions: message.suggestions })
  if (message.usage) events.push({ type: 'usage', usage: message.usage })
  return events
}

/** An answer that exists, as the events of its stream. */
export const partsOf = (answer: ChatAnswer): PartEvent[] =>
  eventsOf({
    ...answer,
    id: answer.messageId,
    role: 'assistant',
    replyToId: null,
    intent: null,
    locale: null,
    durationMs: null,
    rating: null,
    authorName: null,
    clientMessageId: null,
  })

/**
 * What `all` has in addition to `seen`, kind by kind: a client that followed a partial answer gets the rest of it, in
 * whatever order the parts were stored.
 */
export function remainingEvents(seen: readonly PartEvent[], all: readonly PartEvent[]): PartEvent[] {
  let seenText = collectAnswer(seen).text.length
  const counts = new Map<string, number>()
  for (const { type } of seen) counts.set(type, (counts.get(type) ?? 0) + 1)
  const remaining: PartEvent[] = []
  for (const event of all) {
    if (event.type === 'text') {
      const delta = event.delta.slice(seenText)
      seenText = Math.max(0, seenText - event.delta.length)
      if (delta) remaining.push({ type: 'text', delta })
      continue
    }
    const count = counts.get(event.type) ?? 0
    if (count > 0) counts.set(event.type, count - 1)
    else remaining.push(event)
  }
  return remaining
}

const NO_USAGE: AnswerUsage = { inputTokens: 0, outputTokens: 0, cost: null }

export function toChatAnswer(message: MessageRow, handover?: ChatHandover): ChatAnswer {
  const status = message.status ?? 'answered'
  const verification = verificationOf(message.toolCalls ?? [])
  return {
    conversationId: message.conversationId,
    messageId: message.id,
    status,
    text: message.text,
    citations: message.citations ?? [],
    cards: message.cards ?? [],
    suggestions: message.suggestions ?? [],
    notices: message.notices ?? [],
    toolCalls: message.toolCalls ?? [],
    engine: message.engine,
    usage: message.usage ?? NO_USAGE,
    ...(status === 'verification_required' && { verification }),
    ...(handover && { handover }),
    createdAt: message.createdAt,
  }
}

/** The answer to a message for a person: the assistant says nothing. */
export const toSilentAnswer = (
  message: Pick<MessageRow, 'id' | 'conversationId' | 'createdAt'>,
  handover: ChatHandover | undefined,
): ChatAnswer => ({
  conversationId: message.conversationId,
  messageId: message.id,
  status: 'handed_over',
  text: '',
  citations: [],
  cards: [],
  suggestions: [],
  notices: [],
  toolCalls: [],
  engine: null,
  usage: NO_USAGE,
  ...(handover && { handover }),
  createdAt: message.createdAt,
})

function verificationOf(toolCalls: readonly ChatToolCall[]): ChatVerification {
  const sent = toolCalls.findLast(({ name, ok }) => name === 'send_verification_code' && ok)
  return (sent?.output as ChatVerification | undefined) ?? { sentTo: null, expiresAt: null }
}
