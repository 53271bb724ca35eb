import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'

/** How a list is sorted, in the URL. */
export interface ListSort {
  value: string
  set: (value: string) => void
}

/** From filters with a `sort`; without one, the list is sorted by `unset`. */
export const toListSort = (
  filters: { values: { sort?: string }; set: (name: string, value: string) => void },
  unset = 'newest',
): ListSort => ({
  value: filters.values.sort ?? unset,
  set: (value) => filters.set('sort', value === unset ? '' : value),
})

interface Props {
  column: {
    header: string
    isNumber?: boolean
    isHeaderHidden?: boolean
    sorts?: readonly string[]
  }
  sort: ListSort | undefined
}

/** A column heading; a click on it sorts by it, the next one the other way round, or as before if there is no other way. */
export function SortHeader({ column: { header, isNumber, isHeaderHidden, sorts = [] }, sort }: Props) {
  const style = isNumber ? { ta: 'right' as const, style: { whiteSpace: 'nowrap' as const } } : {}
  if (!sort || sorts.length === 0) {
    return (
      <Table.Th scope="col" {...style}>
        {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
      </Table.Th>
    )
  }
  const at = sorts.indexOf(sort.value)
  const next = nextSort(sorts, at)
  return (
    <Table.Th scope="col" {...style} aria-sort={at < 0 ? 'none' : isAscending(sort.value) ? 'ascending' : 'descending'}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => sort.set(next)}>
        {header}
        <span aria-hidden="true">{at < 0 ? ' ↕' : isAscending(sort.value) ? ' ↑' : ' ↓'}</span>
      </UnstyledButton>
    </Table.Th>
  )
}

const nextSort = (sorts: readonly string[], at: number) =>
  sorts.length === 1 && at === 0 ? '' : (sorts[(at + 1) % sorts.length] ?? '')

/** Dates and amounts start with the newest and the highest, names with A. */
const ASCENDING = new Set(['oldest', 'title', 'total', 'available', 'name'])

const isAscending = (value: string) => ASCENDING.has(value)
