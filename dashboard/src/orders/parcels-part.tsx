import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Failure } from '../parts/failure.tsx'
import { Section } from '../parts/section.tsx'
import { fullTime } from '../parts/when.tsx'
import { StateBadge } from './badges.tsx'
import { namedThings, PARCEL } from './order-words.ts'
import { type Fulfillment, type Order, useChangeFulfillment, useFulfillments } from './orders.ts'

interface Props {
  order: Order
  mayAct: boolean
  onNews: (words: string) => void
}

export function ParcelsPart({ order, mayAct, onNews }: Props) {
  const parcels = useFulfillments(order.id)
  const all = parcels.data?.pages.flatMap(({ data }) => data) ?? []
  if (all.length === 0 && !parcels.error) return null
  return (
    <Section title="Parcels">
      <Failure error={parcels.error} title="The parcels can't be shown" onRetry={() => void parcels.refetch()} />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Parcels, newest first">
        {all.map((parcel) => (
          <ParcelRow key={parcel.id} order={order} parcel={parcel} mayAct={mayAct} onNews={onNews} />
        ))}
      </Stack>
    </Section>
  )
}

function ParcelRow({ order, parcel, mayAct, onNews }: Props & { parcel: Fulfillment }) {
  const change = useChangeFulfillment(order.id, parcel.id)
  const become = (status: 'delivered' | 'canceled', words: string) =>
    change.mutate({ body: { status } }, { onSuccess: () => onNews(words) })
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Stack gap={6}>
        <Group gap="xs">
          <StateBadge look={PARCEL[parcel.status]} />
          <Text size="xs" c="dimmed">
            {fullTime(parcel.createdAt)}
          </Text>
        </Group>
        <Text size="sm">{namedThings(parcel.lines, order)}</Text>
        <Tracking of={parcel} />
        <Failure error={change.error} title="The parcel was not changed" />
        {mayAct && parcel.status === 'shipped' ? (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={change.isPending}
              onClick={() => become('delivered', 'The parcel is delivered.')}
            >
              Delivered
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              disabled={change.isPending}
              onClick={() => become('canceled', 'The parcel was not sent after all: its items can be sent again.')}
            >
              Not sent after all
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Paper>
  )
}

function Tracking({ of: { tracking } }: { of: Fulfillment }) {
  if (!tracking) return null
  const words = [tracking.carrier, tracking.number].filter(Boolean).join(' ') || 'Where it is'
  return tracking.url && /^https?:/.test(tracking.url) ? (
    <Anchor
      size="sm"
      href={tracking.url}
      target="_blank"
      rel="noopener noreferrer"
      style={{ overflowWrap: 'anywhere' }}
    >
      {words}
    </Anchor>
  ) : (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {words}
    </Text>
  )
}
