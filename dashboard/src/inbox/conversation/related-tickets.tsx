import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWrite } from '../../resource.ts'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { type Ticket, tickets, useUnsplitTicket } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'

/** A merged ticket says where its messages are, and can be separated again. */
export function MergedNotice({ ticket }: { ticket: Ticket }) {
  if (!ticket.mergedIntoId) return null
  return <Merged ticket={ticket} targetId={ticket.mergedIntoId} />
}

function Merged({ ticket, targetId }: { ticket: Ticket; targetId: string }) {
  const { canEdit } = useInbox()
  const target = tickets.useOne(targetId)
  const unmerge = useWrite(
    'post',
    '/v1/tickets/{id}/unmerge',
    { id: ticket.id },
    { alsoChanges: ['/v1/ticket-views/counts'] },
  )
  return (
    <Alert color="blue" mt="xs" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {'Merged into '}
          <TicketLink id={targetId}>
            {target.data ? `#${target.data.number} ${target.data.subject}` : 'another ticket'}
          </TicketLink>
        </Text>
        {canEdit ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={unmerge.isPending}
            onClick={() => unmerge.mutate(undefined as never)}
          >
            Undo merge
          </Button>
        ) : null}
      </Group>
      <ErrorAlert error={unmerge.error} title="Couldn't undo the merge" />
    </Alert>
  )
}

/** A ticket that was split off says from which one, and its messages can go back there. */
export function SplitNotice({ ticket }: { ticket: Ticket }) {
  // After "Undo split" it is empty, and the notice above says where the messages are.
  if (!ticket.splitFromId || ticket.mergedIntoId) return null
  return <Split ticket={ticket} originId={ticket.splitFromId} />
}

function Split({ ticket, originId }: { ticket: Ticket; originId: string }) {
  const { search, canEdit, notify } = useInbox()
  const unsplit = useUnsplitTicket(ticket.id)
  const undo = () =>
    unsplit.mutate(undefined as never, {
      onSuccess: (origin) => {
        search.openTicket(origin.id)
        notify({ message: `#${ticket.number} is part of #${origin.number} again` })
      },
    })
  return (
    <>
      <Group gap="xs" mt={4}>
        <RelatedTicket id={originId} text="Split from" />
        {canEdit ? (
          <Button size="compact-xs" variant="default" loading={unsplit.isPending} onClick={undo}>
            Undo split
          </Button>
        ) : null}
      </Group>
      <ErrorAlert error={unsplit.error} title="Couldn't undo the split" />
    </>
  )
}

export function RelatedTicket({ id, text }: { id: string; text: string }) {
  const related = tickets.useOne(id)
  if (!related.data) return null
  return (
    <Text size="xs">
      {`${text} `}
      <TicketLink id={id}>{`#${related.data.number}`}</TicketLink>
    </Text>
  )
}

export function TicketLink({ id, children }: { id: string; children: string }) {
  const { search } = useInbox()
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link to="/inbox" search={{ view: search.viewId, ticket: id }} {...props} />}
    >
      {children}
    </Anchor>
  )
}
