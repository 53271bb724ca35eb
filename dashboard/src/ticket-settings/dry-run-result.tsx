import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { ErrorAlert } from '../ui/feedback.tsx'
import { PRIORITY_LABELS } from './actions.ts'
import { labelOf, type RuleDryRun, type TicketOptions, type TicketRuleInput, useDryRun } from './ticket-settings.ts'

type Rule = Pick<TicketRuleInput, 'trigger' | 'conditions' | 'actions'>
type Change = RuleDryRun['sample'][number]['changes'][number]

/** Tries the rule that is being edited on last month's tickets. */
export function DryRun({ rule, isReady, options }: { rule: Rule; isReady: boolean; options: TicketOptions }) {
  const dryRun = useDryRun()
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={!isReady}
        loading={dryRun.isPending}
        onClick={() => dryRun.mutate(rule)}
      >
        Try on last month’s tickets
      </Button>
      <ErrorAlert error={dryRun.error} title="Couldn't try the rule" />
      {dryRun.data ? <Result result={dryRun.data} options={options} /> : null}
    </Stack>
  )
}

function Result({ result, options }: { result: RuleDryRun; options: TicketOptions }) {
  const { evaluated, matched, complete, sample } = result
  const scope = complete ? `${evaluated} tickets of the last 30 days` : `the newest ${evaluated} tickets`
  return (
    <Stack gap="xs">
      <Alert color={matched > 0 ? 'blue' : 'gray'} role="status">
        {`${matched} of ${scope} match. Nothing was changed or sent.`}
      </Alert>
      {sample.length > 0 ? (
        <Table aria-label="Examples">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Ticket</Table.Th>
              <Table.Th>Would change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sample.map(({ ticketId, number, subject, changes, reply, note }) => (
              <Table.Tr key={ticketId}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{`#${number} ${subject}`}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {changes.map((change) => (
                    <Text key={change.field} size="sm">
                      {formatChange(change, options)}
                    </Text>
                  ))}
                  {reply ? <Text size="sm">{`Reply: ${reply}`}</Text> : null}
                  {note ? <Text size="sm">{`Note: ${note}`}</Text> : null}
                  {changes.length === 0 && !reply && !note ? <Text size="sm">Nothing</Text> : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Stack>
  )
}

const FIELD_LABELS: Record<string, string> = {
  statusId: 'Status',
  priority: 'Priority',
  assigneeId: 'Assignee',
  teamId: 'Team',
  tags: 'Tags',
  snoozedUntil: 'Snoozed until',
}

function formatChange({ field, from, to }: Change, options: TicketOptions): string {
  return `${FIELD_LABELS[field] ?? field}: ${formatValue(field, from, options)} → ${formatValue(field, to, options)}`
}

function formatValue(field: string, value: unknown, { statuses, teams, members }: TicketOptions): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.join(', ') || 'none'
  if (field === 'statusId') return labelOf(statuses, value)
  if (field === 'teamId') return labelOf(teams, value)
  if (field === 'assigneeId') return labelOf(members, value)
  if (field === 'priority') return PRIORITY_LABELS[value as keyof typeof PRIORITY_LABELS] ?? String(value)
  return field === 'snoozedUntil' ? new Date(String(value)).toLocaleString() : String(value)
}
