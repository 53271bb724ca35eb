import { createContext, type Dispatch, type SetStateAction, use } from 'react'
import type { Member } from '../members/members.ts'
import type { Ticket, TicketChanges, TicketView, tickets } from './inbox.ts'
import type { useInboxSearch } from './inbox-search.ts'
import type { StableList } from './list/stable-list.ts'
import type { Viewer } from './live.ts'

/** What is open on top of the inbox. */
export type InboxDialog =
  | 'assign'
  | 'tags'
  | 'snooze'
  | 'priority'
  | 'status'
  | 'merge'
  | 'actions'
  | 'details'
  | 'help'
  | 'save-view'
  | 'new-ticket'

export interface Notice {
  message: string
  undo?: () => void
  isError?: boolean
}

export interface InboxContextValue {
  search: ReturnType<typeof useInboxSearch>
  views: TicketView[]
  view: TicketView | undefined
  list: ReturnType<typeof tickets.useList>
  stable: StableList
  selected: ReadonlySet<string>
  setSelected: Dispatch<SetStateAction<ReadonlySet<string>>>
  members: Member[]
  viewers: Viewer[]
  canEdit: boolean
  /** The tickets that a command applies to: the selected ones, or the open one. */
  targets: Ticket[]
  /** The open ticket, whose panel is shown, whatever is selected. */
  ticket: Ticket | undefined
  open: (dialog: InboxDialog | undefined) => void
  notify: (notice: Notice) => void
  /** Changes the targets, shows what happened, and offers to undo it. */
  change: (changes: TicketChanges, message: string, options?: { advances?: boolean }) => Promise<void>
  /** Moves to the next ticket of the list, or to none after the last. */
  advance: (ids: readonly string[]) => void
  toggleResolved: () => void
}

export const InboxContext = createContext<InboxContextValue | undefined>(undefined)

export function useInbox(): InboxContextValue {
  const value = use(InboxContext)
  if (!value) throw new Error('useInbox must be used inside the inbox.')
  return value
}
