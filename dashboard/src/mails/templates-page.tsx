import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Ago } from '../parts/when.tsx'
import { KIND_WORDS } from './mail-words.ts'
import { type MailTemplate, useMailTemplates } from './mails.ts'

export function TemplatesPage() {
  const templates = useMailTemplates()
  return (
    <Page
      title="E-mails"
      about="What your shop writes to buyers, in your own words if you like. What was written is in the outbox."
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/sales/outbox" {...props} />}>
          Outbox
        </Button>
      }
    >
      {templates.isPending ? <Loading what="the e-mails" /> : null}
      <Failure error={templates.error} title="The e-mails can't be shown" onRetry={() => void templates.refetch()} />
      {templates.data ? (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="E-mails to buyers">
          {templates.data.map((template) => (
            <TemplateRow key={template.kind} template={template} />
          ))}
        </Stack>
      ) : null}
    </Page>
  )
}

function TemplateRow({ template }: { template: MailTemplate }) {
  const { workspace } = useDesk()
  const { kind, subject, updatedAt } = template
  const { name, about } = KIND_WORDS[kind]
  const deed = manages(workspace.role) ? 'Edit' : 'Open'
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <TemplateState of={template} />
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
              <Ago at={updatedAt} />
            </Text>
          ) : null}
          <Button
            size="xs"
            variant="default"
            aria-label={`${deed}: ${name}`}
            renderRoot={(props) => <Link to="/settings/e-mails/$kind" params={{ kind }} {...props} />}
          >
            {deed}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

export function TemplateState({ of: { enabled, isDefault } }: { of: MailTemplate }) {
  const words = isDefault ? 'Built-in words' : 'Your words'
  return (
    <Badge miw="max-content" variant="dot" color={enabled ? (isDefault ? 'blue' : 'green') : 'gray.5'} tt="none">
      {enabled ? words : 'Off'}
    </Badge>
  )
}
