import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { formatActor, members } from '../members/members.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { type Column, DataList, ListPage } from '../ui/list.tsx'
import { formatNumber, formatPointsChange } from '../ui/points.ts'
import { capitalize } from '../ui/text.ts'
import { formatDateTime } from '../ui/time.tsx'
import { type LedgerEntry, type Member, useMembersById, usePointsEntries } from './loyalty.ts'
import { ENTRY_KIND_LABELS, formatEntryKind, memberName } from './loyalty-labels.ts'
import { LoyaltyTabs } from './loyalty-tabs.tsx'

/** What a row shows besides the entry itself. */
interface EntryRow {
  entry: LedgerEntry
  member: Member | undefined
  actor: string
}

export function LedgerPage() {
  const { customerId } = useSearch({ from: '/shell/sales/loyalty/ledger' })
  const filters = useFilters({ kind: { kind: 'select', label: 'Type', options: ENTRY_KIND_LABELS } })
  const list = usePointsEntries({ ...filters.values, ...(customerId && { customerId }) })
  const membersById = useMembersById((list.data ?? []).flatMap((entry) => entry.customerId ?? []))
  const staff = members.useList().data ?? []
  return (
    <ListPage
      title="Points ledger"
      about="Every change of points. Entries never change; pending points appear when they become available."
      what="entries"
      list={list}
      above={
        <>
          <LoyaltyTabs />
          {customerId ? <CustomerNotice member={membersById.get(customerId)} /> : null}
        </>
      }
      filters={<FilterBar label="Ledger" filters={filters} />}
      isFiltered={filters.isFiltered || customerId !== undefined}
      empty={{ title: 'No entries yet', text: 'The first points that a customer earns or receives show up here.' }}
    >
      {(entries) => (
        <EntryList
          rows={entries.map((entry) => ({
            entry,
            member: membersById.get(entry.customerId ?? ''),
            actor: capitalize(formatActor(entry.actor, staff)),
          }))}
        />
      )}
    </ListPage>
  )
}

function CustomerNotice({ member }: { member: Member | undefined }) {
  const navigate = useNavigate()
  return (
    <Alert color="blue">
      {`Only entries of ${member ? memberName(member) : 'one customer'}. `}
      <Anchor
        underline="always"
        component="button"
        type="button"
        size="sm"
        onClick={() => void navigate({ to: '.', search: {} })}
      >
        Show all
      </Anchor>
    </Alert>
  )
}

const COLUMNS: Column<EntryRow>[] = [
  {
    header: 'Date',
    cell: ({ entry }) => <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>,
  },
  { header: 'Customer', cell: (row) => <CustomerName of={row} /> },
  { header: 'Type', cell: (row) => <EntryDetails of={row} /> },
  { header: 'By', cell: ({ actor }) => actor },
  { header: 'Points', cell: ({ entry }) => <b>{formatPointsChange(entry.amount)}</b>, isNumber: true },
  { header: 'Balance', cell: ({ entry }) => formatNumber(entry.balanceAfter ?? 0), isNumber: true },
]

function EntryList({ rows }: { rows: EntryRow[] }) {
  return (
    <DataList
      label="Entries, newest first"
      items={rows}
      itemKey={({ entry }) => entry.id}
      columns={COLUMNS}
      card={(row) => (
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <CustomerName of={row} />
            <EntryDetails of={row} />
            <Text size="xs" c="dimmed">
              <time dateTime={row.entry.createdAt}>{formatDateTime(row.entry.createdAt)}</time>
            </Text>
          </Stack>
          <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
            {formatPointsChange(row.entry.amount)}
          </Text>
        </Group>
      )}
    />
  )
}

/** Erased and merged customers have no page. */
function CustomerName({ of: { entry, member } }: { of: EntryRow }) {
  if (!member || !entry.customerId) return <Text size="sm">Former customer</Text>
  const id = entry.customerId
  return (
    <Anchor
      size="sm"
      fw={600}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id }} {...props} />}
    >
      {memberName(member)}
    </Anchor>
  )
}

function EntryDetails({ of: { entry } }: { of: EntryRow }) {
  const { orderId } = entry
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {[formatEntryKind(entry.kind), entry.reason].filter(Boolean).join(' · ')}
      {orderId ? (
        <>
          {' · '}
          <Anchor
            underline="always"
            size="sm"
            renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...props} />}
          >
            View order
          </Anchor>
        </>
      ) : null}
    </Text>
  )
}
