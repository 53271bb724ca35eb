import { Center, Kbd, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { Composer } from '../composer/composer.tsx'
import { CustomerPanel } from '../customer-panel/customer-panel.tsx'
import { SplitDialog } from '../dialogs/split-dialog.tsx'
import classes from '../inbox.module.css'
import { tickets, useMessages, usePrefetchTicket, useTicketEvents } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { ConversationHeader } from './conversation-header.tsx'
import { PresenceBar } from './presence-bar.tsx'
import { Thread } from './thread.tsx'

interface Props {
  id: string | undefined
  /** The ticket below in the list, which is loaded in advance. */
  next: string | undefined
}

export function Conversation({ id, next }: Props) {
  if (!id) {
    return (
      <div className={classes.conversation} data-empty>
        <Center p="xl" visibleFrom="sm">
          <Stack align="center" gap={4} ta="center">
            <Text c="dimmed">Choose a ticket to read it here.</Text>
            <Text size="sm" c="dimmed">
              Press <Kbd>J</Kbd> to open the first one, <Kbd>?</Kbd> for all shortcuts.
            </Text>
          </Stack>
        </Center>
      </div>
    )
  }
  return <OpenTicket id={id} next={next} />
}

function OpenTicket({ id, next }: { id: string; next: string | undefined }) {
  const { canEdit } = useInbox()
  const ticket = tickets.useOne(id)
  const messages = useMessages(id)
  const events = useTicketEvents(id)
  const prefetch = usePrefetchTicket()
  const [showsCustomer, setShowsCustomer] = useState(false)
  const [isSplitting, setIsSplitting] = useState(false)
  const isReady = ticket.data !== undefined && messages.data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once this one is on screen
  useEffect(() => {
    if (isReady && next) prefetch(next)
  }, [isReady, next])
  const error = ticket.error ?? messages.error
  return (
    <div className={classes.conversation} data-shows-customer={showsCustomer || undefined}>
      <section className={classes.thread} aria-label="Conversation">
        {error ? (
          <Stack p="md">
            <ErrorAlert
              error={error}
              title="Couldn't load the ticket"
              onRetry={() => {
                void ticket.refetch()
                void messages.refetch()
              }}
            />
          </Stack>
        ) : null}
        {ticket.data ? (
          <ConversationHeader
            ticket={ticket.data}
            onShowCustomer={() => setShowsCustomer(true)}
            onSplit={() => setIsSplitting(true)}
          />
        ) : error ? null : (
          <ThreadSkeleton />
        )}
        {ticket.data ? <PresenceBar ticketId={id} /> : null}
        {ticket.data && messages.data ? (
          <>
            <Thread ticket={ticket.data} messages={messages} events={events.data ?? []} />
            {canEdit ? <Composer ticket={ticket.data} messages={messages.data} /> : null}
          </>
        ) : null}
        {isSplitting && ticket.data && messages.data ? (
          <SplitDialog ticket={ticket.data} messages={messages.data} onClose={() => setIsSplitting(false)} />
        ) : null}
      </section>
      <section className={classes.panel} aria-label="Customer">
        {ticket.data ? <CustomerPanel ticket={ticket.data} onBack={() => setShowsCustomer(false)} /> : null}
      </section>
    </div>
  )
}

const ThreadSkeleton = () => (
  <Stack p="md" gap="md" role="status">
    <VisuallyHidden>Loading ticket…</VisuallyHidden>
    <Skeleton height={22} width="60%" />
    <Skeleton height={14} width="40%" />
    <Skeleton height={90} />
    <Skeleton height={70} />
  </Stack>
)
