import { Alert, Group } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { EMAIL_KIND_LABELS, parseEmailKind } from './email-labels.ts'
import { type EmailKind, emailTemplates } from './emails.ts'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateStatusBadge } from './templates-page.tsx'

export function TemplatePage() {
  const { kind: kindParam } = useParams({ from: '/shell/settings/emails/$kind' })
  const kind = parseEmailKind(kindParam)
  if (kind) return <TemplateDetails key={kind} kind={kind} />
  return (
    <Page title="Email not found" back="Emails">
      {null}
    </Page>
  )
}

function TemplateDetails({ kind }: { kind: EmailKind }) {
  const { workspace } = useWorkspace()
  const templates = emailTemplates.useList()
  const { name, about } = EMAIL_KIND_LABELS[kind]
  const template = templates.data?.find((candidate) => candidate.kind === kind)
  return (
    <Page title={name} about={about} back="Emails">
      {templates.isPending ? <Loading what="email" /> : null}
      <ErrorAlert error={templates.error} title="Couldn't load the email" onRetry={() => void templates.refetch()} />
      {template ? (
        <>
          <Group gap="sm">
            <TemplateStatusBadge of={template} />
          </Group>
          {canManage(workspace.role) ? null : (
            <Alert color="blue">{`Only owners and admins can change emails. Your role is ${workspace.role}.`}</Alert>
          )}
          <TemplateEditor template={template} canEdit={canManage(workspace.role)} />
        </>
      ) : null}
    </Page>
  )
}
