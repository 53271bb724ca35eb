import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { Label } from '../ui/label.tsx'
import { type Column, DataList, LoadMore } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { DELIVERY_STATUS_LABELS, deliveryStatus, endpointName, formatResult } from './webhook-labels.ts'
import { type Delivery, deliveries, type Endpoint } from './webhooks.ts'

/** The first attempt of an event takes a moment, and someone who sent a test event waits for it. */
const POLL_MS = 3000

type Filters = { endpointId?: string } & Partial<Pick<Delivery, 'status' | 'eventType'>>

export const useDeliveries = (query: Filters) =>
  deliveries.useList({ limit: 50, ...query }, { refetchInterval: POLL_MS })

export function useDeliveryFilters() {
  return useFilters({ status: { kind: 'select', label: 'Status', options: DELIVERY_STATUS_LABELS } })
}

export function EndpointDeliveries({ endpointId }: { endpointId: string }) {
  const filters = useDeliveryFilters()
  const list = useDeliveries({ endpointId, ...filters.values })
  return (
    <Stack gap="md">
      <FilterBar label="Deliveries" filters={filters} />
      {list.isPending ? <Loading what="deliveries" /> : null}
      <ErrorAlert error={list.error} title="Couldn't load deliveries" onRetry={() => void list.refetch()} />
      {list.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {filters.isFiltered ? 'No deliveries with this status.' : 'No events sent to this endpoint yet.'}
        </Text>
      ) : null}
      {list.data && list.data.length > 0 ? <DeliveryList deliveries={list.data} /> : null}
      <LoadMore list={list} />
    </Stack>
  )
}

const COLUMNS: Column<Delivery>[] = [
  { header: 'Event', cell: (delivery) => <DeliveryLink of={delivery} /> },
  { header: 'Status', cell: (delivery) => <DeliveryStatus of={delivery} /> },
  { header: 'Last response', cell: (delivery) => <LastResponse of={delivery} />, maxWidth: 280 },
  { header: 'Attempts', cell: ({ attemptCount }) => attemptCount, isNumber: true },
  { header: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

interface DeliveryListProps {
  deliveries: Delivery[]
  /** Given if the list is of several endpoints. */
  endpoints?: Endpoint[]
}

export function DeliveryList({ deliveries: items, endpoints }: DeliveryListProps) {
  const nameOf = ({ endpointId }: Delivery) => endpointName(endpoints?.find(({ id }) => id === endpointId))
  const endpointColumn: Column<Delivery> = {
    header: 'Endpoint',
    cell: (delivery) => (
      <Text size="sm" truncate title={nameOf(delivery)}>
        {nameOf(delivery)}
      </Text>
    ),
    maxWidth: 200,
  }
  return (
    <DataList
      label="Deliveries, newest first"
      items={items}
      itemKey={({ id }) => id}
      columns={endpoints ? COLUMNS.toSpliced(1, 0, endpointColumn) : COLUMNS}
      card={(delivery) => (
        <Stack gap={4}>
          <Group justify="space-between" gap="xs">
            <DeliveryLink of={delivery} />
            <DeliveryStatus of={delivery} />
          </Group>
          <LastResponse of={delivery} />
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {endpoints ? `${nameOf(delivery)} · ` : ''}
            <RelativeTime at={delivery.createdAt} />
          </Text>
        </Stack>
      )}
    />
  )
}

const DeliveryLink = ({ of }: { of: Delivery }) => (
  <Anchor
    size="sm"
    fw={600}
    style={{ overflowWrap: 'anywhere' }}
    renderRoot={(props) => <Link to="/settings/webhooks/deliveries/$id" params={{ id: of.id }} {...props} />}
  >
    {of.eventType}
  </Anchor>
)

export function DeliveryStatus({ of }: { of: Delivery }) {
  const { label, color } = deliveryStatus(of)
  return <Label color={color}>{label}</Label>
}

function LastResponse({ of }: { of: Delivery }) {
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {of.lastAttempt ? formatResult(of.lastAttempt) : 'Not sent yet'}
      </Text>
      {of.status === 'pending' && of.nextAttemptAt && of.lastAttempt ? (
        <Text size="xs" c="dimmed">{`Next attempt ${formatNextAttempt(of.nextAttemptAt)}`}</Text>
      ) : null}
    </div>
  )
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })

export const formatNextAttempt = (at: string) => TIME.format(new Date(at))
