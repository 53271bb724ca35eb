import { Badge, Group } from '@mantine/core'
import { useWorkspace } from '../session.ts'
import {
  ORDER_FULFILLMENT_LABELS,
  ORDER_PAYMENT_LABELS,
  ORDER_RETURN_LABELS,
  ORDER_STATUS_LABELS,
  type StatusDisplay,
} from './order-labels.ts'
import type { Order } from './orders.ts'

export const StatusBadge = ({ display: { label, color } }: { display: StatusDisplay }) => (
  <Badge miw="max-content" variant="dot" color={color} tt="none">
    {label}
  </Badge>
)

/** No real money moved. Hidden in a sandbox, where that is obvious. */
export function TestBadge({ payments }: { payments: Order['payments'] }) {
  const { mode } = useWorkspace()
  if (mode === 'test' || !payments.some(({ test }) => test)) return null
  return (
    <Badge miw="max-content" variant="dot" color="orange" tt="none">
      Test payment
    </Badge>
  )
}

export const OrderBadges = ({ order }: { order: Order }) => (
  <Group gap={6}>
    <StatusBadge display={ORDER_STATUS_LABELS[order.status]} />
    <StatusBadge display={ORDER_PAYMENT_LABELS[order.paymentStatus]} />
    <TestBadge payments={order.payments} />
    {order.status === 'canceled' && order.fulfillmentStatus === 'not_required' ? null : (
      <StatusBadge display={ORDER_FULFILLMENT_LABELS[order.fulfillmentStatus]} />
    )}
    {order.returnStatus === 'none' ? null : <StatusBadge display={ORDER_RETURN_LABELS[order.returnStatus]} />}
  </Group>
)
