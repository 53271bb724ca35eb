import type pg from 'pg'
import { type Listener, listen } from '../../db/listen.ts'
import type { EventStream } from '../../http/responses/event-stream.ts'
import { AppError } from '../../kit/errors.ts'

const HEARTBEAT_MS = 15_000
/** Afterwards the browser opens a new stream, which checks its session again. */
const MAX_AGE_MS = 3_600_000
/** Per server: each open tab has one. */
export const MAX_STREAMS_PER_MEMBER = 10

interface Subscription {
  environmentId: string
  userId: string
  stream: EventStream
  openedMs: number
}

/** What happens in the inboxes of all environments, as this server receives it from PostgreSQL. */
export interface InboxFeed {
  /** Names the database; the connection is opened with the first stream. */
  configure(connection: pg.ClientConfig): void
  /** Resolves once notifications arrive. Rejects a member who has too many streams. */
  prepare(userId: string): Promise<void>
  /** Returns what ends the subscription. */
  subscribe(subscription: Omit<Subscription, 'openedMs'>): () => void
  stop(): Promise<void>
}

/** One connection to PostgreSQL for all streams of a server. Messages carry ids only: clients read the rest with their own permissions. */
export function newInboxFeed(): InboxFeed {
  const subscriptions = new Set<Subscription>()
  let connection: pg.ClientConfig | undefined
  let listeners: Promise<Listener[]> | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const broadcast = (event: string, data: object, environmentId?: string) => {
    for (const { stream, ...one } of subscriptions) {
      if (environmentId === undefined || one.environmentId === environmentId) stream.send(event, data)
    }
  }

  const beat = () => {
    for (const { stream, openedMs } of subscriptions) {
      if (performance.now() - openedMs > MAX_AGE_MS) stream.end()
      else stream.send('ping', {})
    }
  }

  const startListening = (connection: pg.ClientConfig) =>
    Promise.all([listenToTickets(connection), listenToChats(connection)])

  const listenToTickets = (connection: pg.ClientConfig) =>
    listen(connection, 'ticket_changed', {
      onMessage: (payload) => {
        const [environmentId = '', ticketId = '', kind, userId, state] = payload.split(' ')
        if (kind === 'presence') broadcast('presence', { ticketId, userId, state }, environmentId)
        else broadcast('ticket', { ticketId }, environmentId)
      },
      // Notifications may have been lost: clients read everything again.
      onReconnect: () => broadcast('reload', {}),
    })

  const listenToChats = (connection: pg.ClientConfig) =>
    listen(connection, 'chat_changed', {
      onMessage: (payload) => {
        const [environmentId = '', conversationId = ''] = payload.split(' ')
        broadcast('chat', { conversationId }, environmentId)
      },
      onReconnect: () => broadcast('reload', {}),
    })

  return {
    configure(config) {
      connection = config
    },
    async prepare(userId) {
      const own = [...subscriptions].filter((one) => one.userId === userId)
      if (own.length >= MAX_STREAMS_PER_MEMBER) {
        throw new AppError('conflict', 'The inbox is open in too many tabs. Close some of them and reload.', {
          fields: { limit: MAX_STREAMS_PER_MEMBER },
        })
      }
      if (!connection) throw new Error('The feed of the inbox has no database connection')
      listeners ??= startListening(connection)
      try {
        await listeners
      } catch (error) {
        listeners = undefined
        throw error
      }
    },
    subscribe(subscription) {
      const entry = { ...subscription, openedMs: performance.now() }
      subscriptions.add(entry)
      heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref()
      return () => void subscriptions.delete(entry)
    },
    async stop() {
      clearInterval(heartbeat)
      for (const listener of (await listeners) ?? []) await listener.stop()
    },
  }
}
