import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { NoRealMoney } from '../payments/no-real-money.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrderCards, OrderTable } from './order-list.tsx'
import { type OrderFilter, useOrders } from './orders.ts'

const ALL: OrderFilter = { search: '', status: '', paymentStatus: '', fulfillmentStatus: '', returnStatus: '' }

export function OrdersPage() {
  const { workspace } = useDesk()
  const [filter, setFilter] = useState(ALL)
  const orders = useOrders(filter)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const all = orders.data?.pages.flatMap(({ data }) => data) ?? []
  const List = isNarrow ? OrderCards : OrderTable
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <Page
      title="Orders"
      about="What was bought, whether it is paid, and whether it is on its way."
      actions={
        workspace.role === 'viewer' ? null : (
          <Button renderRoot={(props) => <Link to="/sales/orders/new" {...props} />}>New draft order</Button>
        )
      }
    >
      <NoRealMoney hasLink />
      <OrderFilters filter={filter} onChange={setFilter} />
      {orders.isPending ? <Loading what="the orders" /> : null}
      <Failure error={orders.error} title="The orders can't be shown" onRetry={() => void orders.refetch()} />
      {orders.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'None fits' : 'No orders yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered ? 'Look for something else, or in any state.' : 'They appear here as soon as somebody buys.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? <List orders={all} /> : null}
      <LoadMore list={orders} />
    </Page>
  )
}
