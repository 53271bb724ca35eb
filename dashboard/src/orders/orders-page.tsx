import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../api.ts'
import { TestPaymentsNotice } from '../payments/test-payments-notice.tsx'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useWorkspace } from '../session.ts'
import { type BulkAction, BulkBar } from '../ui/bulk-bar.tsx'
import { addTags } from '../ui/change-tags.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { useSelection } from '../ui/selection.ts'
import { toListSort } from '../ui/sort-header.tsx'
import {
  labelsOf,
  ORDER_FULFILLMENT_LABELS,
  ORDER_PAYMENT_LABELS,
  ORDER_RETURN_LABELS,
  ORDER_STATUS_LABELS,
} from './order-labels.ts'
import { OrderList } from './order-list.tsx'
import { type Order, orders } from './orders.ts'

const keyOf = ({ id }: Order) => id

const COMMON_VIEWS = [
  { name: 'To fulfill', filters: { toFulfill: true } },
  { name: 'Unpaid', filters: { status: 'open', paymentStatus: 'pending' } },
  { name: 'Returns to review', filters: { returnStatus: 'requested' } },
  { name: 'Drafts', filters: { status: 'draft' } },
]

export function OrdersPage() {
  const { workspace, environmentId } = useWorkspace()
  const filters = useFilters({
    q: { kind: 'search', label: 'Search orders', placeholder: '#1001, name, email or SKU' },
    status: { kind: 'select', label: 'Status', options: labelsOf(ORDER_STATUS_LABELS) },
    paymentStatus: { kind: 'select', label: 'Payment', options: labelsOf(ORDER_PAYMENT_LABELS) },
    fulfillmentStatus: { kind: 'select', label: 'Fulfillment', options: labelsOf(ORDER_FULFILLMENT_LABELS) },
    returnStatus: { kind: 'select', label: 'Returns', options: labelsOf(ORDER_RETURN_LABELS) },
    tag: { kind: 'search', label: 'Tag' },
    sort: {
      kind: 'select',
      label: 'Sort by',
      options: { oldest: 'Oldest', '-total': 'Highest total', total: 'Lowest total' },
      unset: 'Newest',
    },
    toFulfill: { kind: 'checkbox', label: 'To fulfill' },
  })
  const list = orders.useList({ limit: 50, ...filters.values })
  const selection = useSelection(list, keyOf, JSON.stringify(filters.values))
  const canEdit = workspace.role !== 'viewer'
  return (
    <ListPage
      title="Orders"
      about="Track payments, fulfillment and returns."
      what="orders"
      list={list}
      action={
        canEdit ? (
          <Button renderRoot={(props) => <Link to="/sales/orders/new" {...props} />}>Create draft order</Button>
        ) : null
      }
      otherActions={<ExportButton path="/v1/orders/export" query={filters.values} name="orders" />}
      above={<TestPaymentsNotice hasLink />}
      filters={
        <>
          <SavedViews page="orders" values={filters.values} common={COMMON_VIEWS} />
          <FilterBar label="Orders" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{ title: 'No orders yet', text: 'New orders appear here.' }}
      noResults="Try another search or clear the filters."
    >
      {(all) => (
        <>
          <BulkBar
            selection={selection}
            itemKey={keyOf}
            actions={bulkActions(environmentId)}
            changes={['/v1/orders', '/v1/inventory']}
          />
          <OrderList orders={all} selection={canEdit ? selection : undefined} sort={toListSort(filters)} />
        </>
      )}
    </ListPage>
  )
}

const count = (number: number) => (number === 1 ? '1 order' : `${number} orders`)

const bulkActions = (environmentId: string): BulkAction<Order>[] => [
  {
    label: 'Mark as fulfilled',
    warning: 'Marks all items of the selected orders as fulfilled. Customers with an email are notified.',
    run: ({ id }) =>
      api.post('/v1/orders/{id}/fulfillments', { params: { id }, body: { notify: true }, environmentId }),
    done: (number) => `${count(number)} fulfilled`,
  },
  {
    label: 'Capture payment',
    warning: 'Captures the authorized payments of the selected orders.',
    run: ({ id }) => api.post('/v1/orders/{id}/captures', { params: { id }, body: {}, environmentId }),
    done: (number) => `Payment of ${count(number)} captured`,
  },
  {
    label: 'Add tags',
    input: { label: 'Tags', description: 'Separate several with commas.' },
    run: ({ id }, input) => addTags({ path: '/v1/orders/{id}', id, environmentId }, input),
    done: (number) => `${count(number)} tagged`,
  },
]
