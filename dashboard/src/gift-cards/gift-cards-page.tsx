import { Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { canManage } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/loading.tsx'
import { formatMoney } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Section } from '../ui/section.tsx'
import { filterOptions } from '../ui/select-options.ts'
import { GIFT_CARD_STATUS_LABELS, looksLikeCode } from './gift-card-labels.ts'
import { GiftCardCards, GiftCardTable } from './gift-card-list.tsx'
import {
  type GiftCardFilter,
  type GiftCardLiability,
  useFindGiftCardByCode,
  useGiftCardLiability,
  useGiftCards,
} from './gift-cards.ts'
import { IssueGiftCardDialog } from './issue-gift-card-dialog.tsx'

const NO_FILTER: GiftCardFilter = { q: '', status: '' }

export function GiftCardsPage() {
  const { workspace } = useWorkspace()
  const settings = useWorkspaceSettings()
  const [filter, setFilter] = useState(NO_FILTER)
  const [isIssuing, setIsIssuing] = useState(false)
  const cards = useGiftCards(filter)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const all = cards.data?.pages.flatMap(({ data }) => data) ?? []
  const List = isNarrow ? GiftCardCards : GiftCardTable
  const isFiltered = filter.q !== '' || filter.status !== ''
  const currency = settings.data?.currency
  return (
    <Page
      title="Gift cards"
      about="Prepaid cards that customers redeem at checkout. Each card keeps a history of its balance."
      actions={
        canManage(workspace.role) && currency ? (
          <Button onClick={() => setIsIssuing(true)}>Issue gift card</Button>
        ) : null
      }
    >
      <LiabilitySection />
      <GiftCardFilters filter={filter} onChange={setFilter} />
      {cards.isPending ? <Loading what="gift cards" /> : null}
      <ErrorAlert error={cards.error} title="Couldn't load gift cards" onRetry={() => void cards.refetch()} />
      {cards.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'No results' : 'No gift cards yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered
                ? 'Try changing the filters or search term.'
                : 'Issue a gift card as a present, prize or apology. Customers pay with its code at checkout.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? <List cards={all} /> : null}
      <LoadMore list={cards} />
      {isIssuing && currency ? <IssueGiftCardDialog currency={currency} onClose={() => setIsIssuing(false)} /> : null}
    </Page>
  )
}

interface GiftCardFiltersProps {
  filter: GiftCardFilter
  onChange: (filter: GiftCardFilter) => void
}

const STATUS_OPTIONS = filterOptions(GIFT_CARD_STATUS_LABELS)

export function GiftCardFilters({ filter, onChange }: GiftCardFiltersProps) {
  const navigate = useNavigate()
  const findByCode = useFindGiftCardByCode()
  const openByCode = (code: string) =>
    findByCode.mutate(code, {
      onSuccess: ({ id }) => {
        if (id !== null) void navigate({ to: '/sales/gift-cards/$id', params: { id } })
      },
    })
  const search = (query: string) => {
    if (looksLikeCode(query)) openByCode(query)
    else onChange({ ...filter, q: query })
  }
  return (
    <>
      <Group gap="md" align="flex-end" role="search" aria-label="Gift cards">
        <SearchField
          label="Search gift cards"
          description="Search by last four characters, recipient or full code"
          initialQuery={filter.q}
          onType={findByCode.reset}
          onSearch={search}
          error={findByCode.data?.id === null ? 'No gift card has this code.' : undefined}
        />
        <NativeSelect
          flex="0 1 12rem"
          label="Status"
          data={STATUS_OPTIONS}
          value={filter.status}
          onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as GiftCardFilter['status'] })}
        />
      </Group>
      <ErrorAlert error={findByCode.error} title="Couldn't look up the code" />
    </>
  )
}

export function LiabilitySection() {
  const liability = useGiftCardLiability()
  const liabilities = liability.data?.data ?? []
  if (liability.isSuccess && liabilities.length === 0) return null
  return (
    <Section title="Outstanding balance" about="Money on gift cards that customers haven't spent yet.">
      <ErrorAlert
        error={liability.error}
        title="Couldn't load the outstanding balance"
        onRetry={() => void liability.refetch()}
      />
      <Stack
        component="ul"
        gap="xs"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label="Outstanding balance by currency"
      >
        {liabilities.map((totals) => (
          <CurrencyLiability key={totals.currency} of={totals} />
        ))}
      </Stack>
    </Section>
  )
}

function CurrencyLiability({
  of: { outstanding, issued, redeemed, expired, deactivated, count },
}: {
  of: GiftCardLiability
}) {
  const figures = { Issued: issued, Redeemed: redeemed, Expired: expired, Deactivated: deactivated }
  return (
    <Paper component="li" withBorder px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Group justify="space-between" gap="md">
        <div>
          <Text size="xl" fw={700}>
            {formatMoney(outstanding)}
          </Text>
          <Text size="xs" c="dimmed">
            {count === 1 ? 'on 1 card' : `on ${count} cards`}
          </Text>
        </div>
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="lg" verticalSpacing="xs">
          {Object.entries(figures).map(([name, total]) => (
            <div key={name}>
              <Text size="xs" c="dimmed">
                {name}
              </Text>
              <Text size="sm">{formatMoney(total)}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Group>
    </Paper>
  )
}
