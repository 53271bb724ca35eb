import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { CustomerList } from './customer-list.tsx'
import { customers, MARKETING_LABELS, SORT_LABELS } from './customers.ts'
import { NewCustomerDialog } from './new-customer-dialog.tsx'

export function CustomersPage() {
  const { workspace } = useWorkspace()
  const [isAdding, setIsAdding] = useState(false)
  const filters = useFilters({
    q: { kind: 'search', label: 'Search customers', description: 'Search by name, email or phone' },
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
      filters={<FilterBar label="Customers" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{ title: 'No customers yet', text: 'The first order with an email adds its customer here.' }}
      below={isAdding ? <NewCustomerDialog onClose={() => setIsAdding(false)} /> : null}
    >
      {(items) => <CustomerList customers={items} />}
    </ListPage>
  )
}
