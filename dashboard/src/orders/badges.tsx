import { Badge, Group } from '@mantine/core'
import { FULFILLMENT, PAYMENT, RETURN, STATUS } from './order-words.ts'
import type { Order } from './orders.ts'

export const StateBadge = ({ look: { words, colour } }: { look: { words: string; colour: string } }) => (
  <Badge miw="max-content" variant="dot" color={colour} tt="none">
    {words}
  </Badge>
)

export const OrderBadges = ({ of: order }: { of: Order }) => (
  <Group gap={6}>
    <StateBadge look={STATUS[order.status]} />
    <StateBadge look={PAYMENT[order.paymentStatus]} />
    <StateBadge look={FULFILLMENT[order.fulfillmentStatus]} />
    {order.returnStatus === 'none' ? null : <StateBadge look={RETURN[order.returnStatus]} />}
  </Group>
)
