import { Button, type ButtonProps, Group, Paper, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ErrorAlert, Loading } from './feedback.tsx'
import { Page } from './page.tsx'

/** The result of `useList`. */
export interface ListQuery<Item> extends PagedQuery {
  data: Item[] | undefined
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ListPageProps<Item> {
  title: string
  about: string
  /** As in "Couldn't load gift cards". */
  what: string
  list: ListQuery<Item>
  /** The main thing to do here. An empty list shows it in the middle of the page. */
  action?: ReactNode
  otherActions?: ReactNode
  /** Between title and filters: notices, totals. */
  above?: ReactNode
  /** Hidden while there is nothing to filter. */
  filters?: ReactNode
  isFiltered?: boolean
  empty: { title: string; text: string }
  noResults?: string
  children: (items: Item[]) => ReactNode
  /** Dialogs. */
  below?: ReactNode
}

/** A page with one list: its states, filters and pages. */
export function ListPage<Item>({ what, list, isFiltered = false, empty, ...props }: ListPageProps<Item>) {
  const { title, about, action, otherActions, above, filters, noResults, children, below } = props
  const items = list.data ?? []
  const hasNone = list.data?.length === 0
  // Not while the list without a filter loads: hiding the search field would take the focus from who is typing.
  const isUnused = hasNone && !isFiltered && !list.isPlaceholderData
  const headerAction = list.isPending || isUnused ? null : action
  return (
    <Page
      title={title}
      about={about}
      actions={
        otherActions ? (
          <Group gap="xs">
            {otherActions}
            {headerAction}
          </Group>
        ) : (
          headerAction
        )
      }
    >
      {above}
      {isUnused ? null : filters}
      {list.isPending ? <Loading what={what} /> : null}
      <ErrorAlert error={list.error} title={`Couldn't load ${what}`} onRetry={() => void list.refetch()} />
      {isUnused ? <EmptyState {...empty} action={action} /> : null}
      {hasNone && !isUnused ? (
        <EmptyState title="No results" text={noResults ?? 'Try changing the filters or search term.'} />
      ) : null}
      {items.length > 0 ? <div style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>{children(items)}</div> : null}
      <LoadMore list={list} />
      {below}
    </Page>
  )
}

interface EmptyStateProps {
  title: string
  text: string
  action?: ReactNode
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" maw={440}>
          {text}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}

export interface Column<Item> {
  header: string
  cell: (item: Item) => ReactNode
  isNumber?: boolean
  /** Read out, but not shown: buttons need no heading. */
  isHeaderHidden?: boolean
  maxWidth?: number
}

interface DataListProps<Item> {
  /** For screen readers. */
  label: string
  items: Item[]
  itemKey: (item: Item) => string
  columns: Column<Item>[]
  /** The same on a narrow screen, where columns don't fit. */
  card: (item: Item) => ReactNode
  /** For rows and cards. */
  rowClassName?: string | undefined
}

export function DataList<Item>({ label, items, itemKey, columns, card, rowClassName = '' }: DataListProps<Item>) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  if (isNarrow) {
    return (
      <RowList label={label}>
        {items.map((item) => (
          <Row key={itemKey(item)} className={rowClassName}>
            {card(item)}
          </Row>
        ))}
      </RowList>
    )
  }
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="sm"
        aria-label={label}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, isNumber, isHeaderHidden }) => (
              <Table.Th key={header} scope="col" {...(isNumber && { ta: 'right', style: { whiteSpace: 'nowrap' } })}>
                {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={itemKey(item)} className={rowClassName}>
              {columns.map(({ header, cell, isNumber, maxWidth }) => (
                <Table.Td key={header} {...(isNumber && { ta: 'right' })} {...(maxWidth && { maw: maxWidth })}>
                  {cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
      {children}
    </Stack>
  )
}

export function Row({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <Paper component="li" withBorder px="md" py="sm" className={className}>
      {children}
    </Paper>
  )
}

export function LabeledValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  )
}

interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

export function LoadMore({ list, children = 'Load more', ...buttonProps }: ButtonProps & { list: PagedQuery }) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'center' }}
      {...buttonProps}
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
