import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session/workspace.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { filterOptions } from '../ui/select-options.ts'
import { PROMOTION_STATUS_LABELS } from './promotion-labels.ts'
import { PromotionCards, PromotionTable } from './promotion-list.tsx'
import { type PromotionFilter, usePromotions } from './promotions.ts'

const NO_FILTER: PromotionFilter = { q: '', status: '' }

const NewPromotionButton = () => (
  <Button renderRoot={(props) => <Link to="/sales/promotions/new" {...props} />}>New promotion</Button>
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
      title="Promotions"
      about="What you give your buyers: discounts, gifts and free shipping, by themselves or for a code."
      actions={workspace.role !== 'viewer' ? <NewPromotionButton /> : null}
    >
      {isEmpty && !isFiltered ? null : <PromotionFilters filter={filter} onChange={setFilter} />}
      {promotions.isPending ? <Loading what="the promotions" /> : null}
      <ErrorAlert
        error={promotions.error ?? settings.error}
        title="The promotions can't be shown"
        onRetry={() => void promotions.refetch()}
      />
      {isEmpty ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'None fits' : 'No promotions yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered
                ? 'Look for something else, or for promotions of any status.'
                : 'Such as ten percent for newcomers, three for two, or free shipping from 50 euros.'}
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
    <Group gap="md" align="flex-end" role="search" aria-label="Promotions">
      <SearchField
        label="Find"
        description="Words of the title, or the beginning of a code."
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
