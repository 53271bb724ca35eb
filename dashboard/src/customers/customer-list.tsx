import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Column, DataList, type RowSelection } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import type { ListSort } from '../ui/sort-header.tsx'
import { DateLabel } from '../ui/time.tsx'
import { type Customer, displayName, formatOrderCount, MARKETING_LABELS } from './customers.ts'

const COLUMNS: Column<Customer>[] = [
  { header: 'Customer', cell: (customer) => <CustomerLink of={customer} /> },
  {
    header: 'Email marketing',
    cell: ({ marketing: { email } }) => (email ? MARKETING_LABELS[email] : 'Not asked'),
  },
  { header: 'Last order', cell: (customer) => <LastOrder of={customer} />, sorts: ['last_order'] },
  { header: 'Orders', cell: ({ statistics }) => countOrders(statistics), isNumber: true, sorts: ['orders'] },
  {
    header: 'Amount spent',
    cell: (customer) => <AmountSpent of={customer} />,
    isNumber: true,
    sorts: ['spent'],
  },
]

interface Props {
  customers: Customer[]
  selection?: RowSelection | undefined
  sort?: ListSort
}

export function CustomerList({ customers, selection, sort }: Props) {
  return (
    <DataList
      label="Customers"
      items={customers}
      itemKey={({ id }) => id}
      columns={COLUMNS}
      selection={selection}
      itemName={displayName}
      sort={sort}
      card={(customer) => (
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <CustomerLink of={customer} />
          <Stack gap={0} align="flex-end">
            <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
              <AmountSpent of={customer} />
            </Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {formatOrderCount(countOrders(customer.statistics))}
            </Text>
          </Stack>
        </Group>
      )}
    />
  )
}

function CustomerLink({ of: customer }: { of: Customer }) {
  const name = displayName(customer)
  const contact = [customer.emails[0]?.address, customer.phones[0]?.number].find((one) => one && one !== name)
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id: customer.id }} {...props} />}
      >
        {name}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {contact}
      </Text>
    </Stack>
  )
}

const countOrders = (statistics: Customer['statistics']) => statistics.reduce((count, { orders }) => count + orders, 0)

/** A customer who pays in two currencies has spent two amounts. */
const AmountSpent = ({ of: { statistics } }: { of: Customer }) =>
  statistics
    .filter(({ orders }, index) => orders > 0 || index === 0)
    .map(({ spent }) => formatMoney(spent))
    .join(' + ')

function LastOrder({ of: { statistics } }: { of: Customer }) {
  const last = statistics
    .map(({ lastOrderAt }) => lastOrderAt)
    .reduce((one, other) => ((other ?? '') > (one ?? '') ? other : one), null)
  return last ? <DateLabel at={last} /> : 'None'
}
