import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { answer } from '../assistant/assistant.ts'
import type { AnswerEvent, AnswerRequest } from '../assistant/schemas.ts'
import { runTool, type ToolSession } from '../chat-tools/chat-tools.ts'
import type { ToolInput, ToolName, ToolResult } from '../chat-tools/schemas.ts'
import { compactEvents, type PartEvent, partsOf, type TurnEnd } from './answer-events.ts'
import { finishTurn } from './finish-turn.ts'
import { type LiveTurn, newLiveTurns, type Turn } from './live-turns.ts'
import * as queries from './queries.ts'
import type { Receipt } from './receive-message.ts'

/** A model may be slow, and the embedded assistant continues for it: longer than both take. */
export const TURN_TIMEOUT_MS = 120_000
const FLUSH_MS = 300
/** With many answers at once each is flushed less often, so that they write at most so often in total. */
const FLUSHES_PER_SECOND = 250
const VERIFIED_MS = 1_800_000

/**
 * Answers in the background. Follow the live turn, or await its end. `take` writes the turn to the database, unless
 * somebody else answers: then there is an answer already.
 */
export function startTurn(
  ctx: Ctx,
  ids: Pick<Turn, 'id'> & { conversationId: LiveTurn['conversationId'] },
  take: () => Promise<Receipt>,
): LiveTurn {
  const live = ctx.perServer(newLiveTurns).open(ids.id, ids.conversationId)
  const startedMs = performance.now()
  // The clock of the request stands still, and the client may leave before the answer is stored.
  const currentCtx = (): Ctx => ({
    ...ctx,
    now: new Date(ctx.now.getTime() + performance.now() - startedMs),
    signal: new AbortController().signal,
  })
  const run = async (): Promise<TurnEnd> => {
    const receipt = await take()
    if (receipt.kind === 'turn') return executeTurn(currentCtx, receipt.turn, live, startedMs)
    for (const event of partsOf(receipt.answer)) live.push(event)
    return { type: 'end', outcome: 'completed', answer: receipt.answer }
  }
  // The caller opens its stream first: the client waits for its first byte.
  Promise.resolve()
    .then(run)
    .catch(async (error: unknown): Promise<TurnEnd> => {
      const isRejection = error instanceof AppError
      if (!isRejection) ctx.log.error({ err: error, conversationId: ids.conversationId }, 'chat answer failed')
      await queries.clearTurn(ctx, ids.conversationId, ids.id).catch(() => {})
      return { type: 'end', outcome: 'failed', error }
    })
    .then(live.end)
  return live
}

async function executeTurn(currentCtx: () => Ctx, turn: Turn, live: LiveTurn, startedMs: number): Promise<TurnEnd> {
  const { conversation } = turn
  const tools = newToolRunner(currentCtx, turn, live)
  const stopFlushing = flushRegularly(currentCtx, live)
  const timer = setTimeout(() => live.abort('stopped'), TURN_TIMEOUT_MS)
  let finish: Extract<AnswerEvent, { type: 'finish' }> | undefined
  try {
    const request: AnswerRequest = {
      conversationId: conversation.id,
      visitorId: conversation.visitorId,
      message: turn.text.normalize('NFKC'),
      history: turn.history,
      state: conversation.state,
      locale: turn.locale,
      cartId: conversation.cartId,
      customer: turn.customer,
      verifiedEmail: tools.session.verifiedEmail,
      callTool: tools.callTool,
      signal: live.signal,
    }
    finish = await readEvents(answer({ ...currentCtx(), signal: live.signal }, request), live)
    // A tool that writes is never interrupted: what it did belongs to the answer.
    await tools.idle()
  } finally {
    clearTimeout(timer)
    await stopFlushing()
  }
  if (!finish && !live.signal.aborted) throw new Error('The assistant did not finish its answer')
  return finishTurn(currentCtx(), turn, live, {
    finish: live.signal.aborted ? undefined : finish,
    handover: tools.handover(),
    durationMs: Math.round(performance.now() - startedMs),
  })
}

/** Until the last event, or until the turn is aborted: then the engine may take its time to notice. */
async function readEvents(events: AsyncIterable<AnswerEvent>, { signal, push }: LiveTurn) {
  const iterator = events[Symbol.asyncIterator]()
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
  try {
    for (;;) {
      const next = iterator.next()
      const result = await Promise.race([next, aborted])
      if (result === 'aborted') {
        next.catch(() => {})
        iterator.return?.().catch(() => {})
        return undefined
      }
      if (result.done) return undefined
      if (result.value.type === 'finish') return result.value
      push(result.value as PartEvent)
    }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

function newToolRunner(currentCtx: () => Ctx, { conversation, customer, locale }: Turn, live: LiveTurn) {
  const running = new Set<Promise<unknown>>()
  let handover: ToolInput<'hand_over'> | undefined
  const { now } = currentCtx()
  const isVerified = conversation.verifiedUntil !== null && Date.parse(conversation.verifiedUntil) > now.getTime()
  const session: ToolSession = {
    conversationId: conversation.id,
    locale: locale ?? conversation.locale ?? 'en',
    cartId: conversation.cartId,
    customer,
    verifiedEmail: isVerified ? conversation.verifiedEmail : null,
    async onCart(cartId) {
      session.cartId = cartId
      await queries.saveCart(currentCtx(), conversation.id, cartId)
    },
    async onVerified(email) {
      session.verifiedEmail = email
      const ctx = currentCtx()
      await queries.saveVerifiedEmail(ctx, conversation.id, email, new Date(ctx.now.getTime() + VERIFIED_MS))
    },
    async onHandOver(request) {
      handover = request
    },
  }

  async function callTool<Name extends ToolName>(name: Name, input: ToolInput<Name>): Promise<ToolResult<Name>> {
    live.signal.throwIfAborted()
    const id = `call_${randomUUID()}`
    live.push({ type: 'tool_call', id, name, input })
    const call = runTool(currentCtx(), session, name, input)
    running.add(call)
    try {
      const result = await call
      live.push({ type: 'tool_result', id, name, result: result as ToolResult<ToolName> })
      return result
    } finally {
      running.delete(call)
    }
  }

  return { session, callTool, handover: () => handover, idle: () => Promise.allSettled([...running]) }
}

/**
 * Stores what exists of the answer, for clients on other servers, and learns from the same row whether it is still
 * wanted. A quick answer ends before the first time. Returns what ends it.
 */
function flushRegularly(currentCtx: () => Ctx, live: LiveTurn): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined
  let flushedCount = 0
  let isStopped = false

  const flush = async (): Promise<void> => {
    const ctx = currentCtx()
    const { length } = live.events
    const events = length > flushedCount ? JSON.stringify(compactEvents(live.events)) : null
    try {
      const result = await queries.flushTurn(ctx, live.conversationId, live.id, events, ctx.now)
      flushedCount = length
      if (!result) live.abort('withdrawn')
      else if (result.isStopRequested) live.abort('stopped')
    } catch (error) {
      // The next one may succeed. If none does, another server takes the turn.
      ctx.log.warn({ err: error, conversationId: live.conversationId }, 'could not store a partial chat answer')
    }
    if (!isStopped) schedule()
  }
  const schedule = () => {
    const turnCount = currentCtx().perServer(newLiveTurns).count()
    const delayMs = Math.max(FLUSH_MS, (turnCount / FLUSHES_PER_SECOND) * 1000)
    timer = setTimeout(() => {
      flushing = flush()
    }, delayMs)
  }
  schedule()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await flushing
  }
}
