import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canManage, useWorkspace } from '../session.ts'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { EMAIL_KIND_LABELS } from './email-labels.ts'
import { type EmailTemplate, emailTemplates } from './emails.ts'

export function TemplatesPage() {
  const list = emailTemplates.useList()
  return (
    <ListPage
      title="Emails"
      about="Emails that your shop sends to customers. You can edit each one; sent emails are in the outbox."
      what="emails"
      list={list}
      otherActions={
        <Button variant="default" renderRoot={(props) => <Link to="/sales/outbox" {...props} />}>
          Outbox
        </Button>
      }
      empty={{ title: 'No emails', text: 'This shop sends no emails.' }}
    >
      {(templates) => (
        <RowList label="Emails to customers">
          {templates.map((template) => (
            <TemplateRow key={template.kind} template={template} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

function TemplateRow({ template }: { template: EmailTemplate }) {
  const { workspace } = useWorkspace()
  const { kind, subject, updatedAt } = template
  const { name, about } = EMAIL_KIND_LABELS[kind]
  const action = canManage(workspace.role) ? 'Edit' : 'View'
  return (
    <Row>
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
            renderRoot={(props) => <Link to="/settings/emails/$kind" params={{ kind }} {...props} />}
          >
            {action}
          </Button>
        </Group>
      </Group>
    </Row>
  )
}

export function TemplateStatusBadge({ of: { active, default: isDefault } }: { of: EmailTemplate }) {
  const sourceLabel = isDefault ? 'Default' : 'Customized'
  return (
    <Badge miw="max-content" variant="dot" color={active ? (isDefault ? 'blue' : 'green') : 'gray.5'} tt="none">
      {active ? sourceLabel : 'Off'}
    </Badge>
  )
}
