import { Button, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { canManage, useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { type BulkAction, BulkBar } from '../ui/bulk-bar.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage, RowList } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { useSelection } from '../ui/selection.ts'
import { GiftCardList } from './gift-card-list.tsx'
import {
  GIFT_CARD_STATUS_LABELS,
  type GiftCard,
  giftCards,
  type Liability,
  looksLikeCode,
  selectGiftCardLiabilities,
  useFindGiftCardByCode,
  useLiabilities,
} from './gift-cards.ts'
import { IssueGiftCardDialog } from './issue-gift-card-dialog.tsx'

const keyOf = ({ id }: GiftCard) => id

export function GiftCardsPage() {
  const { workspace, environmentId } = useWorkspace()
  const currency = useWorkspaceSettings().data?.currency
  const [isIssuing, setIsIssuing] = useState(false)
  const filters = useFilters({
    q: {
      kind: 'search',
      label: 'Search gift cards',
      description: 'Search by last four characters, recipient or full code',
    },
    status: { kind: 'select', label: 'Status', options: GIFT_CARD_STATUS_LABELS },
  })
  const list = giftCards.useList({ limit: 50, ...filters.values })
  const selection = useSelection(list, keyOf, JSON.stringify(filters.values))
  const navigate = useNavigate()
  const findByCode = useFindGiftCardByCode()
  const search = (query: string) => {
    if (!looksLikeCode(query)) return filters.set('q', query)
    findByCode.mutate(
      { code: query },
      { onSuccess: ({ id }) => void (id !== null && navigate({ to: '/sales/gift-cards/$id', params: { id } })) },
    )
  }
  return (
    <ListPage
      title="Gift cards"
      about="Prepaid cards that customers redeem at checkout. Each card keeps a history of its balance."
      what="gift cards"
      list={list}
      action={
        canManage(workspace.role) && currency ? (
          <Button onClick={() => setIsIssuing(true)}>Issue gift card</Button>
        ) : null
      }
      above={<LiabilitySection />}
      filters={
        <>
          <SavedViews page="gift_cards" values={filters.values} />
          <FilterBar
            label="Gift cards"
            filters={filters}
            search={{
              onSearch: search,
              onType: findByCode.reset,
              error: findByCode.data?.id === null ? 'No gift card has this code.' : undefined,
            }}
          />
          <ErrorAlert error={findByCode.error} title="Couldn't look up the code" />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No gift cards yet',
        text: 'Issue a gift card as a present, prize or apology. Customers pay with its code at checkout.',
      }}
      below={
        isIssuing && currency ? <IssueGiftCardDialog currency={currency} onClose={() => setIsIssuing(false)} /> : null
      }
    >
      {(cards) => (
        <>
          <BulkBar
            selection={selection}
            itemKey={keyOf}
            actions={bulkActions(environmentId)}
            changes={['/v1/gift-cards', '/v1/ledger']}
          />
          <GiftCardList cards={cards} selection={canManage(workspace.role) ? selection : undefined} />
        </>
      )}
    </ListPage>
  )
}

const bulkActions = (environmentId: string): BulkAction<GiftCard>[] => [
  {
    label: 'Deactivate',
    warning: 'The selected gift cards can no longer be used, and their balances are written off. You can’t undo this.',
    isDestructive: true,
    run: ({ id }) => api.post('/v1/gift-cards/{id}/deactivation', { params: { id }, environmentId }),
    done: (number) => (number === 1 ? '1 gift card deactivated' : `${number} gift cards deactivated`),
  },
]

function LiabilitySection() {
  const liability = useLiabilities()
  const liabilities = selectGiftCardLiabilities(liability.data?.data ?? [])
  if (liability.isSuccess && liabilities.length === 0) return null
  return (
    <Section title="Outstanding balance" about="Money on gift cards that customers haven't spent yet.">
      <ErrorAlert
        error={liability.error}
        title="Couldn't load the outstanding balance"
        onRetry={() => void liability.refetch()}
      />
      <RowList label="Outstanding balance by currency">
        {liabilities.map((totals) => (
          <CurrencyLiability key={totals.unit} of={totals} />
        ))}
      </RowList>
    </Section>
  )
}

function CurrencyLiability({ of: { unit, outstanding, issued, redeemed, writtenOff } }: { of: Liability }) {
  const figures = { Issued: issued, Redeemed: redeemed, 'Written off': writtenOff }
  const format = (amount: number) => formatMoney({ amount, currency: unit })
  return (
    <Paper component="li" withBorder px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Group justify="space-between" gap="md">
        <Text size="xl" fw={700}>
          {format(outstanding)}
        </Text>
        <SimpleGrid cols={3} spacing="lg" verticalSpacing="xs">
          {Object.entries(figures).map(([name, total]) => (
            <div key={name}>
              <Text size="xs" c="dimmed">
                {name}
              </Text>
              <Text size="sm">{format(total)}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Group>
    </Paper>
  )
}
