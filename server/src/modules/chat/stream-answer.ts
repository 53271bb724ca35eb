import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { openDataStream } from '../../http/responses/event-stream.ts'
import {
  eventsOf,
  type PartEvent,
  partsOf,
  remainingEvents,
  type TurnEnd,
  type TurnEvent,
  toChatAnswer,
  toSilentAnswer,
} from './answer-events.ts'
import type { OpenAnswer } from './chat.ts'
import { getRow, isAnswering } from './conversations.ts'
import { findHandover } from './handover.ts'
import { type LiveTurn, newLiveTurns } from './live-turns.ts'
import * as queries from './queries.ts'
import type { ChatAnswer } from './schemas.ts'
import { newUiMessageWriter, UI_MESSAGE_STREAM_HEADERS } from './ui-message-stream.ts'

/** Waits for the answer. If the caller leaves, it is stopped, unless somebody will resume it. */
export async function awaitAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenAnswer,
  isResumable: boolean,
): Promise<ChatAnswer> {
  if ('answer' in opened) return opened.answer
  const { live } = opened
  const { signal } = request.ctx
  if (!isResumable) {
    const stop = () => live.abort('stopped')
    if (signal.aborted || reply.raw.destroyed) stop()
    else signal.addEventListener('abort', stop, { once: true })
  }
  const end = await live.ended
  if (end.outcome === 'failed') throw end.error
  return end.answer
}

/** Formats events for a client. The last one is always `end`. */
export type NewWriter = (
  send: (data: object | string) => void,
  answer: { messageId: string; conversationId: string },
) => (event: TurnEvent) => void

/** Streams an answer from its start, in the format of the writer. */
export function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenAnswer,
  { isResumable, newWriter, headers }: { isResumable: boolean; newWriter: NewWriter; headers: Record<string, string> },
): FastifyReply {
  const stream = openDataStream(request, reply, headers)
  if ('answer' in opened) {
    const { answer } = opened
    const write = newWriter(stream.send, answer)
    for (const event of partsOf(answer)) write(event)
    write({ type: 'end', outcome: 'completed', answer })
    stream.end()
    return reply
  }
  const { live } = opened
  const unfollow = live.follow(
    endingWith(stream.end, newWriter(stream.send, { messageId: live.id, conversationId: live.conversationId })),
  )
  stream.onClose((hasLeft) => {
    unfollow()
    // A stream that the server has ended early belongs to somebody who may no longer ask.
    if (!isResumable || !hasLeft) live.abort('stopped')
  })
  return reply
}

/** Streams the answer that is being written, from its start: here, or on another server. 204 if there is none. */
export async function resumeAnswer(request: FastifyRequest, reply: FastifyReply, chatId: string): Promise<unknown> {
  const { ctx } = request
  const conversation = await getRow(ctx, chatId)
  const live = ctx.perServer(newLiveTurns).find(conversation.id)
  const { turnId } = conversation
  if (!live && (turnId === null || !isAnswering(ctx, conversation))) {
    reply.code(204)
    return null
  }
  const stream = openDataStream(request, reply, UI_MESSAGE_STREAM_HEADERS)
  const ids = { messageId: live?.id ?? turnId ?? '', conversationId: conversation.id }
  const write = endingWith(stream.end, newUiMessageWriter(stream.send, ids))
  const closed = new AbortController()
  stream.onClose(() => closed.abort())
  if (live) closed.signal.addEventListener('abort', live.follow(write))
  else void followElsewhere(ctx, conversation, write, closed.signal)
  return reply
}

const endingWith =
  (end: () => void, write: (event: TurnEvent) => void) =>
  (event: TurnEvent): void => {
    write(event)
    if (event.type === 'end') end()
  }

const POLL_MS = 300

/** Another server writes the answer, and stores what exists of it several times a second. */
async function followElsewhere(
  ctx: Ctx,
  { id, turnId }: queries.ConversationRow,
  write: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const seen: PartEvent[] = []
  const writeNew = (all: PartEvent[]) => {
    for (const event of remainingEvents(seen, all)) {
      seen.push(event)
      write(event)
    }
  }
  try {
    const startedMs = performance.now()
    for (;;) {
      const turn = await queries.findTurn(ctx, id)
      if (turn?.turnId !== turnId) break
      writeNew((turn?.turnEvents ?? []) as PartEvent[])
      const now = new Date(ctx.now.getTime() + performance.now() - startedMs)
      if (turn && !isAnswering({ now }, turn)) throw new Error('The server that wrote this answer is gone')
      await sleep(POLL_MS, undefined, { signal })
    }
    const message = turnId && (await queries.findMessage(ctx, turnId))
    if (message) writeNew(eventsOf(message))
    write(await endOf(ctx, id, message || undefined, turnId ?? ''))
  } catch (error) {
    if (!signal.aborted) write({ type: 'end', outcome: 'failed', error })
  }
}

/** Without a message, the answer was dropped. */
async function endOf(
  ctx: Ctx,
  conversationId: string,
  message: queries.MessageRow | undefined,
  turnId: string,
): Promise<TurnEnd> {
  const conversation = await getRow(ctx, conversationId)
  const handover = await findHandover(ctx, conversation)
  if (message) {
    const isHandedOver = message.status === 'handed_over'
    return { type: 'end', outcome: 'completed', answer: toChatAnswer(message, isHandedOver ? handover : undefined) }
  }
  const dropped = { id: turnId as LiveTurn['id'], conversationId: conversation.id, createdAt: ctx.now.toISOString() }
  return { type: 'end', outcome: 'withdrawn', answer: toSilentAnswer(dropped, handover) }
}
