import { Button, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { members as memberResource } from '../members/members.ts'
import { useWorkspace } from '../session.ts'
import { Conversation } from './conversation/conversation.tsx'
import { InboxDialogs } from './dialogs/inbox-dialogs.tsx'
import classes from './inbox.module.css'
import { tickets, ticketViews } from './inbox.ts'
import { InboxContext, type InboxContextValue, type InboxDialog, type Notice } from './inbox-context.ts'
import { LIVE_CHATS_VIEW, TICKETS_PER_PAGE, toTicketsQuery, useInboxSearch } from './inbox-search.ts'
import { SEARCH_INPUT_ID } from './list/list-filters.tsx'
import { useStableList } from './list/stable-list.ts'
import { TicketList } from './list/ticket-list.tsx'
import { useLiveInbox } from './live.ts'
import { LiveChats } from './live-chats/live-chats.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useTicketCommands } from './ticket-commands.ts'
import { ViewsPane } from './views-pane.tsx'

const NOTICE_MS = 8_000

export function InboxPage() {
  useDocumentTitle('Inbox · Storedesk')
  const { workspace } = useWorkspace()
  const search = useInboxSearch()
  const isLiveChats = search.viewId === LIVE_CHATS_VIEW
  const views = ticketViews.useList().data ?? []
  const view = views.find(({ id }) => id === search.viewId)
  const query = toTicketsQuery(view, search.filters)
  const list = tickets.useList(query as Parameters<typeof tickets.useList>[0], {
    enabled: views.length > 0 && !isLiveChats,
  })
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const stable = useStableList({
    key: JSON.stringify(query),
    tickets: list.isPlaceholderData ? undefined : list.data,
    dismissed,
    pageCount: Math.ceil((list.data?.length ?? 0) / TICKETS_PER_PAGE),
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, open] = useState<InboxDialog>()
  const [notice, notify] = useNotice()
  const viewers = useLiveInbox()
  const members = memberResource.useList().data ?? []
  const opened = tickets.useOne(search.ticketId ?? '', { enabled: search.ticketId !== undefined }).data
  const openTicket = search.ticketId ? opened : undefined
  const canEdit = workspace.role !== 'viewer'

  const rows = stable.rows.map(({ ticket }) => ticket)
  const targets = selected.size > 0 ? rows.filter(({ id }) => selected.has(id)) : openTicket ? [openTicket] : []
  const advance = (ids: readonly string[]) => {
    setDismissed((current) => new Set([...current, ...ids]))
    setSelected(new Set())
    if (!search.ticketId || !ids.includes(search.ticketId)) return
    const at = rows.findIndex(({ id }) => id === search.ticketId)
    const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()]
    search.openTicket(others.find(({ id }) => !ids.includes(id) && !dismissed.has(id))?.id)
  }
  const commands = useTicketCommands({ targets, advance, notify })
  const move = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === search.ticketId)
    const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
    if (next) search.openTicket(next.id)
  }
  const openIfTargets = (name: InboxDialog) => (canEdit && targets.length > 0 ? () => open(name) : undefined)

  const openNew = canEdit ? () => open('new-ticket') : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a link asks for it
  useEffect(() => {
    if (!search.asksForNew) return
    search.forgetNew()
    openNew?.()
  }, [search.asksForNew])

  useShortcuts({
    // With a ticket open, N writes a note.
    n: search.ticketId ? undefined : openNew,
    'Shift+N': openNew,
    j: isLiveChats ? undefined : () => move(1),
    k: isLiveChats ? undefined : () => move(-1),
    o: focusConversation,
    Enter: focusConversation,
    x: () => {
      const { ticketId } = search
      if (!ticketId) return
      setSelected(
        (current) =>
          new Set(current.has(ticketId) ? [...current].filter((id) => id !== ticketId) : [...current, ticketId]),
      )
    },
    e: canEdit && targets.length > 0 ? commands.toggleResolved : undefined,
    s: openIfTargets('snooze'),
    a: openIfTargets('assign'),
    t: openIfTargets('tags'),
    p: openIfTargets('priority'),
    u: openIfTargets('status'),
    m: targets.length === 1 ? openIfTargets('merge') : undefined,
    c: canEdit && openTicket ? () => open('actions') : undefined,
    '/': () => document.getElementById(SEARCH_INPUT_ID)?.focus(),
    '?': () => open('help'),
    Escape: isLiveChats
      ? () => search.openChat(undefined)
      : () => (selected.size > 0 ? setSelected(new Set()) : search.openTicket(undefined)),
  })

  const value: InboxContextValue = {
    search,
    views,
    view,
    list,
    stable,
    selected,
    setSelected,
    members,
    viewers,
    canEdit,
    targets,
    ticket: openTicket,
    open,
    notify,
    advance,
    ...commands,
  }
  return (
    <InboxContext value={value}>
      <VisuallyHidden component="h1">Inbox</VisuallyHidden>
      <div className={classes.inbox} data-ticket={isLiveChats ? search.chatId : search.ticketId}>
        <ViewsPane />
        {isLiveChats ? (
          <LiveChats />
        ) : (
          <>
            <section className={classes.list} aria-label="Tickets">
              <TicketList />
            </section>
            <Conversation key={search.ticketId} id={search.ticketId} next={nextOf(rows, search.ticketId)} />
          </>
        )}
      </div>
      {dialog ? <InboxDialogs name={dialog} /> : null}
      <div aria-live="polite">
        {notice ? (
          <div className={classes.notice} data-error={notice.isError || undefined}>
            <span>{notice.message}</span>
            {notice.undo ? (
              <Button
                size="compact-sm"
                variant="white"
                color="dark"
                onClick={() => {
                  notify(undefined)
                  notice.undo?.()
                }}
              >
                Undo
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </InboxContext>
  )
}

const nextOf = (rows: { id: string }[], id: string | undefined): string | undefined =>
  rows[rows.findIndex((row) => row.id === id) + 1]?.id

/** The heading of the ticket: from there, the keyboard scrolls the thread. */
const focusConversation = () => document.getElementById('inbox-thread')?.focus()

/** One message at a time, gone after a few seconds. */
function useNotice() {
  const [notice, setNotice] = useState<Notice>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const notify = useMemo(
    () => (next: Notice | undefined) => {
      clearTimeout(timer.current)
      setNotice(next)
      if (next) timer.current = setTimeout(() => setNotice(undefined), NOTICE_MS)
    },
    [],
  )
  return [notice, notify] as const
}
