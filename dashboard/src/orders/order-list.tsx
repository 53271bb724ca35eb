import { Anchor, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { moneyInWords } from '../parts/money.ts'
import { Ago } from '../parts/when.tsx'
import { OrderBadges, StateBadge, TestBadge } from './badges.tsx'
import { buyerOf, FULFILLMENT, PAYMENT, RETURN, STATUS, thingsIn } from './order-words.ts'
import type { Order } from './orders.ts'

const COLUMNS = ['Order', 'Buyer', 'Placed', 'Status', 'Payment', 'Delivery']

const OrderNumber = ({ of: { id, number } }: { of: Order }) => (
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
                <OrderNumber of={order} />
              </Table.Td>
              <Table.Td maw={260}>
                <Text size="sm" truncate>
                  {buyerOf(order)}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {thingsIn(order.items)}
                </Text>
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Ago at={order.placedAt} />
              </Table.Td>
              <Table.Td>
                <StateBadge look={STATUS[order.status]} />
              </Table.Td>
              <Table.Td>
                <Group gap={6}>
                  <StateBadge look={PAYMENT[order.paymentStatus]} />
                  <TestBadge of={order.payments} />
                </Group>
              </Table.Td>
              <Table.Td>
                <Stack gap={4} align="flex-start">
                  <StateBadge look={FULFILLMENT[order.fulfillmentStatus]} />
                  {order.returnStatus === 'none' ? null : <StateBadge look={RETURN[order.returnStatus]} />}
                </Stack>
              </Table.Td>
              <Table.Td ta="right" fw={600} style={{ whiteSpace: 'nowrap' }}>
                {moneyInWords(order.totals.total)}
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
                <OrderNumber of={order} />
                <Text size="sm" truncate>
                  {buyerOf(order)}
                </Text>
              </Stack>
              <Stack gap={0} align="flex-end">
                <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
                  {moneyInWords(order.totals.total)}
                </Text>
                <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  <Ago at={order.placedAt} />
                </Text>
              </Stack>
            </Group>
            <Text size="xs" c="dimmed" truncate>
              {thingsIn(order.items)}
            </Text>
            <OrderBadges of={order} />
          </Stack>
        </Paper>
      ))}
    </Stack>
  )
}
