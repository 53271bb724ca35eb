import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Label, type LabelColor } from '../../ui/label.tsx'
import { DateLabel, formatDateTime } from '../../ui/time.tsx'
import { TRACKING_STATUS_LABELS } from '../order-labels.ts'
import type { Fulfillment } from '../orders.ts'

type TrackingStatus = NonNullable<Fulfillment['trackingStatus']>

const TRACKING_COLORS: Record<TrackingStatus, LabelColor> = {
  label_created: 'gray',
  in_transit: 'indigo',
  out_for_delivery: 'teal',
  available_for_pickup: 'teal',
  attempt_failed: 'orange',
  delivered: 'green',
  exception: 'red',
  returning: 'orange',
  returned: 'red',
  expired: 'gray',
  canceled: 'gray',
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
          <Label color={TRACKING_COLORS[trackingStatus]}>{TRACKING_STATUS_LABELS[trackingStatus]}</Label>
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
                {[message ?? (status === 'unknown' ? 'Update' : TRACKING_STATUS_LABELS[status]), location]
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
