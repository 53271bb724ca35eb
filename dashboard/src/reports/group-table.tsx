import { Paper, Table, Text } from '@mantine/core'
import { ScrollTable } from '../ui/scroll-table.tsx'
import { formatCount, formatMedian, formatRating, groupName } from './report-labels.ts'
import type { TicketReportGroup } from './reports.ts'

const TITLES = { agent: 'Agent', tag: 'Tag', channel: 'Channel' } as const

interface Props {
  groups: TicketReportGroup[]
  groupBy: keyof typeof TITLES
}

export function GroupTable({ groups, groupBy }: Props) {
  if (groups.length === 0) return <Text c="dimmed">No tickets in this period</Text>
  return (
    <Paper withBorder>
      <ScrollTable label="Figures" minWidth={720}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{TITLES[groupBy]}</Table.Th>
              {['Created', 'Resolved', 'Backlog', 'Replies', 'First response', 'Resolution', 'Satisfaction'].map(
                (title) => (
                  <Table.Th key={title} scope="col" ta="right">
                    {title}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((group) => (
              <Table.Tr key={group.key ?? ''}>
                <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                  {groupName(group, groupBy)}
                </Table.Th>
                <Table.Td ta="right">{formatCount(group.created)}</Table.Td>
                <Table.Td ta="right">{formatCount(group.resolved)}</Table.Td>
                <Table.Td ta="right">{formatCount(group.backlog)}</Table.Td>
                <Table.Td ta="right">{formatCount(group.replies)}</Table.Td>
                <Table.Td ta="right">{formatMedian(group.firstResponse)}</Table.Td>
                <Table.Td ta="right">{formatMedian(group.resolution)}</Table.Td>
                <Table.Td ta="right">{formatRating(group.satisfaction)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </Paper>
  )
}
