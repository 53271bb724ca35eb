import { useState } from 'react'
import type { Ticket } from '../inbox.ts'

export interface StableList {
  rows: { ticket: Ticket; hasLeft: boolean }[]
  /** Tickets that came in meanwhile. They wait until the agent asks for them. */
  newCount: number
  showNew: () => void
}

interface Snapshot {
  key: string
  ids: string[]
  byId: ReadonlyMap<string, Ticket>
}

/**
 * Rows never move under the pointer: the order stays as it was when the view was opened, rows change in place, new
 * tickets wait behind a button, and those that have left the view stay until then.
 */
export function mergeList(
  { ids, byId }: Pick<Snapshot, 'ids' | 'byId'>,
  fetched: readonly Ticket[],
  dismissed: ReadonlySet<string>,
): Omit<StableList, 'showNew'> {
  const current = new Map(fetched.map((ticket) => [ticket.id as string, ticket]))
  const known = new Set(ids)
  const rows = ids.flatMap((id) => {
    const ticket = current.get(id)
    // Whoever resolved it wants it gone.
    if (!ticket && dismissed.has(id)) return []
    const shown = ticket ?? byId.get(id)
    return shown ? [{ ticket: shown, hasLeft: !ticket }] : []
  })
  return { rows, newCount: fetched.filter(({ id }) => !known.has(id)).length }
}

interface Options {
  /** Another key is another list, which starts afresh. */
  key: string
  tickets: readonly Ticket[] | undefined
  /** Tickets that this agent has just moved out of the view. */
  dismissed: ReadonlySet<string>
  /** How many pages were loaded: the tickets of another page are not new. */
  pageCount: number
}

export function useStableList({ key, tickets, dismissed, pageCount }: Options): StableList {
  const snapshotKey = `${key} ${pageCount}`
  const [snapshot, setSnapshot] = useState<Snapshot>({ key: '', ids: [], byId: new Map() })
  const take = () => {
    if (tickets) setSnapshot({ key: snapshotKey, ids: tickets.map(({ id }) => id), byId: toMap(tickets) })
  }
  // During render, so that no frame shows the old list.
  if (tickets && (snapshot.key !== snapshotKey || snapshot.ids.length === 0)) {
    if (snapshot.key !== snapshotKey || tickets.length > 0) take()
  }
  if (!tickets) return { rows: [], newCount: 0, showNew: take }
  return { ...mergeList(snapshot, tickets, dismissed), showNew: take }
}

const toMap = (tickets: readonly Ticket[]) => new Map(tickets.map((ticket) => [ticket.id as string, ticket]))
