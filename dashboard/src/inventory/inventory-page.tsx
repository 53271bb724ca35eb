import { Button } from '@mantine/core'
import { useState } from 'react'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useWorkspace } from '../session.ts'
import { DismissibleMessage } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { AddStockDialog } from './add-stock-dialog.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { AuditDialog } from './audit-dialog.tsx'
import { type InventoryLevel, inventoryLevels } from './inventory.ts'
import { LevelList } from './level-list.tsx'
import { useLocations } from './locations.ts'

type OpenDialog = { name: 'adjust'; level: InventoryLevel } | { name: 'add' | 'audit' }

export function InventoryPage() {
  const { workspace } = useWorkspace()
  const locations = useLocations()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [message, setMessage] = useState('')
  const filters = useFilters({
    q: { kind: 'search', label: 'Search inventory', placeholder: 'Product, option or SKU' },
    locationId: {
      kind: 'select',
      label: 'Location',
      options: Object.fromEntries((locations.data ?? []).map(({ id, name }) => [id, name])),
      isOpen: locations.isPending,
    },
    lowStock: { kind: 'checkbox', label: 'Low stock only' },
  })
  const levels = inventoryLevels.useList({ limit: 50, ...filters.values })
  const canEdit = workspace.role !== 'viewer'
  const open = (next: OpenDialog) => {
    setMessage('')
    setDialog(next)
  }
  const close = () => setDialog(undefined)
  const closeWith = (text: string) => {
    close()
    setMessage(text)
  }
  return (
    <ListPage
      title="Inventory"
      about="Stock by location. Every change is recorded with its reason and who made it."
      what="inventory"
      list={levels}
      action={canEdit ? <Button onClick={() => open({ name: 'add' })}>Add stock</Button> : null}
      otherActions={
        <Button variant="default" onClick={() => open({ name: 'audit' })}>
          Check ledger
        </Button>
      }
      above={<DismissibleMessage message={message} onDismiss={() => setMessage('')} />}
      filters={
        <>
          <SavedViews page="inventory" values={filters.values} />
          <FilterBar label="Inventory" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{ title: 'No inventory yet', text: 'Variants that track stock are sold only after you add stock.' }}
      noResults="Try another name, SKU or location."
      below={
        <>
          {dialog?.name === 'adjust' ? (
            <AdjustDialog level={dialog.level} onClose={close} onAdjusted={closeWith} />
          ) : null}
          {dialog?.name === 'add' ? <AddStockDialog onClose={close} onAdded={closeWith} /> : null}
          {dialog?.name === 'audit' ? <AuditDialog onClose={close} /> : null}
        </>
      }
    >
      {(all) => (
        <LevelList
          levels={all}
          {...(canEdit && { onAdjust: (level: InventoryLevel) => open({ name: 'adjust', level }) })}
        />
      )}
    </ListPage>
  )
}
