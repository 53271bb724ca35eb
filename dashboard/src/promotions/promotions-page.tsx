import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { PROMOTION_STATUS_LABELS } from './promotion-labels.ts'
import { PromotionList } from './promotion-list.tsx'
import { promotions } from './promotions.ts'

export function PromotionsPage() {
  const { workspace } = useWorkspace()
  const settings = useWorkspaceSettings()
  const currency = settings.data?.currency
  const filters = useFilters({
    q: { kind: 'search', label: 'Search discounts', description: 'Search by title or start of a code' },
    status: { kind: 'select', label: 'Status', options: PROMOTION_STATUS_LABELS },
  })
  const list = promotions.useList({ limit: 50, ...filters.values })
  return (
    <ListPage
      title="Discounts"
      about="Automatic discounts and discount codes, including gifts and free shipping."
      what="discounts"
      list={list}
      action={
        workspace.role !== 'viewer' ? (
          <Button renderRoot={(props) => <Link to="/sales/discounts/new" {...props} />}>Create discount</Button>
        ) : null
      }
      above={
        <ErrorAlert error={settings.error} title="Couldn't load discounts" onRetry={() => void settings.refetch()} />
      }
      filters={<FilterBar label="Discounts" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No discounts yet',
        text: 'For example, 10% off the first order, buy two get one free, or free shipping over €50.',
      }}
    >
      {(loaded) => (currency ? <PromotionList promotions={loaded} currency={currency} /> : null)}
    </ListPage>
  )
}
