import { Button, type ButtonProps, Checkbox, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ErrorAlert, Loading } from './feedback.tsx'
import { Page } from './page.tsx'
import { type ListSort, SortHeader } from './sort-header.tsx'

/** The result of `useList`. */
export interface ListQuery<Item> extends PagedQuery {
  data: Item[] | undefined
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
  fetchNextPage: () => Promise<{ data: Item[] | undefined; hasNextPage: boolean }>
}

/** Light enough for links and errors. */
const SELECTED = 'light-dark(var(--mantine-color-indigo-0), var(--mantine-color-dark-5))'

/** What the rows of a list need to know. */
export interface RowSelection {
  isSelected: (key: string) => boolean
  failureOf: (key: string) => string | undefined
  toggle: (key: string) => void
  areAllSelected: boolean
  areSomeSelected: boolean
  toggleAll: () => void
}

interface ListPageProps<Item> {
  title: string
  about: ReactNode
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
  /** Its sorts, in the order of clicks: ['newest', 'oldest']. */
  sorts?: readonly string[]
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
  /** For bulk actions: adds a checkbox to each row. */
  selection?: RowSelection | undefined
  /** What a row is called, next to its checkbox. */
  itemName?: (item: Item) => string
  sort?: ListSort | undefined
}

export function DataList<Item>(props: DataListProps<Item>) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return isNarrow ? <CardList {...props} /> : <DataTable {...props} />
}

function CardList<Item>({ label, items, itemKey, card, rowClassName = '', selection, itemName }: DataListProps<Item>) {
  return (
    <Stack gap="xs">
      {selection ? <SelectAll selection={selection} label="Select all" /> : null}
      <RowList label={label}>
        {items.map((item) => (
          <Row key={itemKey(item)} className={rowClassName}>
            {selection ? (
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <SelectRow selection={selection} itemKey={itemKey(item)} name={itemName?.(item) ?? ''} />
                <div style={{ flex: 1, minWidth: 0 }}>
                  {card(item)}
                  <RowFailure selection={selection} itemKey={itemKey(item)} />
                </div>
              </Group>
            ) : (
              card(item)
            )}
          </Row>
        ))}
      </RowList>
    </Stack>
  )
}

function DataTable<Item>({
  label,
  items,
  itemKey,
  columns,
  rowClassName = '',
  selection,
  itemName,
  sort,
}: DataListProps<Item>) {
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
            {selection ? (
              <Table.Th w={40}>
                <SelectAll selection={selection} />
              </Table.Th>
            ) : null}
            {columns.map((column) => (
              <SortHeader key={column.header} column={column} sort={sort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr
              key={itemKey(item)}
              className={rowClassName}
              {...(selection?.isSelected(itemKey(item)) && { bg: SELECTED })}
            >
              {selection ? (
                <Table.Td>
                  <SelectRow selection={selection} itemKey={itemKey(item)} name={itemName?.(item) ?? ''} />
                </Table.Td>
              ) : null}
              {columns.map(({ header, cell, isNumber, maxWidth }, index) => (
                <Table.Td
                  key={header}
                  {...(isNumber && { ta: 'right' })}
                  {...(maxWidth && { maw: maxWidth })}
                  // A name without spaces must not push the other columns out of the page.
                  {...(index === 0 && { miw: 140, style: { overflowWrap: 'anywhere' } })}
                >
                  {cell(item)}
                  {index === 0 && selection ? <RowFailure selection={selection} itemKey={itemKey(item)} /> : null}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

const SelectAll = ({ selection, label }: { selection: RowSelection; label?: string }) => (
  <Checkbox
    size="xs"
    {...(label ? { label } : { 'aria-label': 'Select all' })}
    checked={selection.areAllSelected}
    indeterminate={selection.areSomeSelected && !selection.areAllSelected}
    onChange={selection.toggleAll}
  />
)

interface SelectRowProps {
  selection: RowSelection
  itemKey: string
  name: string
}

const SelectRow = ({ selection, itemKey, name }: SelectRowProps) => (
  <Checkbox
    size="xs"
    aria-label={`Select ${name}`}
    checked={selection.isSelected(itemKey)}
    onChange={() => selection.toggle(itemKey)}
  />
)

/** Why the last bulk action failed for this row. */
function RowFailure({ selection, itemKey }: Omit<SelectRowProps, 'name'>) {
  const failure = selection.failureOf(itemKey)
  return failure ? (
    <Text size="xs" c="var(--mantine-color-error)">
      {failure}
    </Text>
  ) : null
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
    // A name without spaces must not widen the page.
    <Paper component="li" withBorder px="md" py="sm" className={className} style={{ overflowWrap: 'anywhere' }}>
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
