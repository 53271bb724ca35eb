import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TicketsQuery, TicketView } from './inbox.ts'

/** Filters on top of a view. */
export const FILTER_NAMES = [
  'q',
  'assignee',
  'team',
  'tag',
  'channel',
  'priority',
  'status',
  'customer',
  'sort',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type InboxFilters = Partial<Record<FilterName, string>>

export const DEFAULT_VIEW = 'open'
/** Not tickets, but chats that the assistant answers. */
export const LIVE_CHATS_VIEW = 'live-chats'
export const TICKETS_PER_PAGE = 50
const MAX_LENGTH = 200

/** View, filters and the open ticket are in the URL: a colleague who opens it sees the same. */
export function useInboxSearch() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_LENGTH) : undefined
  }
  const filters: InboxFilters = Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = text(name)
      return value ? [[name, value]] : []
    }),
  )
  const go = (next: Record<string, string | undefined>, replace = true) =>
    void navigate({
      to: '/inbox',
      search: Object.fromEntries(Object.entries(next).flatMap(([name, value]) => (value ? [[name, value]] : []))),
      replace,
    })
  const viewId = text('view') ?? DEFAULT_VIEW
  const ticketId = text('ticket')
  const chatId = text('chat')
  return {
    viewId,
    ticketId,
    chatId,
    /** A link that asks for a new ticket, such as that of the palette. */
    asksForNew: text('new') === 'ticket',
    filters,
    isFiltered: Object.keys(filters).length > 0,
    openView: (view: string) => go({ view, ticket: undefined }, false),
    /** The back button leaves the first opened ticket, not each one. */
    openTicket: (ticket: string | undefined) =>
      go({ view: viewId, ...filters, ticket }, ticketId !== undefined && ticket !== undefined),
    openChat: (chat: string | undefined) =>
      go({ view: LIVE_CHATS_VIEW, chat }, chatId !== undefined && chat !== undefined),
    setFilter: (name: FilterName, value: string | undefined) =>
      go({ view: viewId, ...filters, [name]: value, ticket: ticketId }),
    /** Tickets are not shown among chats. */
    openNewTicket: (ticket: string) =>
      go({ view: viewId === LIVE_CHATS_VIEW ? DEFAULT_VIEW : viewId, ...filters, ticket }, ticketId !== undefined),
    forgetNew: () => go({ view: viewId, ...filters, ticket: ticketId }),
    clearFilters: () => go({ view: viewId, ticket: ticketId }),
  }
}

/** Filters replace what the view says about the same field. Searching looks everywhere. */
export function toTicketsQuery(
  view: Pick<TicketView, 'filter' | 'sort'> | undefined,
  filters: InboxFilters,
): TicketsQuery {
  const { q = '', sort = view?.sort ?? 'waiting', ...others } = filters
  const searched = q.trim().length >= 2 ? { q: q.trim() } : {}
  const base = view && !('q' in searched) ? view.filter : {}
  return { ...base, ...others, ...searched, sort, limit: TICKETS_PER_PAGE } as TicketsQuery
}
