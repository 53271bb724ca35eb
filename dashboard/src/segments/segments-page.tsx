import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Segment, segments } from '../customers/segments.ts'
import { useWorkspace } from '../session.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { type Column, DataList, ListPage } from '../ui/list.tsx'
import { DateLabel } from '../ui/time.tsx'

/** The server limits a shop to 50 segments, so that all of them are on one page and are searched here. */
const ALL = { limit: 100 }

export function SegmentsPage() {
  const { workspace } = useWorkspace()
  const filters = useFilters({ q: { kind: 'search', label: 'Search segments' } })
  const list = segments.useList(ALL)
  const found = list.data?.filter(({ name }) => name.toLowerCase().includes(filters.values.q?.toLowerCase() ?? ''))
  return (
    <ListPage
      title="Segments"
      about="Groups of customers, for promotions and campaigns. Members join and leave by themselves."
      what="segments"
      list={{ ...list, data: found }}
      action={
        workspace.role === 'viewer' ? null : (
          <Button renderRoot={(props) => <Link to="/sales/segments/new" {...props} />}>Create segment</Button>
        )
      }
      filters={<FilterBar label="Segments" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No segments yet',
        text: 'For example, customers who spent over €500, or whose last order is more than 90 days ago.',
      }}
      noResults="Try another search."
    >
      {(items) => <SegmentList items={items} />}
    </ListPage>
  )
}

const COLUMNS: Column<Segment>[] = [
  { header: 'Segment', cell: (segment) => <SegmentLink of={segment} /> },
  { header: 'Updated', cell: ({ updatedAt }) => <DateLabel at={updatedAt} /> },
  { header: 'Members', cell: formatMembers, isNumber: true },
]

function SegmentList({ items }: { items: Segment[] }) {
  return (
    <DataList
      label="Segments"
      items={items}
      itemKey={({ id }) => id}
      columns={COLUMNS}
      card={(segment) => (
        <Group justify="space-between" wrap="nowrap">
          <SegmentLink of={segment} />
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {formatMembers(segment)}
          </Text>
        </Group>
      )}
    />
  )
}

const SegmentLink = ({ of: { id, name } }: { of: Segment }) => (
  <Anchor
    size="sm"
    fw={600}
    style={{ overflowWrap: 'anywhere' }}
    renderRoot={(props) => <Link to="/sales/segments/$id" params={{ id }} {...props} />}
  >
    {name}
  </Anchor>
)

/** While customers are still evaluated, the number is not final. */
function formatMembers({ memberCount, status }: Segment): string {
  const count = memberCount.toLocaleString()
  return status === 'building' ? `${count} so far` : count
}
