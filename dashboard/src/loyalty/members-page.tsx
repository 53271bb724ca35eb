import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { type Column, DataList, ListPage } from '../ui/list.tsx'
import { formatNumber, formatPoints } from '../ui/points.ts'
import { DateLabel } from '../ui/time.tsx'
import { type Member, useMembers, useProgram } from './loyalty.ts'
import { memberName } from './loyalty-labels.ts'
import { LoyaltyTabs } from './loyalty-tabs.tsx'

export function MembersPage() {
  const program = useProgram()
  const tiers = program.data?.tiers ?? []
  const filters = useFilters({
    q: { kind: 'search', label: 'Search members', description: 'Search by name, email or phone' },
    tier: {
      kind: 'select',
      label: 'Tier',
      options: Object.fromEntries(tiers.map(({ key, name }) => [key, name])),
      isOpen: program.isPending,
    },
    sort: { kind: 'select', label: 'Sort by', options: { balance: 'Points' }, unset: 'Newest' },
  })
  const list = useMembers(filters.values)
  return (
    <ListPage
      title="Loyalty members"
      about="Everyone who has or had points."
      what="members"
      list={list}
      above={<LoyaltyTabs />}
      filters={<FilterBar label="Members" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{ title: 'No members yet', text: 'Customers become members with their first points.' }}
    >
      {(members) => <MemberList members={members} />}
    </ListPage>
  )
}

const COLUMNS: Column<Member>[] = [
  { header: 'Member', cell: (member) => <MemberLink of={member} /> },
  { header: 'Tier', cell: ({ tier }) => (tier ? <TierBadge name={tier.name} /> : 'None') },
  { header: 'Points', cell: ({ balance }) => <b>{formatNumber(balance)}</b>, isNumber: true },
  { header: 'Pending', cell: ({ pending }) => formatNumber(pending), isNumber: true },
  { header: 'Earned in total', cell: ({ lifetime }) => formatNumber(lifetime), isNumber: true },
  { header: 'Member since', cell: ({ createdAt }) => <DateLabel at={createdAt} /> },
]

function MemberList({ members }: { members: Member[] }) {
  return (
    <DataList
      label="Members"
      items={members}
      itemKey={({ customerId }) => customerId}
      columns={COLUMNS}
      card={(member) => (
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <MemberLink of={member} />
          <Stack gap={4} align="flex-end">
            <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
              {formatPoints(member.balance)}
            </Text>
            {member.tier ? <TierBadge name={member.tier.name} /> : null}
          </Stack>
        </Group>
      )}
    />
  )
}

const TierBadge = ({ name }: { name: string }) => (
  <Badge miw="max-content" variant="dot" color="yellow" tt="none">
    {name}
  </Badge>
)

function MemberLink({ of: member }: { of: Member }) {
  const name = memberName(member)
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id: member.customerId }} {...props} />}
      >
        {name}
      </Anchor>
      {member.email && member.email !== name ? (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {member.email}
        </Text>
      ) : null}
    </Stack>
  )
}
