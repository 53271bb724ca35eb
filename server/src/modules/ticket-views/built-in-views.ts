import type { TicketView } from './schemas.ts'

type BuiltInView = Pick<TicketView, 'id' | 'name' | 'filter' | 'sort'> & {
  /** Its filter refers to the member who asks, so a key has no such view. */
  isPersonal?: true
}

/** Always there, in this order. Those with open work have a count. */
export const BUILT_IN_VIEWS = [
  {
    id: 'mine',
    name: 'Mine',
    filter: { status: 'open', assignee: 'me', snoozed: false },
    sort: 'waiting',
    isPersonal: true,
  },
  {
    id: 'unassigned',
    name: 'Unassigned',
    filter: { status: 'open', assignee: 'none', snoozed: false },
    sort: 'waiting',
  },
  { id: 'open', name: 'All open', filter: { status: 'open', snoozed: false }, sort: 'waiting' },
  {
    id: 'mentions',
    name: 'Mentions',
    filter: { status: 'open,pending', mentioned: 'me' },
    sort: 'updated',
    isPersonal: true,
  },
  {
    id: 'following',
    name: 'Following',
    filter: { status: 'open,pending', follower: 'me' },
    sort: 'updated',
    isPersonal: true,
  },
  { id: 'pending', name: 'Pending', filter: { status: 'pending', snoozed: false }, sort: 'updated' },
  { id: 'snoozed', name: 'Snoozed', filter: { status: 'open,pending', snoozed: true }, sort: 'updated' },
  { id: 'resolved', name: 'Resolved', filter: { status: 'resolved' }, sort: 'updated' },
  { id: 'spam', name: 'Spam', filter: { spam: true }, sort: 'newest' },
] as const satisfies BuiltInView[]
