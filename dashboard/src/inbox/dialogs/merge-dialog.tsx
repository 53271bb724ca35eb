import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { type Ticket, tickets, useMergeTicket } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { requesterName } from '../inbox-labels.ts'
import { PickDialog } from '../pick-dialog.tsx'

/** Other tickets of the customer first: duplicates are usually theirs. */
export function MergeDialog() {
  const { targets, open } = useInbox()
  const [source] = targets
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), 250)
  const [target, setTarget] = useState<Ticket>()
  const isSearching = query.length >= 2
  const found = tickets.useList(
    isSearching
      ? { q: query, limit: 10 }
      : source?.customerId
        ? { customer: source.customerId, limit: 10 }
        : { limit: 10 },
  )
  const others = (found.data ?? []).filter(({ id, mergedIntoId }) => id !== source?.id && mergedIntoId === null)
  if (!source) return null
  if (target) return <ConfirmMerge source={source} target={target} onClose={() => setTarget(undefined)} />
  return (
    <PickDialog
      title={`Merge ticket #${source.number}`}
      label="Into the ticket"
      options={others.map((ticket) => ({
        id: ticket.id,
        label: `#${ticket.number} ${ticket.subject}`,
        description: `${requesterName(ticket)} · ${ticket.status.name}`,
      }))}
      onSearch={setText}
      onPick={(id) => setTarget(others.find((ticket) => ticket.id === id))}
      empty={isSearching ? 'No results' : 'Search by number, subject or requester.'}
      onClose={() => open(undefined)}
    />
  )
}

function ConfirmMerge({ source, target, onClose }: { source: Ticket; target: Ticket; onClose: () => void }) {
  const { search, open, notify } = useInbox()
  const merge = useMergeTicket(source.id)
  const isOtherCustomer = source.customerId !== target.customerId
  return (
    <ConfirmDialog
      title={`Merge #${source.number} into #${target.number}?`}
      errorTitle="Couldn't merge the tickets"
      cancelLabel="Keep both"
      confirmLabel="Merge"
      mutation={merge}
      onConfirm={() =>
        merge.mutate(
          { intoId: target.id },
          {
            onSuccess: () => {
              open(undefined)
              search.openTicket(target.id)
              notify({ message: `#${source.number} merged into #${target.number}` })
            },
          },
        )
      }
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          {`All messages move to “${target.subject}”, and later emails follow. You can undo this from the merged ticket.`}
        </Text>
        {isOtherCustomer ? (
          <Text size="sm" fw={600}>
            {`The tickets have different requesters: ${requesterName(source)} and ${requesterName(target)}.`}
          </Text>
        ) : null}
      </Stack>
    </ConfirmDialog>
  )
}
