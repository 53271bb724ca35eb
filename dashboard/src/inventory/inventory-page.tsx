import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { AddStockDialog } from './add-stock-dialog.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { AuditDialog } from './audit-dialog.tsx'
import { type InventoryFilter, type InventoryLevel, useInventoryLevels } from './inventory.ts'
import { InventoryFilters } from './inventory-filters.tsx'
import { LevelCards, LevelTable } from './level-list.tsx'

type OpenDialog = { name: 'adjust'; level: InventoryLevel } | { name: 'add' | 'audit' }
const NO_FILTER: InventoryFilter = { sku: '', locationId: '', low: false }

export function InventoryPage() {
  const { workspace } = useWorkspace()
  const [filter, setFilter] = useState(NO_FILTER)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [message, setMessage] = useState('')
  const levels = useInventoryLevels(filter)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const canEdit = workspace.role !== 'viewer'
  const all = levels.data?.pages.flatMap(({ data }) => data) ?? []
  const List = isNarrow ? LevelCards : LevelTable
  const isFiltered = filter.sku !== '' || filter.locationId !== '' || filter.low
  const open = (next: OpenDialog) => {
    setMessage('')
    setDialog(next)
  }
  const close = () => setDialog(undefined)

  return (
    <Page
      title="Inventory"
      about="Stock by location. Every change is recorded with its reason and who made it."
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => open({ name: 'audit' })}>
            Check ledger
          </Button>
          {canEdit ? <Button onClick={() => open({ name: 'add' })}>Add stock</Button> : null}
        </Group>
      }
    >
      <LiveRegion>
        {message ? (
          <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={() => setMessage('')}>
            {message}
          </Alert>
        ) : null}
      </LiveRegion>
      <InventoryFilters filter={filter} onChange={setFilter} />
      {levels.isPending ? <Loading what="inventory" /> : null}
      <ErrorAlert error={levels.error} title="Couldn't load inventory" onRetry={() => void levels.refetch()} />
      {levels.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'No results' : 'No inventory yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered
                ? 'Try another SKU or location. Enter the complete SKU.'
                : 'Variants that track stock are sold only after you add stock.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? (
        <List levels={all} {...(canEdit && { onAdjust: (level: InventoryLevel) => open({ name: 'adjust', level }) })} />
      ) : null}
      <LoadMore list={levels} />
      {dialog?.name === 'adjust' ? (
        <AdjustDialog
          level={dialog.level}
          onClose={close}
          onAdjusted={(text) => {
            close()
            setMessage(text)
          }}
        />
      ) : null}
      {dialog?.name === 'add' ? (
        <AddStockDialog
          onClose={close}
          onAdded={(text) => {
            close()
            setMessage(text)
          }}
        />
      ) : null}
      {dialog?.name === 'audit' ? <AuditDialog onClose={close} /> : null}
    </Page>
  )
}
