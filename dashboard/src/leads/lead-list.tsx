import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Member } from '../members/members.ts'
import { StatusBadge } from '../orders/badges.tsx'
import { type Column, DataList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { displayName, LEAD_STATUSES, type Lead } from './leads.ts'

interface Props {
  leads: Lead[]
  people: Pick<Member, 'userId' | 'name'>[]
}

export function LeadList({ leads, people }: Props) {
  const columns: Column<Lead>[] = [
    { header: 'Lead', cell: (lead) => <LeadLink of={lead} /> },
    { header: 'Status', cell: ({ status }) => <StatusBadge display={LEAD_STATUSES[status]} /> },
    { header: 'Source', cell: ({ source }) => source, maxWidth: 160 },
    { header: 'Assignee', cell: ({ assigneeId }) => assigneeName(assigneeId, people) },
    { header: 'Received', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { header: 'Score', cell: ({ score }) => score, isNumber: true },
  ]
  return (
    <DataList
      label="Leads"
      items={leads}
      itemKey={({ id }) => id}
      columns={columns}
      card={(lead) => (
        <Stack gap={6}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <LeadLink of={lead} />
            <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
              {`Score ${lead.score}`}
            </Text>
          </Group>
          <Group gap="xs">
            <StatusBadge display={LEAD_STATUSES[lead.status]} />
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {lead.source}, <RelativeTime at={lead.createdAt} />
            </Text>
          </Group>
        </Stack>
      )}
    />
  )
}

export const assigneeName = (userId: string | null, people: Props['people']): string =>
  userId === null ? 'Nobody' : (people.find((one) => one.userId === userId)?.name ?? 'A former member')

function LeadLink({ of: lead }: { of: Lead }) {
  const name = displayName(lead)
  const contact = [lead.email, lead.phone].find((one) => one && one !== name)
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => <Link to="/sales/leads/$id" params={{ id: lead.id }} {...props} />}
      >
        {name}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {contact}
      </Text>
      {lead.message ? (
        <Text size="xs" c="dimmed" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {lead.message}
        </Text>
      ) : null}
    </Stack>
  )
}
