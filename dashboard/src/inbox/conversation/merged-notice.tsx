import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWrite } from '../../resource.ts'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { type Ticket, tickets } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'

/** A merged ticket says where its messages are, and can be separated again. */
export function MergedNotice({ ticket }: { ticket: Ticket }) {
  if (!ticket.mergedIntoId) return null
  return <Merged ticket={ticket} targetId={ticket.mergedIntoId} />
}

function Merged({ ticket, targetId }: { ticket: Ticket; targetId: string }) {
  const { search, canEdit } = useInbox()
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
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/inbox" search={{ view: search.viewId, ticket: targetId }} {...props} />}
          >
            {target.data ? `#${target.data.number} ${target.data.subject}` : 'another ticket'}
          </Anchor>
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
