import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { PromotionFilters } from './promotion-filters.tsx'
import { PromotionCards, PromotionTable } from './promotion-list.tsx'
import { type PromotionFilter, usePromotions } from './promotions.ts'

const ALL: PromotionFilter = { q: '', status: '' }

const NewPromotion = () => (
  <Button renderRoot={(props) => <Link to="/sales/promotions/new" {...props} />}>New promotion</Button>
)

export function PromotionsPage() {
  const { workspace } = useDesk()
  const settings = useWorkspaceSettings()
  const [filter, setFilter] = useState(ALL)
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
      actions={workspace.role !== 'viewer' ? <NewPromotion /> : null}
    >
      {isEmpty && !isFiltered ? null : <PromotionFilters filter={filter} onChange={setFilter} />}
      {promotions.isPending ? <Loading what="the promotions" /> : null}
      <Failure
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
