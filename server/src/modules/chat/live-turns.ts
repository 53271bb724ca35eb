import type { SignedInCustomer } from '../../ctx.ts'
import type { HistoryMessage } from '../assistant/schemas.ts'
import type { PartEvent, TurnEnd, TurnEvent } from './answer-events.ts'
import type { ConversationRow } from './queries.ts'

/** The right to answer one message: it is in the database, and nobody else has it. */
export interface Turn {
  id: `cmsg_${string}`
  messageId: `cmsg_${string}`
  /** What the customer wrote. */
  text: string
  conversation: ConversationRow
  history: HistoryMessage[]
  customer: SignedInCustomer | null
  /** As the client asked for it. */
  locale: string | null
}

/** `withdrawn`: a person took over, or another server took the turn. */
export type AbortReason = 'stopped' | 'withdrawn'

/** An answer that this server is writing. Its events are kept until it ends, so that others can follow from the start. */
export interface LiveTurn {
  id: `cmsg_${string}`
  conversationId: `conv_${string}`
  events: PartEvent[]
  signal: AbortSignal
  push(event: PartEvent): void
  /** Calls back with everything so far, then with what follows. Returns what ends it. */
  follow(listener: (event: TurnEvent) => void): () => void
  abort(reason: AbortReason): void
  end(end: TurnEnd): void
  ended: Promise<TurnEnd>
}

export interface LiveTurns {
  open(id: LiveTurn['id'], conversationId: LiveTurn['conversationId']): LiveTurn
  find(conversationId: string): LiveTurn | undefined
  count(): number
  /** Stops all answers, and resolves when what exists of them is stored. */
  stop(): Promise<void>
}

/** For `ctx.perServer`. */
export function newLiveTurns(): LiveTurns {
  const turns = new Map<string, LiveTurn>()
  return {
    open(id, conversationId) {
      const turn = newLiveTurn(id, conversationId, () => turns.delete(id))
      turns.set(id, turn)
      return turn
    },
    // One that loses the race for its turn is here for a moment, too.
    find: (conversationId) => [...turns.values()].find((turn) => turn.conversationId === conversationId),
    count: () => turns.size,
    async stop() {
      const running = [...turns.values()]
      for (const turn of running) turn.abort('stopped')
      await Promise.all(running.map(({ ended }) => ended))
    },
  }
}

function newLiveTurn(id: LiveTurn['id'], conversationId: LiveTurn['conversationId'], onEnd: () => void): LiveTurn {
  const events: PartEvent[] = []
  const listeners = new Set<(event: TurnEvent) => void>()
  const controller = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<TurnEnd>()
  let last: TurnEnd | undefined
  const notify = (event: TurnEvent) => {
    for (const listener of listeners) listener(event)
  }
  return {
    id,
    conversationId,
    events,
    signal: controller.signal,
    push(event) {
      events.push(event)
      notify(event)
    },
    follow(listener) {
      for (const event of events) listener(event)
      if (last) listener(last)
      else listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    abort: (reason) => controller.abort(reason),
    end(end) {
      last = end
      onEnd()
      notify(end)
      listeners.clear()
      resolve(end)
    },
    ended,
  }
}
