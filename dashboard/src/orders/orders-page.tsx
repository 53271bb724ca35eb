import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TestPaymentsNotice } from '../payments/test-payments-notice.tsx'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useWorkspace } from '../session.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import {
  labelsOf,
  ORDER_FULFILLMENT_LABELS,
  ORDER_PAYMENT_LABELS,
  ORDER_RETURN_LABELS,
  ORDER_STATUS_LABELS,
} from './order-labels.ts'
import { OrderList } from './order-list.tsx'
import { orders } from './orders.ts'

export function OrdersPage() {
  const { workspace } = useWorkspace()
  const filters = useFilters({
    q: { kind: 'search', label: 'Search orders', placeholder: '#1001, name, email or SKU' },
    status: { kind: 'select', label: 'Status', options: labelsOf(ORDER_STATUS_LABELS) },
    paymentStatus: { kind: 'select', label: 'Payment', options: labelsOf(ORDER_PAYMENT_LABELS) },
    fulfillmentStatus: { kind: 'select', label: 'Fulfillment', options: labelsOf(ORDER_FULFILLMENT_LABELS) },
    returnStatus: { kind: 'select', label: 'Returns', options: labelsOf(ORDER_RETURN_LABELS) },
    toFulfill: { kind: 'checkbox', label: 'To fulfill' },
  })
  const list = orders.useList({ limit: 50, ...filters.values })
  return (
    <ListPage
      title="Orders"
      about="Track payments, fulfillment and returns."
      what="orders"
      list={list}
      action={
        workspace.role === 'viewer' ? null : (
          <Button renderRoot={(props) => <Link to="/sales/orders/new" {...props} />}>Create draft order</Button>
        )
      }
      above={<TestPaymentsNotice hasLink />}
      filters={
        <>
          <SavedViews page="orders" values={filters.values} />
          <FilterBar label="Orders" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{ title: 'No orders yet', text: 'New orders appear here.' }}
      noResults="Try another search or clear the filters."
    >
      {(all) => <OrderList orders={all} />}
    </ListPage>
  )
}
