import { Button } from '@mantine/core'
import { useState } from 'react'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useWorkspace } from '../session.ts'
import { type BulkAction, BulkBar } from '../ui/bulk-bar.tsx'
import { addTags, removeTag } from '../ui/change-tags.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { useSelection } from '../ui/selection.ts'
import { toListSort } from '../ui/sort-header.tsx'
import { CustomerList } from './customer-list.tsx'
import { type Customer, customers, MARKETING_LABELS, RFM_LABELS, SORT_LABELS } from './customers.ts'
import { NewCustomerDialog } from './new-customer-dialog.tsx'
import { useSegmentNames } from './segments.ts'

const keyOf = ({ id }: Customer) => id

export function CustomersPage() {
  const { workspace, environmentId } = useWorkspace()
  const [isAdding, setIsAdding] = useState(false)
  const segmentNames = useSegmentNames()
  const filters = useFilters({
    q: { kind: 'search', label: 'Search customers', description: 'Search by name, email or phone' },
    segmentId: {
      kind: 'select',
      label: 'Segment',
      options: segmentNames ?? {},
      isOpen: segmentNames === undefined,
    },
    rfm: { kind: 'select', label: 'RFM group', options: RFM_LABELS },
    emailMarketing: { kind: 'select', label: 'Email marketing', options: MARKETING_LABELS },
    sort: { kind: 'select', label: 'Sort by', options: SORT_LABELS, unset: 'Newest' },
  })
  const list = customers.useList({ limit: 50, ...filters.values })
  const selection = useSelection(list, keyOf, JSON.stringify(filters.values))
  const canEdit = workspace.role !== 'viewer'
  return (
    <ListPage
      title="Customers"
      about="Everyone who has ordered from you or whom you added. Orders find their customer by email."
      what="customers"
      list={list}
      action={canEdit ? <Button onClick={() => setIsAdding(true)}>Add customer</Button> : null}
      otherActions={<ExportButton path="/v1/customers/export" query={filters.values} name="customers" />}
      filters={
        <>
          <SavedViews page="customers" values={filters.values} />
          <FilterBar label="Customers" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{ title: 'No customers yet', text: 'The first order with an email adds its customer here.' }}
      below={isAdding ? <NewCustomerDialog onClose={() => setIsAdding(false)} /> : null}
    >
      {(items) => (
        <>
          <BulkBar
            selection={selection}
            itemKey={keyOf}
            actions={bulkActions(environmentId)}
            changes={['/v1/customers', '/v1/segments']}
          />
          <CustomerList customers={items} selection={canEdit ? selection : undefined} sort={toListSort(filters)} />
        </>
      )}
    </ListPage>
  )
}

const bulkActions = (environmentId: string): BulkAction<Customer>[] => [
  {
    label: 'Add tags',
    input: { label: 'Tags', description: 'Separate several with commas. Promotions and segments can require a tag.' },
    run: ({ id }, input) => addTags({ path: '/v1/customers/{id}', id, environmentId }, input),
    done: (number) => (number === 1 ? '1 customer tagged' : `${number} customers tagged`),
  },
  {
    label: 'Remove tag',
    input: { label: 'Tag' },
    run: ({ id }, input) => removeTag({ path: '/v1/customers/{id}', id, environmentId }, input),
    done: (number) => (number === 1 ? 'Tag removed from 1 customer' : `Tag removed from ${number} customers`),
  },
]
