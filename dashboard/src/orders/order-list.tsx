import { Anchor, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../ui/money.ts'
import { RelativeTime } from '../ui/time.tsx'
import { OrderBadges, StatusBadge, TestBadge } from './badges.tsx'
import {
  customerName,
  formatOrderItems,
  ORDER_FULFILLMENT_LABELS,
  ORDER_PAYMENT_LABELS,
  ORDER_RETURN_LABELS,
  ORDER_STATUS_LABELS,
} from './order-labels.ts'
import type { Order } from './orders.ts'

const COLUMNS = ['Order', 'Customer', 'Date', 'Status', 'Payment', 'Fulfillment']

const OrderLink = ({ order: { id, number } }: { order: Order }) => (
  <Anchor
    size="sm"
    fw={600}
    aria-label={`Order ${number}`}
    renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id }} {...props} />}
  >
    {`#${number}`}
  </Anchor>
)

export function OrderTable({ orders }: { orders: Order[] }) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="sm"
        aria-label="Orders"
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="right">
              Total
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order) => (
            <Table.Tr key={order.id}>
              <Table.Td>
                <OrderLink order={order} />
              </Table.Td>
              <Table.Td maw={260}>
                <Text size="sm" truncate>
                  {customerName(order)}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {formatOrderItems(order.items)}
                </Text>
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <RelativeTime at={order.placedAt} />
              </Table.Td>
              <Table.Td>
                <StatusBadge display={ORDER_STATUS_LABELS[order.status]} />
              </Table.Td>
              <Table.Td>
                <Group gap={6}>
                  <StatusBadge display={ORDER_PAYMENT_LABELS[order.paymentStatus]} />
                  <TestBadge payments={order.payments} />
                </Group>
              </Table.Td>
              <Table.Td>
                <Stack gap={4} align="flex-start">
                  <StatusBadge display={ORDER_FULFILLMENT_LABELS[order.fulfillmentStatus]} />
                  {order.returnStatus === 'none' ? null : (
                    <StatusBadge display={ORDER_RETURN_LABELS[order.returnStatus]} />
                  )}
                </Stack>
              </Table.Td>
              <Table.Td ta="right" fw={600} style={{ whiteSpace: 'nowrap' }}>
                {formatMoney(order.totals.total)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

export function OrderCards({ orders }: { orders: Order[] }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Orders">
      {orders.map((order) => (
        <Paper key={order.id} component="li" withBorder px="md" py="sm">
          <Stack gap={6}>
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <Stack gap={0} miw={0}>
                <OrderLink order={order} />
                <Text size="sm" truncate>
                  {customerName(order)}
                </Text>
              </Stack>
              <Stack gap={0} align="flex-end">
                <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
                  {formatMoney(order.totals.total)}
                </Text>
                <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  <RelativeTime at={order.placedAt} />
                </Text>
              </Stack>
            </Group>
            <Text size="xs" c="dimmed" truncate>
              {formatOrderItems(order.items)}
            </Text>
            <OrderBadges order={order} />
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
