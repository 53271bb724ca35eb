import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { TestPaymentsNotice } from '../payments/test-payments-notice.tsx'
import { useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrderCards, OrderTable } from './order-list.tsx'
import { type OrderFilter, useOrders } from './orders.ts'

const NO_FILTER: OrderFilter = { q: '', status: '', paymentStatus: '', fulfillmentStatus: '', returnStatus: '' }

export function OrdersPage() {
  const { workspace } = useWorkspace()
  const [filter, setFilter] = useState(NO_FILTER)
  const orders = useOrders(filter)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const rows = orders.data?.pages.flatMap(({ data }) => data) ?? []
  const List = isNarrow ? OrderCards : OrderTable
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <Page
      title="Orders"
      about="Track payments, fulfillment and returns."
      actions={
        workspace.role === 'viewer' ? null : (
          <Button renderRoot={(props) => <Link to="/sales/orders/new" {...props} />}>Create draft order</Button>
        )
      }
    >
      <TestPaymentsNotice hasLink />
      <OrderFilters filter={filter} onChange={setFilter} />
      {orders.isPending ? <Loading what="the orders" /> : null}
      <ErrorAlert error={orders.error} title="Couldn't load orders" onRetry={() => void orders.refetch()} />
      {orders.isSuccess && rows.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'No results' : 'No orders yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered ? 'Try another search or clear the filters.' : 'New orders appear here.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {rows.length > 0 ? <List orders={rows} /> : null}
      <LoadMore list={orders} />
    </Page>
  )
}
