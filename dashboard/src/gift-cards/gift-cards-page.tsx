import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { CardFilters } from './card-filters.tsx'
import { CardCards, CardTable } from './card-list.tsx'
import { type CardFilter, useGiftCards } from './gift-cards.ts'
import { IssueDialog } from './issue-dialog.tsx'
import { LiabilityPart } from './liability-part.tsx'

const ALL: CardFilter = { q: '', status: '' }

export function GiftCardsPage() {
  const { workspace } = useDesk()
  const settings = useWorkspaceSettings()
  const [filter, setFilter] = useState(ALL)
  const [isIssuing, setIsIssuing] = useState(false)
  const cards = useGiftCards(filter)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const all = cards.data?.pages.flatMap(({ data }) => data) ?? []
  const List = isNarrow ? CardCards : CardTable
  const isFiltered = filter.q !== '' || filter.status !== ''
  const currency = settings.data?.currency
  return (
    <Page
      title="Gift cards"
      about="Money that your shop owes until it is spent. Each card keeps a ledger of all that came and went."
      actions={
        manages(workspace.role) && currency ? (
          <Button onClick={() => setIsIssuing(true)}>Issue a gift card</Button>
        ) : null
      }
    >
      <LiabilityPart />
      <CardFilters filter={filter} onChange={setFilter} />
      {cards.isPending ? <Loading what="the gift cards" /> : null}
      <Failure error={cards.error} title="The gift cards can't be shown" onRetry={() => void cards.refetch()} />
      {cards.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'None fits' : 'No gift cards yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered
                ? 'Look for something else, or for a card of any status.'
                : 'Issue one for a customer, a prize or a complaint; its code pays like money.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? <List cards={all} /> : null}
      <LoadMore list={cards} />
      {isIssuing && currency ? <IssueDialog currency={currency} onClose={() => setIsIssuing(false)} /> : null}
    </Page>
  )
}
