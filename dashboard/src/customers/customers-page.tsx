import { Button } from '@mantine/core'
import { useState } from 'react'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useWorkspace } from '../session.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { CustomerList } from './customer-list.tsx'
import { customers, MARKETING_LABELS, RFM_LABELS, SORT_LABELS } from './customers.ts'
import { NewCustomerDialog } from './new-customer-dialog.tsx'
import { useSegmentNames } from './segments.ts'

export function CustomersPage() {
  const { workspace } = useWorkspace()
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
  return (
    <ListPage
      title="Customers"
      about="Everyone who has ordered from you or whom you added. Orders find their customer by email."
      what="customers"
      list={list}
      action={workspace.role === 'viewer' ? null : <Button onClick={() => setIsAdding(true)}>Add customer</Button>}
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
      {(items) => <CustomerList customers={items} />}
    </ListPage>
  )
}
