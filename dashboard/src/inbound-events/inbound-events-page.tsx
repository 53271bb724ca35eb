import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PROVIDER_LABELS } from '../connections/connection-labels.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { Label } from '../ui/label.tsx'
import { type Column, DataList, ListPage } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type InboundEvent, inboundEvents, STATUS_COLORS, STATUS_LABELS } from './inbound-events.ts'

/** Often opened to see whether a provider's test event arrives. */
const POLL_MS = 5000

export function InboundEventsPage() {
  const filters = useFilters({
    q: { kind: 'search', label: 'Search', placeholder: 'ID, order number or email address' },
    provider: { kind: 'select', label: 'Provider', options: PROVIDER_LABELS },
    status: { kind: 'select', label: 'Status', options: STATUS_LABELS },
  })
  // The server searches for two letters or more.
  const { q, ...values } = filters.values
  const list = inboundEvents.useList(
    { limit: 50, ...values, ...(q && q.length > 1 && { q }) },
    { refetchInterval: POLL_MS },
  )
  return (
    <ListPage
      title="Inbound events"
      about="What connected services sent in the last 30 days, newest first. Open one to see why it failed or to process it again."
      what="inbound events"
      list={list}
      filters={<FilterBar label="Inbound events" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No inbound events yet',
        text: 'Connect a service and send a test event from its dashboard. It appears here at once.',
      }}
    >
      {(events) => (
        <DataList
          label="Inbound events, newest first"
          items={events}
          itemKey={({ id }) => id}
          columns={COLUMNS}
          card={(event) => (
            <Stack gap={4}>
              <Group justify="space-between" gap="xs">
                <EventLink of={event} />
                <EventStatus of={event} />
              </Group>
              <Note of={event} />
              <Text size="xs" c="dimmed">
                {`${PROVIDER_LABELS[event.provider]} · `}
                <RelativeTime at={event.receivedAt} />
              </Text>
            </Stack>
          )}
        />
      )}
    </ListPage>
  )
}

const COLUMNS: Column<InboundEvent>[] = [
  { header: 'Event', cell: (event) => <EventLink of={event} />, maxWidth: 300 },
  { header: 'Provider', cell: ({ provider }) => PROVIDER_LABELS[provider] },
  { header: 'Status', cell: (event) => <EventStatus of={event} /> },
  { header: 'Note', cell: (event) => <Note of={event} />, maxWidth: 320 },
  { header: 'Received', cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
]

const EventLink = ({ of: { id, topic } }: { of: InboundEvent }) => (
  <Anchor
    size="sm"
    fw={600}
    style={{ overflowWrap: 'anywhere' }}
    renderRoot={(props) => <Link to="/settings/inbound-events/$id" params={{ id }} {...props} />}
  >
    {topic || 'Unknown topic'}
  </Anchor>
)

export const EventStatus = ({ of: { status } }: { of: Pick<InboundEvent, 'status'> }) => (
  <Label color={STATUS_COLORS[status]}>{STATUS_LABELS[status]}</Label>
)

const Note = ({ of: { note } }: { of: InboundEvent }) =>
  note ? (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {note}
    </Text>
  ) : null
