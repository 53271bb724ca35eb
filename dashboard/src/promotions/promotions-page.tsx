import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { SearchField } from '../ui/filters.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { filterOptions } from '../ui/select-options.ts'
import { PROMOTION_STATUS_LABELS } from './promotion-labels.ts'
import { PromotionCards, PromotionTable } from './promotion-list.tsx'
import { type PromotionFilter, usePromotions } from './promotions.ts'

const NO_FILTER: PromotionFilter = { q: '', status: '' }

const NewPromotionButton = () => (
  <Button renderRoot={(props) => <Link to="/sales/promotions/new" {...props} />}>Create discount</Button>
)

export function PromotionsPage() {
  const { workspace } = useWorkspace()
  const settings = useWorkspaceSettings()
  const [filter, setFilter] = useState(NO_FILTER)
  const promotions = usePromotions(filter)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const all = promotions.data?.pages.flatMap(({ data }) => data) ?? []
  const List = isNarrow ? PromotionCards : PromotionTable
  const isFiltered = filter.q !== '' || filter.status !== ''
  const isEmpty = promotions.isSuccess && all.length === 0
  return (
    <Page
      title="Discounts"
      about="Automatic discounts and discount codes, including gifts and free shipping."
      actions={workspace.role !== 'viewer' ? <NewPromotionButton /> : null}
    >
      {isEmpty && !isFiltered ? null : <PromotionFilters filter={filter} onChange={setFilter} />}
      {promotions.isPending ? <Loading what="discounts" /> : null}
      <ErrorAlert
        error={promotions.error ?? settings.error}
        title="Couldn't load discounts"
        onRetry={() => void promotions.refetch()}
      />
      {isEmpty ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'No results' : 'No discounts yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered
                ? 'Try changing the filters or search term.'
                : 'For example, 10% off the first order, buy two get one free, or free shipping over €50.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 && settings.data ? <List promotions={all} currency={settings.data.currency} /> : null}
      <LoadMore list={promotions} />
    </Page>
  )
}

interface PromotionFiltersProps {
  filter: PromotionFilter
  onChange: (filter: PromotionFilter) => void
}

const STATUS_OPTIONS = filterOptions(PROMOTION_STATUS_LABELS)

export function PromotionFilters({ filter, onChange }: PromotionFiltersProps) {
  return (
    <Group gap="md" align="flex-end" role="search" aria-label="Discounts">
      <SearchField
        label="Search discounts"
        description="Search by title or start of a code"
        initialQuery={filter.q}
        onSearch={(q) => onChange({ ...filter, q })}
      />
      <NativeSelect
        flex="0 1 12rem"
        label="Status"
        data={STATUS_OPTIONS}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as PromotionFilter['status'] })}
      />
    </Group>
  )
}
