import { useQueryClient } from '@tanstack/react-query'
import { type ListItem, type QueryOf, type RequestBody, send } from '../api.ts'
import { resource, useApiScope, useRead, useReadList, useWrite } from '../resource.ts'
import { useWorkspace } from '../session.ts'

export type Ticket = ListItem<'/v1/tickets'>
export type TicketMessage = ListItem<'/v1/tickets/{id}/messages'>
export type TicketEvent = ListItem<'/v1/tickets/{id}/events'>
export type TicketView = ListItem<'/v1/ticket-views'>
export type TicketsQuery = QueryOf<'/v1/tickets'>
export type TicketChanges = RequestBody<'/v1/tickets/{id}', 'patch'>
export type NewReply = RequestBody<'/v1/tickets/{id}/replies', 'post'>
export type TicketField = ListItem<'/v1/ticket-fields'>
export type Attachment = TicketMessage['attachments'][number]
export type DraftMode = 'reply' | 'note'

/** The stream says when something has changed, so nothing is read again on a timer. */
const LIVE = { staleTime: 30_000 }
const SETTINGS = { staleTime: 300_000 }

/** A change of a ticket changes the counts of the views. */
const alsoChanges = ['/v1/ticket-views/counts'] as const

export const tickets = resource('/v1/tickets', { ...LIVE, alsoChanges })
export const ticketViews = resource('/v1/ticket-views', { staleTime: 60_000 })
export const ticketStatuses = resource('/v1/ticket-statuses', SETTINGS)
export const teams = resource('/v1/teams', SETTINGS)
export const ticketFields = resource('/v1/ticket-fields', SETTINGS)

export const MESSAGES_PER_PAGE = 50

export const useMessages = (id: string) =>
  useReadList('/v1/tickets/{id}/messages', { params: { id }, query: { limit: MESSAGES_PER_PAGE } }, LIVE)

export const useTicketEvents = (id: string) =>
  useReadList('/v1/tickets/{id}/events', { params: { id }, query: { limit: 100 } }, LIVE)

const COUNTS_POLL_MS = 60_000

/** Polled, too: other pages have no stream. */
export const useViewCounts = () =>
  useRead('/v1/ticket-views/counts', {}, { staleTime: 5_000, refetchInterval: COUNTS_POLL_MS, retry: false })

export const useReply = (id: string) => useWrite('post', '/v1/tickets/{id}/replies', { id }, { alsoChanges })
export const useNote = (id: string) => useWrite('post', '/v1/tickets/{id}/notes', { id })
export const useMergeTicket = (id: string) => useWrite('post', '/v1/tickets/{id}/merge', { id }, { alsoChanges })
export const useSplitTicket = (id: string) => useWrite('post', '/v1/tickets/{id}/split', { id }, { alsoChanges })
export const useUnsplitTicket = (id: string) => useWrite('post', '/v1/tickets/{id}/unsplit', { id }, { alsoChanges })
export const useBulkUpdate = () => useWrite('post', '/v1/tickets/bulk', {}, { alsoChanges })

/** The chats that became a ticket. Usually one; tickets can be merged. */
export const useChatsOfTicket = (ticket: string) => useReadList('/v1/chat', { query: { ticket } }, LIVE)

/** Changes any ticket, such as the one that a shortcut was pressed for. */
export function useChangeTicket() {
  const { environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  return async (id: string, changes: TicketChanges): Promise<Ticket> => {
    const { url, queryKey } = scope('/v1/tickets/{id}', { id })
    try {
      const ticket = await send<Ticket>(url, { method: 'PATCH', body: changes, environmentId })
      queryClient.setQueryData(queryKey, ticket)
      return ticket
    } finally {
      void queryClient.invalidateQueries({ queryKey: scope('/v1/tickets').queryKey })
      void queryClient.invalidateQueries({ queryKey: scope('/v1/ticket-views/counts').queryKey })
    }
  }
}

/** Loads a ticket before it is opened, so that the next one appears at once. */
export function usePrefetchTicket() {
  const { environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  return (id: string) => {
    const ticket = scope('/v1/tickets/{id}', { id })
    void queryClient.prefetchQuery({
      queryKey: ticket.queryKey,
      queryFn: ({ signal }) => send(ticket.url, { environmentId, signal }),
      ...LIVE,
    })
    const messages = scope('/v1/tickets/{id}/messages', { id })
    const query = { limit: MESSAGES_PER_PAGE }
    void queryClient.prefetchInfiniteQuery({
      queryKey: [...messages.queryKey, query],
      queryFn: ({ signal }) =>
        send(`${messages.url}?limit=${MESSAGES_PER_PAGE}&cursor=`.replace('&cursor=', ''), { environmentId, signal }),
      initialPageParam: '',
      ...LIVE,
    })
  }
}
