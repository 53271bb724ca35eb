import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { Section } from '../../ui/section.tsx'
import { formatDateTime } from '../../ui/time.tsx'
import { StatusBadge } from '../badges.tsx'
import { FULFILLMENT_STATUS_LABELS, formatItemQuantities } from '../order-labels.ts'
import { type Fulfillment, type Order, useFulfillments, useUpdateFulfillment } from '../orders.ts'
import { Tracking } from './tracking.tsx'

interface Props {
  order: Order
  canEdit: boolean
  onMessage: (message: string) => void
}

export function FulfillmentsSection({ order, canEdit, onMessage }: Props) {
  const query = useFulfillments(order.id)
  const fulfillments = query.data ?? []
  if (fulfillments.length === 0 && !query.error) return null
  return (
    <Section title="Fulfillments">
      <ErrorAlert error={query.error} title="Couldn't load fulfillments" onRetry={() => void query.refetch()} />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Fulfillments, newest first">
        {fulfillments.map((fulfillment) => (
          <FulfillmentRow
            key={fulfillment.id}
            order={order}
            fulfillment={fulfillment}
            canEdit={canEdit}
            onMessage={onMessage}
          />
        ))}
      </Stack>
    </Section>
  )
}

function FulfillmentRow({ order, fulfillment, canEdit, onMessage }: Props & { fulfillment: Fulfillment }) {
  const change = useUpdateFulfillment(order.id, fulfillment.id)
  const updateStatus = (status: 'delivered' | 'canceled', message: string) =>
    change.mutate({ status }, { onSuccess: () => onMessage(message) })
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Stack gap={6}>
        <Group gap="xs">
          <StatusBadge display={FULFILLMENT_STATUS_LABELS[fulfillment.status]} />
          <Text size="xs" c="dimmed">
            {formatDateTime(fulfillment.createdAt)}
          </Text>
        </Group>
        <Text size="sm">{formatItemQuantities(fulfillment.items, order)}</Text>
        <Tracking fulfillment={fulfillment} />
        <ErrorAlert error={change.error} title="Couldn't update the fulfillment" />
        {canEdit && fulfillment.status === 'shipped' ? (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={change.isPending}
              onClick={() => updateStatus('delivered', 'Marked as delivered')}
            >
              Mark as delivered
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              disabled={change.isPending}
              onClick={() => updateStatus('canceled', 'Fulfillment canceled. Its items can be fulfilled again.')}
            >
              Cancel fulfillment
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Paper>
  )
}
