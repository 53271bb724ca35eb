import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Column, DataList, type RowSelection } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import type { ListSort } from '../ui/sort-header.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { OrderBadges } from './badges.tsx'
import { customerName, formatOrderItems } from './order-labels.ts'
import type { Order } from './orders.ts'

/** The badges come last and wrap: their labels are long, and nothing may be cut off. */
const COLUMNS: Column<Order>[] = [
  { header: 'Order', cell: (order) => <OrderLink order={order} /> },
  {
    header: 'Customer',
    cell: (order) => (
      <>
        <Text size="sm" truncate>
          {customerName(order)}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {formatOrderItems(order.items)}
        </Text>
      </>
    ),
    maxWidth: 220,
  },
  { header: 'Date', cell: (order) => <OrderDate order={order} size="sm" />, sorts: ['newest', 'oldest'] },
  {
    header: 'Total',
    cell: (order) => <OrderTotal order={order} />,
    isNumber: true,
    sorts: ['-total', 'total'],
  },
  { header: 'Status', cell: (order) => <OrderBadges order={order} /> },
]

interface Props {
  orders: Order[]
  selection?: RowSelection | undefined
  sort?: ListSort
}

export function OrderList({ orders, selection, sort }: Props) {
  return (
    <DataList
      label="Orders"
      items={orders}
      itemKey={({ id }) => id}
      columns={COLUMNS}
      selection={selection}
      itemName={({ number }) => `order #${number}`}
      sort={sort}
      card={(order) => (
        <Stack gap={6}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <OrderLink order={order} />
              <Text size="sm" truncate>
                {customerName(order)}
              </Text>
            </Stack>
            <Stack gap={0} align="flex-end">
              <OrderTotal order={order} />
              <OrderDate order={order} size="xs" />
            </Stack>
          </Group>
          <Text size="xs" c="dimmed" truncate>
            {formatOrderItems(order.items)}
          </Text>
          <OrderBadges order={order} />
        </Stack>
      )}
    />
  )
}

const OrderLink = ({ order: { id, number } }: { order: Order }) => (
  <Anchor
    size="sm"
    fw={600}
    aria-label={`Order #${number}`}
    renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id }} {...props} />}
  >
    {`#${number}`}
  </Anchor>
)

const OrderTotal = ({ order }: { order: Order }) => (
  <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
    {formatMoney(order.totals.total)}
  </Text>
)

const OrderDate = ({ order, size }: { order: Order; size: 'xs' | 'sm' }) => (
  <Text size={size} {...(size === 'xs' && { c: 'dimmed' })} style={{ whiteSpace: 'nowrap' }}>
    <RelativeTime at={order.placedAt} />
  </Text>
)
