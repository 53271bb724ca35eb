import { Group, Paper, Stack, Text } from '@mantine/core'
import { fullTime } from '../parts/when.tsx'
import { actionInWords, detailsInWords } from './audit-words.ts'

export interface AuditEntry {
  id: string
  at: string
  actorName: string
  action: string
  subject: string
  details: Record<string, unknown>
  ip: string | null
}

export function AuditEntries({ entries }: { entries: AuditEntry[] }) {
  return (
    <Paper withBorder>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Entries, newest first">
        {entries.map((entry, place) => (
          <Group
            key={entry.id}
            component="li"
            justify="space-between"
            gap={4}
            px="md"
            py="sm"
            style={place > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
          >
            <Stack gap={0} miw={0}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <b>{entry.actorName}</b> {actionInWords(entry.action)} <b>{entry.subject}</b>
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {detailsInWords(entry.details)}
              </Text>
            </Stack>
            <Text size="xs" c="dimmed">
              <time dateTime={entry.at}>{fullTime(entry.at)}</time>
              {entry.ip ? ` from ${entry.ip}` : null}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
