import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Label, type LabelColor } from '../../ui/label.tsx'
import { DateLabel, formatDateTime } from '../../ui/time.tsx'
import type { Fulfillment } from '../orders.ts'

type TrackingStatus = NonNullable<Fulfillment['trackingStatus']>

const TRACKING_STATUSES: Record<TrackingStatus, { label: string; color: LabelColor }> = {
  label_created: { label: 'Label created', color: 'gray' },
  in_transit: { label: 'In transit', color: 'indigo' },
  out_for_delivery: { label: 'Out for delivery', color: 'teal' },
  available_for_pickup: { label: 'Ready for pickup', color: 'teal' },
  attempt_failed: { label: 'Delivery attempt failed', color: 'orange' },
  delivered: { label: 'Delivered', color: 'green' },
  exception: { label: 'Delivery problem', color: 'red' },
  returning: { label: 'Returning to sender', color: 'orange' },
  returned: { label: 'Returned to sender', color: 'red' },
  expired: { label: 'Tracking expired', color: 'gray' },
  canceled: { label: 'Canceled', color: 'gray' },
}

/** What the carrier reports. */
export function Tracking({ fulfillment }: { fulfillment: Fulfillment }) {
  const { trackingStatus, estimatedDeliveryAt, trackingEvents, status } = fulfillment
  const isUnderway = status === 'shipped' && estimatedDeliveryAt !== null
  return (
    <>
      <Group gap="xs">
        <TrackingLink fulfillment={fulfillment} />
        {trackingStatus ? (
          <Label color={TRACKING_STATUSES[trackingStatus].color}>{TRACKING_STATUSES[trackingStatus].label}</Label>
        ) : null}
        {isUnderway ? (
          <Text size="xs" c="dimmed">
            Estimated delivery <DateLabel at={estimatedDeliveryAt} />
          </Text>
        ) : null}
      </Group>
      {trackingEvents.length > 0 ? (
        <details>
          <Text component="summary" size="xs" c="dimmed" w="fit-content" style={{ cursor: 'pointer' }}>
            {`Tracking history (${trackingEvents.length})`}
          </Text>
          <Stack component="ol" gap={4} mt={6} mb={0} p={0} style={{ listStyle: 'none' }} aria-label="Tracking history">
            {trackingEvents.map(({ status, message, location, occurredAt }) => (
              <Text key={`${occurredAt}${status}${message}`} component="li" size="xs">
                <Text span inherit c="dimmed">
                  {`${formatDateTime(occurredAt)} `}
                </Text>
                {[message ?? (status === 'unknown' ? 'Update' : TRACKING_STATUSES[status].label), location]
                  .filter(Boolean)
                  .join(', ')}
              </Text>
            ))}
          </Stack>
        </details>
      ) : null}
    </>
  )
}

function TrackingLink({ fulfillment: { tracking } }: { fulfillment: Fulfillment }) {
  if (!tracking) return null
  const label = [tracking.carrier, tracking.number].filter(Boolean).join(' ') || 'Track shipment'
  return tracking.url && /^https?:/.test(tracking.url) ? (
    <Anchor
      size="sm"
      href={tracking.url}
      target="_blank"
      rel="noopener noreferrer"
      style={{ overflowWrap: 'anywhere' }}
    >
      {label}
    </Anchor>
  ) : (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {label}
    </Text>
  )
}
