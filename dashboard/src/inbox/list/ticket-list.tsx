import { Button, Center, Loader, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { LoadMore } from '../../ui/list.tsx'
import { useDraftedTickets } from '../composer/drafts.ts'
import { useInbox } from '../inbox-context.ts'
import { useTicketSlas } from '../slas.ts'
import { useNow } from '../use-now.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ListFilters } from './list-filters.tsx'
import classes from './ticket-list.module.css'
import { TicketRow } from './ticket-row.tsx'

/** The tickets of the current view. */
export function TicketList() {
  const { list, stable, view, search, selected, setSelected, members, viewers } = useInbox()
  const nowMs = useNow(30_000)
  const scroll = useRef<HTMLDivElement>(null)
  const { rows, newCount, showNew } = stable
  const slas = useTicketSlas(rows.map(({ ticket }) => ticket.id))
  const drafted = useDraftedTickets()
  const nameOf = (id: string | null) => members.find(({ userId }) => userId === id)?.name
  const linkSearch = { view: search.viewId, ...search.filters }

  // K and J may leave the part of the list that is on screen.
  useEffect(() => {
    if (!search.ticketId) return
    scroll.current?.querySelector(`[data-ticket="${search.ticketId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [search.ticketId])

  const select = (id: string, isSelected: boolean) =>
    setSelected((current) => {
      const next = new Set(current)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })

  return (
    <>
      <ListFilters />
      {selected.size > 0 ? <BulkBar /> : null}
      <div className={classes.body}>
        {newCount > 0 ? (
          <Button
            size="compact-sm"
            radius="xl"
            className={classes.new ?? ''}
            onClick={() => {
              showNew()
              scroll.current?.scrollTo({ top: 0 })
            }}
          >
            {`${newCount} new`}
          </Button>
        ) : null}
        <VisuallyHidden role="status">{newCount > 0 ? `${newCount} new tickets` : ''}</VisuallyHidden>
        {/* Focusable, so that the keyboard can scroll it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section ref={scroll} className={classes.scroll} tabIndex={0} aria-label={`${view?.name ?? 'Tickets'}, list`}>
          {list.isPending ? <ListSkeleton /> : null}
          {list.error ? (
            <Stack p="md">
              <ErrorAlert error={list.error} title="Couldn't load the tickets" onRetry={() => void list.refetch()} />
            </Stack>
          ) : null}
          {list.isSuccess && rows.length === 0 ? <EmptyList /> : null}
          {rows.length > 0 ? (
            <ul className={classes.list} style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>
              {rows.map(({ ticket, hasLeft }) => (
                <TicketRow
                  key={ticket.id}
                  ticket={ticket}
                  search={linkSearch}
                  isOpen={ticket.id === search.ticketId}
                  isSelected={selected.has(ticket.id)}
                  hasLeft={hasLeft}
                  hasDraft={drafted.has(ticket.id)}
                  assignee={nameOf(ticket.assigneeId)}
                  viewers={viewers
                    .filter(({ ticketId }) => ticketId === ticket.id)
                    .map(({ userId, state }) => ({
                      name: nameOf(userId) ?? 'A colleague',
                      isTyping: state === 'typing',
                    }))}
                  sla={slas.get(ticket.id)}
                  nowMs={nowMs}
                  onSelect={select}
                />
              ))}
            </ul>
          ) : null}
          {list.hasNextPage ? (
            <Center p="sm">
              <LoadMore list={list} size="xs" />
            </Center>
          ) : null}
          {list.isFetching && !list.isPending && list.isPlaceholderData ? (
            <Center p="sm">
              <Loader size="xs" role="status" aria-label="Loading tickets" />
            </Center>
          ) : null}
        </section>
      </div>
    </>
  )
}

const SKELETON_ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

const ListSkeleton = () => (
  <div role="status">
    <VisuallyHidden>Loading tickets…</VisuallyHidden>
    {SKELETON_ROWS.map((row) => (
      <div key={row} className={classes.row} style={{ padding: 12, display: 'block' }}>
        <Skeleton height={14} width="55%" mb={8} />
        <Skeleton height={12} width="85%" mb={8} />
        <Skeleton height={12} width="70%" />
      </div>
    ))}
  </div>
)

const EMPTY_TEXTS: Record<string, [title: string, text: string]> = {
  mine: ['Nothing assigned to you', 'Tickets that are assigned to you appear here. Press A on a ticket to take it.'],
  unassigned: ['Everything has an owner', 'New tickets without an assignee appear here.'],
  open: ['Inbox zero', 'No open tickets. New messages appear here as they arrive.'],
  mentions: ['No mentions', 'When a colleague writes @ and your name in a note, the ticket appears here.'],
  following: ['You follow no open ticket', 'Add yourself as a follower in the details of a ticket to find it here.'],
  pending: ['Nobody owes you an answer', 'Tickets that wait for the customer appear here.'],
  snoozed: ['Nothing snoozed', 'Snoozed tickets return to the inbox when their time comes.'],
  resolved: ['Nothing resolved yet', 'Tickets appear here once you resolve them.'],
  spam: ['No spam', 'Tickets that you mark as spam appear here.'],
}

function EmptyList() {
  const { search } = useInbox()
  const [title, text] = search.isFiltered
    ? ['No results', 'No ticket matches the search and filters.']
    : (EMPTY_TEXTS[search.viewId] ?? ['No tickets', 'No ticket matches this view.'])
  return (
    <Stack align="center" ta="center" gap="xs" p="xl" mt="xl">
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {search.isFiltered ? (
        <Button size="xs" variant="default" onClick={search.clearFilters}>
          Clear all
        </Button>
      ) : null}
    </Stack>
  )
}
