import { Alert, Group } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { KIND_WORDS, kindOf } from './mail-words.ts'
import { type MailKind, useMailTemplates } from './mails.ts'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateState } from './templates-page.tsx'

export function TemplatePage() {
  const { kind: asked } = useParams({ from: '/shell/settings/e-mails/$kind' })
  const kind = kindOf(asked)
  if (kind) return <KnownTemplatePage key={kind} kind={kind} />
  return (
    <Page title="No such e-mail" back="E-mails">
      {null}
    </Page>
  )
}

function KnownTemplatePage({ kind }: { kind: MailKind }) {
  const { workspace } = useDesk()
  const templates = useMailTemplates()
  const { name, about } = KIND_WORDS[kind]
  const template = templates.data?.find((one) => one.kind === kind)
  return (
    <Page title={name} about={about} back="E-mails">
      {templates.isPending ? <Loading what="the e-mail" /> : null}
      <Failure error={templates.error} title="The e-mail can't be shown" onRetry={() => void templates.refetch()} />
      {template ? (
        <>
          <Group gap="sm">
            <TemplateState of={template} />
          </Group>
          {manages(workspace.role) ? null : (
            <Alert color="blue">{`Only owners and admins change e-mails. Your role here is ${workspace.role}.`}</Alert>
          )}
          <TemplateEditor template={template} mayChange={manages(workspace.role)} />
        </>
      ) : null}
    </Page>
  )
}
