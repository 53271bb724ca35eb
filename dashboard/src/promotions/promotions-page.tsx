import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../api.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { type BulkAction, BulkBar } from '../ui/bulk-bar.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { useSelection } from '../ui/selection.ts'
import { PROMOTION_STATUS_LABELS, TRIGGER_LABELS } from './promotion-labels.ts'
import { PromotionList } from './promotion-list.tsx'
import { type Promotion, promotions } from './promotions.ts'

const keyOf = ({ id }: Promotion) => id

export function PromotionsPage() {
  const { workspace, environmentId } = useWorkspace()
  const settings = useWorkspaceSettings()
  const currency = settings.data?.currency
  const filters = useFilters({
    q: { kind: 'search', label: 'Search discounts', description: 'Search by title or start of a code' },
    status: { kind: 'select', label: 'Status', options: PROMOTION_STATUS_LABELS },
    trigger: { kind: 'select', label: 'Method', options: TRIGGER_LABELS },
  })
  const list = promotions.useList({ limit: 50, ...filters.values })
  const selection = useSelection(list, keyOf, JSON.stringify(filters.values))
  const canEdit = workspace.role !== 'viewer'
  return (
    <ListPage
      title="Discounts"
      about="Automatic discounts and discount codes, including gifts and free shipping."
      what="discounts"
      list={list}
      action={
        canEdit ? (
          <Button renderRoot={(props) => <Link to="/sales/discounts/new" {...props} />}>Create discount</Button>
        ) : null
      }
      above={
        <ErrorAlert error={settings.error} title="Couldn't load discounts" onRetry={() => void settings.refetch()} />
      }
      filters={
        <>
          <SavedViews page="discounts" values={filters.values} />
          <FilterBar label="Discounts" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No discounts yet',
        text: 'For example, 10% off the first order, buy two get one free, or free shipping over €50.',
      }}
    >
      {(loaded) => (
        <>
          <BulkBar
            selection={selection}
            itemKey={keyOf}
            actions={bulkActions(environmentId)}
            changes={['/v1/promotions']}
          />
          {currency ? (
            <PromotionList promotions={loaded} currency={currency} selection={canEdit ? selection : undefined} />
          ) : null}
        </>
      )}
    </ListPage>
  )
}

const count = (number: number) => (number === 1 ? '1 discount' : `${number} discounts`)

const bulkActions = (environmentId: string): BulkAction<Promotion>[] => [
  ...([true, false] as const).map((active) => ({
    label: active ? 'Activate' : 'Deactivate',
    run: ({ id }: Promotion) => api.patch('/v1/promotions/{id}', { params: { id }, body: { active }, environmentId }),
    done: (number: number) => `${count(number)} ${active ? 'activated' : 'deactivated'}`,
  })),
  {
    label: 'Delete',
    warning: 'Deletes the selected discounts with their codes. Orders keep what they saved.',
    isDestructive: true,
    run: ({ id }) => api.delete('/v1/promotions/{id}', { params: { id }, environmentId }),
    done: (number) => `${count(number)} deleted`,
  },
]
