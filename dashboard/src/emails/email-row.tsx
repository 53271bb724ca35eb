import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RelativeTime } from '../ui/time.tsx'
import { EMAIL_STATUS_LABELS } from './email-labels.ts'
import type { EmailStatus, EmailSummary } from './emails.ts'

const STATUS_COLORS: Record<EmailStatus, string> = {
  queued: 'blue',
  sent: 'green',
  failed: 'red',
  suppressed: 'gray.5',
}

export const EmailStatusBadge = ({ of: { status } }: { of: EmailSummary }) => (
  <Badge miw="max-content" variant="dot" color={STATUS_COLORS[status]} tt="none">
    {EMAIL_STATUS_LABELS[status]}
  </Badge>
)

export function EmailRow({ email }: { email: EmailSummary }) {
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Anchor
            size="sm"
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link to="/sales/outbox/$id" params={{ id: email.id }} {...props} />}
          >
            {email.subject}
          </Anchor>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email.to}
          </Text>
        </Stack>
        <Stack gap={4} align="flex-end">
          <EmailStatusBadge of={email} />
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            <RelativeTime at={email.createdAt} />
          </Text>
        </Stack>
      </Group>
    </Paper>
  )
}
