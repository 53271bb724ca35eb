import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { LAST_ID } from '../../kit/ids.ts'
import type { ToolInput } from '../chat-tools/schemas.ts'
import { addCustomerMessage, addNote } from '../tickets/messages/messages.ts'
import { claimTicketNumber, createTicket, getTicket, resolveTicketId, updateTicket } from '../tickets/tickets.ts'
import { getLocked, getRow, notifyChatChanged, resolveId, toConversation } from './conversations.ts'
import { newLiveTurns } from './live-turns.ts'
import * as queries from './queries.ts'
import type { ChatConversation, ChatHandover, NewHandover } from './schemas.ts'

interface HandoverRequest {
  reason: ToolInput<'hand_over'>['reason'] | 'taken_over'
  summary: string
  /** For a new ticket. */
  number: number
  assigneeId?: `usr_${string}` | undefined
}

const TRANSCRIPT_LENGTH = 100
const SUBJECT_LENGTH = 80
const ASSISTANT = { type: 'system', id: null, name: 'Assistant', email: null } as const

/**
 * From now on a person owns the conversation, which must be locked: its ticket gets the summary, the transcript and the
 * customer's last message, so that it waits for a reply. A conversation that was handed back returns to its ticket.
 */
export async function handOver(
  ctx: Ctx,
  conversation: queries.ConversationRow,
  { reason, summary, number, assigneeId }: HandoverRequest,
): Promise<ChatHandover> {
  const existing = await findHandover(ctx, conversation)
  if (existing && conversation.owner === 'person') return existing
  const page = { before: LAST_ID, take: TRANSCRIPT_LENGTH }
  const messages = (await queries.listMessages(ctx, conversation.id, page)).reverse()
  const question = messages.findLast(({ role }) => role === 'customer')
  const note = { text: toNote(reason, summary, messages), author: ASSISTANT }
  let ticketId = existing?.ticketId
  if (ticketId) {
    await addNote(ctx, ticketId, note, { author: ASSISTANT })
    if (assigneeId) await updateTicket(ctx, ticketId, { assigneeId })
  } else {
    const ticket = await createTicket(ctx, {
      number,
      channel: 'chat',
      subject: toSubject(question?.text ?? ''),
      ...requesterOf(conversation),
      orderIds: await ordersOf(ctx, messages),
      message: { ...note, kind: 'note' },
      source: 'system',
      ...(assigneeId && { assigneeId }),
    })
    ticketId = ticket.id
  }
  if (question) await addCustomerMessage(ctx, ticketId, { text: question.text, clientMessageId: question.id })
  await queries.saveConversation(ctx, {
    ...conversation,
    owner: 'person',
    status: 'open',
    ticketId,
    turnId: null,
    turnMessageId: null,
    turnHeartbeatAt: null,
  })
  await emit(ctx, 'chat.handed_over', { conversationId: conversation.id, ticketId, reason })
  notifyChatChanged(ctx, conversation.id)
  return { ticketId, ticketNumber: existing?.ticketNumber ?? number }
}

/** The ticket of a conversation, or the one that it was merged into. */
export async function findHandover(ctx: Ctx, { ticketId }: queries.ConversationRow): Promise<ChatHandover | undefined> {
  if (ticketId === null) return undefined
  const { id, number } = await getTicket(ctx, await resolveTicketId(ctx, ticketId))
  return { ticketId: id, ticketNumber: number }
}

/** On behalf of the customer, who wants a person. */
export const requestHandover = (ctx: Ctx, chatId: string, { summary }: NewHandover): Promise<ChatHandover> =>
  handOverNow(ctx, chatId, {
    reason: 'requested_by_customer',
    summary: summary ?? '',
  })

/** A member answers in place of the assistant. An answer that it is writing is dropped. */
export function takeOver(ctx: Ctx, chatId: string): Promise<ChatHandover> {
  const { caller } = ctx
  const name = caller.kind === 'member' ? caller.name : 'Your team'
  const assigneeId = caller.kind === 'member' ? (caller.userId as `usr_${string}`) : undefined
  return handOverNow(ctx, chatId, { reason: 'taken_over', summary: `${name} took over this chat.`, assigneeId })
}

async function handOverNow(ctx: Ctx, chatId: string, request: Omit<HandoverRequest, 'number'>): Promise<ChatHandover> {
  // A conversation that does not exist must not use up a number.
  const { id } = await getRow(ctx, chatId)
  const number = await claimTicketNumber(ctx)
  const handover = await transaction(ctx, async (ctx) =>
    handOver(ctx, await getLocked(ctx, id), { ...request, number }),
  )
  // An answer on another server ends with its next heartbeat.
  ctx.perServer(newLiveTurns).find(id)?.abort('withdrawn')
  return handover
}

/** The assistant answers again. The ticket stays as it is. */
export async function handBack(ctx: Ctx, chatId: string): Promise<ChatConversation> {
  const id = await resolveId(ctx, chatId)
  return transaction(ctx, async (ctx) => {
    const conversation = await getLocked(ctx, id)
    if (conversation.owner === 'assistant') return toConversation(ctx, conversation)
    const changed: queries.ConversationRow = { ...conversation, owner: 'assistant' }
    await queries.saveConversation(ctx, changed)
    await emit(ctx, 'chat.handed_back', { conversationId: id })
    notifyChatChanged(ctx, id)
    return toConversation(ctx, changed)
  })
}

function requesterOf({ customerId, verifiedEmail }: queries.ConversationRow) {
  if (customerId) return { customerId }
  return verifiedEmail ? { requester: { email: verifiedEmail } } : {}
}

function toSubject(question: string): string {
  const [line = ''] = question.trim().split(/[\r\n]/, 1)
  if (line === '') return 'Chat'
  return line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…` : line
}

const REASONS: Record<HandoverRequest['reason'], string> = {
  requested_by_customer: 'The customer asked for a person',
  no_answer: 'The assistant had no answer',
  verification_failed: 'The customer could not prove who they are',
  tool_error: 'A tool of the assistant failed',
  budget_exceeded: 'The budget of the assistant is used up',
  sensitive_topic: 'The topic needs a person',
  taken_over: 'Taken over by the team',
}
const SPEAKERS = { customer: 'Customer', assistant: 'Assistant', agent: 'Team' }

const toNote = (reason: HandoverRequest['reason'], summary: string, messages: queries.MessageRow[]): string =>
  [
    `${REASONS[reason]}.`,
    summary,
    'Transcript:',
    ...messages.map(({ role, text }) => text && `${SPEAKERS[role]}: ${text}`),
  ]
    .filter((line) => line !== '')
    .join('\n\n')

/** Only orders that a tool has shown: those belong to the customer. */
async function ordersOf(ctx: Ctx, messages: queries.MessageRow[]): Promise<`ord_${string}`[]> {
  const numbers = messages
    .flatMap(({ toolCalls }) => toolCalls ?? [])
    .map(({ output }) => (output as { order?: { number?: unknown } } | null)?.order?.number)
    .filter((number) => typeof number === 'number')
  return numbers.length === 0 ? [] : (await queries.listOrderIds(ctx, [...new Set(numbers)])).map(({ id }) => id)
}
