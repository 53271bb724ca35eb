import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ENVIRONMENT, newThrottle, openInboxStream } from '../inbox-stream.ts'
import { useApiScope, useRead } from '../resource.ts'
import { useWorkspace } from '../session.ts'

/** As long as the server keeps a report. */
const PRESENCE_MS = 30_000
const CHAT_MS = 1_000

export interface Viewer {
  ticketId: string
  userId: string
  state: 'viewing' | 'typing'
  expiresMs: number
}

interface PresenceMessage {
  ticketId: string
  userId: string
  state: Viewer['state'] | 'left'
}

/**
 * Keeps the inbox up to date: the server's stream names what has changed, and the queries that show it are read again.
 * Returns who else is looking at which ticket.
 */
export function useLiveInbox(): Viewer[] {
  const { me, workspace, environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  const [viewers, setViewers] = useState<Viewer[]>([])
  const present = useRead(
    `${ENVIRONMENT}/ticket-presence`,
    { params: { environmentId } },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  )

  useEffect(() => {
    const initial = present.data?.data ?? []
    setViewers(initial.map(({ expiresAt, ...one }) => ({ ...one, expiresMs: Date.parse(expiresAt) })))
  }, [present.data])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the environment decides everything else
  useEffect(() => {
    const refresh = (path: string, params?: object) =>
      void queryClient.invalidateQueries({ queryKey: scope(path, params).queryKey })
    const refreshAll = () => {
      refresh('/v1/tickets')
      refresh('/v1/chat')
      refresh('/v1/ticket-views/counts')
      refresh(`${ENVIRONMENT}/ticket-presence`, { environmentId })
    }
    const onTicket = newTicketBatch((ids) => {
      // Lists and counts may include any of them; of open conversations, only theirs.
      void queryClient.invalidateQueries({
        queryKey: scope('/v1/tickets').queryKey,
        predicate: ({ queryKey }) => isAbout(queryKey, ids),
      })
      refresh('/v1/ticket-views/counts')
      refresh('/v1/ticket-slas')
    })
    const onPresence = ({ ticketId, userId, state }: PresenceMessage) =>
      setViewers((current) => {
        const others = current.filter((one) => one.userId !== userId || one.ticketId !== ticketId)
        return state === 'left' ? others : [...others, { ticketId, userId, state, expiresMs: Date.now() + PRESENCE_MS }]
      })
    return openInboxStream(workspace.id, environmentId, {
      ticket: ({ ticketId }: { ticketId: string }) => onTicket(ticketId),
      presence: onPresence,
      chat: newThrottle(() => refresh('/v1/chat'), CHAT_MS),
      reload: refreshAll,
    })
  }, [environmentId])

  useEffect(() => {
    const timer = setInterval(() => {
      setViewers((current) => {
        const now = Date.now()
        return current.some(({ expiresMs }) => expiresMs < now)
          ? current.filter(({ expiresMs }) => expiresMs >= now)
          : current
      })
    }, 5_000)
    return () => clearInterval(timer)
  }, [])

  return viewers.filter(({ userId }) => userId !== me.user.id)
}

/** A query of one ticket concerns only that one; a list concerns all. */
export function isAbout(queryKey: readonly unknown[], ids: ReadonlySet<string>): boolean {
  const id = queryKey.find((part) => typeof part === 'string' && part.startsWith('tkt_'))
  return id === undefined || ids.has(id as string)
}

const BATCH_MS = 150

/** A bulk update of a hundred tickets reads the list again once. */
function newTicketBatch(flush: (ids: Set<string>) => void): (id: string) => void {
  let ids = new Set<string>()
  return (id) => {
    if (ids.size === 0) {
      setTimeout(() => {
        const batch = ids
        ids = new Set()
        flush(batch)
      }, BATCH_MS)
    }
    ids.add(id)
  }
}
