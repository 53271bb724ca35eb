import { Badge, Group } from '@mantine/core'
import { useDesk } from '../access/desk.ts'
import { FULFILLMENT, PAYMENT, RETURN, STATUS } from './order-words.ts'
import type { Order } from './orders.ts'

export const StateBadge = ({ look: { words, colour } }: { look: { words: string; colour: string } }) => (
  <Badge miw="max-content" variant="dot" color={colour} tt="none">
    {words}
  </Badge>
)

/** No real money moved. Of a sandbox everybody knows it. */
export function TestBadge({ of: payments }: { of: Order['payments'] }) {
  const { mode } = useDesk()
  if (mode === 'test' || !payments.some(({ isTest }) => isTest)) return null
  return (
    <Badge miw="max-content" variant="light" color="orange" tt="none">
      Test payment
    </Badge>
  )
}

export const OrderBadges = ({ of: order }: { of: Order }) => (
  <Group gap={6}>
    <StateBadge look={STATUS[order.status]} />
    <StateBadge look={PAYMENT[order.paymentStatus]} />
    <TestBadge of={order.payments} />
    <StateBadge look={FULFILLMENT[order.fulfillmentStatus]} />
    {order.returnStatus === 'none' ? null : <StateBadge look={RETURN[order.returnStatus]} />}
  </Group>
)
