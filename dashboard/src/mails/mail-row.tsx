import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ago } from '../parts/when.tsx'
import { STATUS_WORDS } from './mail-words.ts'
import type { MailStatus, MailSummary } from './mails.ts'

const COLOURS: Record<MailStatus, string> = { queued: 'blue', sent: 'green', failed: 'red', suppressed: 'gray.5' }

export const MailBadge = ({ of: { status } }: { of: MailSummary }) => (
  <Badge miw="max-content" variant="dot" color={COLOURS[status]} tt="none">
    {STATUS_WORDS[status]}
  </Badge>
)

export function MailRow({ mail }: { mail: MailSummary }) {
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Anchor
            size="sm"
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link to="/sales/outbox/$id" params={{ id: mail.id }} {...props} />}
          >
            {mail.subject}
          </Anchor>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {mail.to}
          </Text>
        </Stack>
        <Stack gap={4} align="flex-end">
          <MailBadge of={mail} />
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            <Ago at={mail.createdAt} />
          </Text>
        </Stack>
      </Group>
    </Paper>
  )
}
