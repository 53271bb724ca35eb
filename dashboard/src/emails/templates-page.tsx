import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canManage } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { EMAIL_KIND_LABELS } from './email-labels.ts'
import { type EmailTemplate, useEmailTemplates } from './emails.ts'

export function TemplatesPage() {
  const templates = useEmailTemplates()
  return (
    <Page
      title="Emails"
      about="Emails that your shop sends to customers. You can edit each one; sent emails are in the outbox."
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/sales/outbox" {...props} />}>
          Outbox
        </Button>
      }
    >
      {templates.isPending ? <Loading what="emails" /> : null}
      <ErrorAlert error={templates.error} title="Couldn't load emails" onRetry={() => void templates.refetch()} />
      {templates.data ? (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Emails to customers">
          {templates.data.map((template) => (
            <TemplateRow key={template.kind} template={template} />
          ))}
        </Stack>
      ) : null}
    </Page>
  )
}

function TemplateRow({ template }: { template: EmailTemplate }) {
  const { workspace } = useWorkspace()
  const { kind, subject, updatedAt } = template
  const { name, about } = EMAIL_KIND_LABELS[kind]
  const action = canManage(workspace.role) ? 'Edit' : 'View'
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <TemplateStatusBadge of={template} />
          </Group>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {subject}
          </Text>
        </Stack>
        <Group gap="md">
          {updatedAt ? (
            <Text size="sm" c="dimmed">
              <RelativeTime at={updatedAt} />
            </Text>
          ) : null}
          <Button
            size="xs"
            variant="default"
            aria-label={`${action}: ${name}`}
            renderRoot={(props) => <Link to="/settings/e-mails/$kind" params={{ kind }} {...props} />}
          >
            {action}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

export function TemplateStatusBadge({ of: { enabled, isDefault } }: { of: EmailTemplate }) {
  const sourceLabel = isDefault ? 'Default' : 'Customized'
  return (
    <Badge miw="max-content" variant="dot" color={enabled ? (isDefault ? 'blue' : 'green') : 'gray.5'} tt="none">
      {enabled ? sourceLabel : 'Off'}
    </Badge>
  )
}
