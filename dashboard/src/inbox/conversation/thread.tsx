import { Button, Center, Text } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { formatDateTime } from '../../ui/time.tsx'
import type { Ticket, TicketEvent, TicketMessage, useMessages } from '../inbox.ts'
import { ticketStatuses } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { describeEvent } from './event-text.ts'
import { Message } from './message.tsx'
import { TicketLink } from './related-tickets.tsx'
import classes from './thread.module.css'

interface Props {
  ticket: Ticket
  messages: ReturnType<typeof useMessages>
  events: TicketEvent[]
}

type Entry = { at: string; key: string } & ({ message: TicketMessage } | { event: TicketEvent; text: string })

/** Messages and what happened in between, oldest first. */
export function Thread({ ticket, messages, events }: Props) {
  const { members } = useInbox()
  const statuses = ticketStatuses.useList().data ?? []
  const scroll = useRef<HTMLElement>(null)
  const shown = messages.data ?? []
  const oldest = messages.hasNextPage ? shown.at(-1)?.createdAt : undefined
  const entries: Entry[] = [
    ...shown.map((message) => ({ at: message.createdAt, key: message.id, message })),
    ...events.flatMap((event) => {
      const text = describeEvent(event, { members, statuses })
      return text && (!oldest || event.createdAt > oldest) ? [{ at: event.createdAt, key: event.id, event, text }] : []
    }),
  ].sort((one, other) => one.at.localeCompare(other.at) || one.key.localeCompare(other.key))
  const latestId = shown[0]?.id

  // The newest message is what the agent came for. Not when an older page is added above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the newest message changes
  useLayoutEffect(() => {
    const element = scroll.current
    if (element) element.scrollTop = element.scrollHeight
  }, [latestId, ticket.id])

  return (
    <section
      id="inbox-thread"
      ref={scroll}
      className={classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={`Messages of ticket #${ticket.number}`}
    >
      {messages.hasNextPage ? (
        <Center pb="sm">
          <Button
            size="xs"
            variant="default"
            loading={messages.isFetchingNextPage}
            onClick={() => void messages.fetchNextPage()}
          >
            Load earlier messages
          </Button>
        </Center>
      ) : null}
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" p="xl">
          No messages here. If the ticket was merged, they are in the other one.
        </Text>
      ) : null}
      <ol className={classes.entries}>
        {entries.map((entry) =>
          'message' in entry ? (
            <Message key={entry.key} message={entry.message} ticket={ticket} isLatest={entry.key === latestId} />
          ) : (
            <li key={entry.key} className={classes.event}>
              {entry.text}
              <OtherTicket event={entry.event} />
              <time dateTime={entry.at} title={formatDateTime(entry.at)}>
                {` · ${formatDateTime(entry.at)}`}
              </time>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

/** A merged ticket is in no list: this is the way to it, and to its "Undo merge". */
function OtherTicket({ event: { data } }: { event: TicketEvent }) {
  if (typeof data.ticketId !== 'string') return null
  return (
    <>
      {' · '}
      <TicketLink id={data.ticketId}>{typeof data.number === 'number' ? `Open #${data.number}` : 'Open'}</TicketLink>
    </>
  )
}
