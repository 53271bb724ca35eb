import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { type Column, DataList, ListPage } from '../ui/list.tsx'
import { DateLabel } from '../ui/time.tsx'
import { type Member, useMembersById } from './loyalty.ts'
import { memberName } from './loyalty-labels.ts'
import { LoyaltyTabs } from './loyalty-tabs.tsx'
import { REFERRAL_STATUS_LABELS, REJECTION_LABELS, type Referral, useReferrals } from './referrals.ts'

interface ReferralRow {
  referral: Referral
  referrer: Member | undefined
  referee: Member | undefined
}

export function ReferralsPage() {
  const filters = useFilters({ status: { kind: 'select', label: 'Status', options: REFERRAL_STATUS_LABELS } })
  const list = useReferrals(filters.values)
  const members = useMembersById((list.data ?? []).flatMap(({ referrerId, refereeId }) => [referrerId, refereeId]))
  return (
    <ListPage
      title="Referrals"
      about="New customers whom others sent. Both get points once the first order can no longer be returned."
      what="referrals"
      list={list}
      above={<LoyaltyTabs />}
      filters={<FilterBar label="Referrals" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{ title: 'No referrals yet', text: 'Turn on referrals under Program, and show customers their link.' }}
    >
      {(referrals) => (
        <ReferralList
          rows={referrals.map((referral) => ({
            referral,
            referrer: members.get(referral.referrerId),
            referee: members.get(referral.refereeId),
          }))}
        />
      )}
    </ListPage>
  )
}

const COLUMNS: Column<ReferralRow>[] = [
  { header: 'Date', cell: ({ referral }) => <DateLabel at={referral.createdAt} /> },
  { header: 'Referrer', cell: (row) => <CustomerLink id={row.referral.referrerId} member={row.referrer} /> },
  { header: 'New customer', cell: (row) => <CustomerLink id={row.referral.refereeId} member={row.referee} /> },
  { header: 'Status', cell: ({ referral }) => <ReferralStatus of={referral} /> },
  { header: 'Order', cell: ({ referral }) => <OrderLink id={referral.orderId} /> },
]

function ReferralList({ rows }: { rows: ReferralRow[] }) {
  return (
    <DataList
      label="Referrals, newest first"
      items={rows}
      itemKey={({ referral }) => referral.id}
      columns={COLUMNS}
      card={(row) => (
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <CustomerLink id={row.referral.refereeId} member={row.referee} />
            <Text size="xs" c="dimmed">
              {'Referred by '}
              <CustomerLink id={row.referral.referrerId} member={row.referrer} />
            </Text>
            <OrderLink id={row.referral.orderId} />
          </Stack>
          <ReferralStatus of={row.referral} />
        </Group>
      )}
    />
  )
}

/** Someone without points is not a member yet, so their name is on their page only. */
const CustomerLink = ({ id, member }: { id: string; member: Member | undefined }) => (
  <Anchor
    size="sm"
    style={{ overflowWrap: 'anywhere' }}
    renderRoot={(props) => <Link to="/sales/customers/$id" params={{ id }} {...props} />}
  >
    {member ? memberName(member) : 'View customer'}
  </Anchor>
)

const OrderLink = ({ id }: { id: string | null }) =>
  id ? (
    <Anchor size="sm" renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id }} {...props} />}>
      View order
    </Anchor>
  ) : (
    <Text size="sm">No order yet</Text>
  )

const STATUS_COLORS = { pending: 'gray.5', qualified: 'blue', rewarded: 'green', rejected: 'red' } as const

const ReferralStatus = ({ of: { status, reason } }: { of: Referral }) => (
  <Stack gap={2} align="flex-start">
    <Badge miw="max-content" variant="dot" color={STATUS_COLORS[status]} tt="none">
      {REFERRAL_STATUS_LABELS[status]}
    </Badge>
    {reason ? (
      <Text size="xs" c="dimmed">
        {REJECTION_LABELS[reason]}
      </Text>
    ) : null}
  </Stack>
)
