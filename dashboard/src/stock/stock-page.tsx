import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { AddStockDialog } from './add-stock-dialog.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { AuditDialog } from './audit-dialog.tsx'
import { LevelCards } from './level-cards.tsx'
import { LevelTable } from './level-table.tsx'
import { type Level, type StockFilter, useLevels } from './stock.ts'
import { StockFilters } from './stock-filters.tsx'

type Asked = { deed: 'adjust'; level: Level } | { deed: 'add' | 'audit' }
const ALL: StockFilter = { sku: '', locationId: '', low: false }

export function StockPage() {
  const { workspace } = useDesk()
  const [filter, setFilter] = useState(ALL)
  const [asked, setAsked] = useState<Asked>()
  const [news, setNews] = useState('')
  const levels = useLevels(filter)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const mayChange = workspace.role !== 'viewer'
  const all = levels.data?.pages.flatMap(({ data }) => data) ?? []
  const List = isNarrow ? LevelCards : LevelTable
  const isFiltered = filter.sku !== '' || filter.locationId !== '' || filter.low
  const ask = (next: Asked) => {
    setNews('')
    setAsked(next)
  }
  const close = () => setAsked(undefined)

  return (
    <Page
      title="Stock"
      about="What lies where. Each change is kept in a ledger with who made it and why."
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => ask({ deed: 'audit' })}>
            Check the ledger
          </Button>
          {mayChange ? <Button onClick={() => ask({ deed: 'add' })}>Put in stock</Button> : null}
        </Group>
      }
    >
      <Live>
        {news ? (
          <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={() => setNews('')}>
            {news}
          </Alert>
        ) : null}
      </Live>
      <StockFilters filter={filter} onChange={setFilter} />
      {levels.isPending ? <Loading what="the stock" /> : null}
      <Failure error={levels.error} title="The stock can't be shown" onRetry={() => void levels.refetch()} />
      {levels.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="xs">
            <Title order={2} size="h4">
              {isFiltered ? 'Nothing fits' : 'Nothing in stock yet'}
            </Title>
            <Text c="dimmed" ta="center">
              {isFiltered
                ? 'Look for another SKU or location. A SKU is found when it is typed whole.'
                : 'Variants that are counted can’t be sold until they are put in stock.'}
            </Text>
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? (
        <List levels={all} {...(mayChange && { onAdjust: (level: Level) => ask({ deed: 'adjust', level }) })} />
      ) : null}
      <LoadMore list={levels} />
      {asked?.deed === 'adjust' ? (
        <AdjustDialog
          level={asked.level}
          onClose={close}
          onAdjusted={(words) => {
            close()
            setNews(words)
          }}
        />
      ) : null}
      {asked?.deed === 'add' ? (
        <AddStockDialog
          onClose={close}
          onAdded={(words) => {
            close()
            setNews(words)
          }}
        />
      ) : null}
      {asked?.deed === 'audit' ? <AuditDialog onClose={close} /> : null}
    </Page>
  )
}
